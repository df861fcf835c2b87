import { createReadStream } from 'node:fs';

/** Fifty times the size of the central bank's file, in bytes. */
const MAX_BYTES = 128 * 1_024;
const TIMEOUT_MS = 10_000;

export type TextSource = { readonly url: string } | { readonly path: string };

/** Reads a text with limits on size and time. Throws an Error if a limit is exceeded. */
export async function boundedText(source: TextSource, timeoutMs = TIMEOUT_MS): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const chunks = 'url' in source ? await download(source.url, signal) : createReadStream(source.path, { signal });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    parts.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
}

async function download(url: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(url, { signal, headers: { accept: 'application/xml, text/xml' } });
  if (response.ok && response.body) return response.body;
  await response.body?.cancel();
  throw new Error(`answered ${response.status}`);
}
