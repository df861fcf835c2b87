import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { record } from './recording.ts';
import type { Reply } from './route.ts';
import type { HttpOptions } from './server-options.ts';
import type { Trace } from './trace.ts';

export function dropResponse(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

export function send(options: HttpOptions, request: FastifyRequest, reply: FastifyReply, response: Reply): void {
  const own = response.text ?? (response.body === undefined ? undefined : JSON.stringify(response.body));
  const trace = request.trace as Trace;
  // A stored rejection is text; it is parsed for its code, which the log shows.
  if (response.status >= 400 && own) trace.code = JSON.parse(own).code;
  const text = own && onWire(options, response.status, own);
  trace.responseText = text;
  trace.isReplay = response.headers?.['idempotent-replayed'] !== undefined;
  reply.status(response.status);
  if (response.headers) reply.headers(response.headers);
  if (trace.losesResponse) dropResponse(reply);
  else if (response.file && trace.route.isStream) sendStream(reply, response.file);
  else if (response.file) return void sendFile(options, request, reply, response.file);
  else if (text === undefined) reply.send();
  else reply.type('application/json; charset=utf-8').send(text);
  record(options, request, reply);
}

/** Errors contain no text of callers, so every name in them is translated; in other responses only members are. */
export const onWire = ({ wireWords }: HttpOptions, status: number, text: string): string =>
  status >= 400 ? wireWords.renamed(text) : wireWords.outward(text);

/** A file that cannot be read completely is answered, and recorded, as an error. */
function sendFile(
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, chunks }: NonNullable<Reply['file']>,
): void {
  reply.raw.once('close', () => record(options, request, reply));
  reply.type(type).send(Readable.from(chunks));
}

/** Recorded when it starts: its duration is that of the client's interest. Proxies must not buffer it. */
function sendStream(reply: FastifyReply, { type, chunks }: NonNullable<Reply['file']>): void {
  reply
    .type(type)
    .header('x-accel-buffering', 'no')
    .send(Readable.from(chunks, { objectMode: false }));
}
