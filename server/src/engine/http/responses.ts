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
  // A stored rejection is text; its error code is parsed for the log.
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

/** In errors every name is translated, because they contain no text of callers; in other responses only members. */
export const onWire = ({ wireWords }: HttpOptions, status: number, text: string): string =>
  status >= 400 ? wireWords.renamed(text) : wireWords.outward(text);

/** A file that cannot be read to its end is reported and recorded as an error. */
function sendFile(
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, chunks }: NonNullable<Reply['file']>,
): void {
  reply.raw.once('close', () => record(options, request, reply));
  reply.type(type).send(Readable.from(chunks));
}

/** Recorded at its start, because the duration depends only on the client. Proxies must not buffer the stream. */
function sendStream(reply: FastifyReply, { type, chunks }: NonNullable<Reply['file']>): void {
  reply
    .type(type)
    .header('x-accel-buffering', 'no')
    .send(Readable.from(chunks, { objectMode: false }));
}
