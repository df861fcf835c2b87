import type { IncomingMessage, ServerResponse } from 'node:http';
import { rejection } from './rejection.ts';

/** Above the limit of the proxy; the rest of a longer body is not read. */
const MAX_BODY = 128 * 1024;

/** Adapts the proxy to node:http and to frameworks such as Express, mounted before any body parser. */
export function nodeListener(handle: (request: Request) => Promise<Response>) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = await responseOf(handle, incoming);
    const headers = { ...Object.fromEntries(response.headers), ...(!incoming.complete && { connection: 'close' }) };
    outgoing.writeHead(response.status, headers);
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
}

async function responseOf(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
): Promise<Response> {
  try {
    const body = await readBody(incoming);
    return body
      ? await handle(requestOf(incoming, body))
      : rejection(413, 'INVALID_INPUT', `The body must have at most ${MAX_BODY} bytes.`);
  } catch {
    // The cause may contain details of the server, which do not belong in the browser.
    return rejection(500, 'INTERNAL_ERROR', 'The wallet proxy failed.');
  }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection stays open, so that the rejection of a longer body arrives.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Express removes the mount path from `url` and keeps the whole in `originalUrl`. */
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
