import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal } from './refusal.ts';

/** Above what the proxy forwards; a longer body is not even read. */
const MAX_BODY = 128 * 1024;

/** For servers that have no `Request`: node:http, and with it Express and its kin where no parser has read the body. */
export function nodeListener(handle: (request: Request) => Promise<Response>) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = await answerOf(handle, incoming);
    const headers = { ...Object.fromEntries(response.headers), ...(!incoming.complete && { connection: 'close' }) };
    outgoing.writeHead(response.status, headers);
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
}

async function answerOf(handle: (request: Request) => Promise<Response>, incoming: IncomingMessage): Promise<Response> {
  try {
    const body = await readBody(incoming);
    return body ? await handle(requestOf(incoming, body)) : refusal(413, 'INVALID_INPUT', 'The body is too long.');
  } catch {
    return refusal(500, 'INTERNAL_ERROR', 'The wallet proxy failed.');
  }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection stays, so that the refusal of a longer one arrives.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Express cuts its mount off `url` and keeps the whole as `originalUrl`. */
type Incoming = IncomingMessage & { originalUrl?: string };

function requestOf(incoming: Incoming, body: Buffer<ArrayBuffer>): Request {
  const { method = 'GET', headers, originalUrl = incoming.url } = incoming;
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(`http://proxy.invalid${originalUrl}`, {
    method,
    headers: pairs as [string, string][],
    ...(body.length > 0 && { body }),
  });
}
