import type { HeaderSource, Key, RawBody, UnwrapOptions } from '../../webhooks/src/index.ts';
import { WebhookError } from '../../webhooks/src/webhook-error.ts';

/** Shortest time between two reads of the keys: otherwise each forged request would cause a read. */
const MIN_REFRESH_MS = 10_000;

/** Verifies webhooks with the keys that `readKeys` returns; reads them again when none fits. */
export function unwrapper(readKeys: () => Promise<readonly Key[]>) {
  let keys: Promise<readonly Key[]> | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const read = () => {
    const reading = readKeys();
    keys = reading;
    // A failed read is reported to its callers and not cached.
    reading.catch(() => {
      if (keys === reading) keys = undefined;
    });
    return reading;
  };
  return async (rawBody: RawBody, headers: HeaderSource, options?: UnwrapOptions) => {
    // Loaded on demand: only platforms that receive webhooks need the verifier.
    const { unwrap } = await import('../../webhooks/src/index.ts');
    const used = keys ?? read();
    try {
      return await unwrap(rawBody, headers, await used, options);
    } catch (error) {
      if (!(error instanceof WebhookError) || error.code !== 'WRONG_KEY') throw error;
      if (keys === used) {
        if (Date.now() - refreshedAt < MIN_REFRESH_MS) throw error;
        refreshedAt = Date.now();
        read();
      }
      return unwrap(rawBody, headers, await (keys ?? read()), options);
    }
  };
}
