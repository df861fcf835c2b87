import type { HeaderSource, Key, RawBody, UnwrapOptions } from '../../webhooks/src/index.ts';
import { WebhookError } from '../../webhooks/src/webhook-error.ts';

/** Forged requests do not fit any key either: they must not make the client read the keys each time. */
const MIN_REFRESH_MS = 10_000;

/** Verifies webhooks with the keys that `readKeys` returns; reads them again when none fits. */
export function unwrapper(readKeys: () => Promise<readonly Key[]>) {
  let keys: Promise<readonly Key[]> | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const read = () => {
    const reading = readKeys();
    keys = reading;
    // A failure is reported to those who wait for it, and not remembered.
    reading.catch(() => {
      if (keys === reading) keys = undefined;
    });
    return reading;
  };
  return async (rawBody: RawBody, headers: HeaderSource, options?: UnwrapOptions) => {
    // Loaded by platforms that receive webhooks, and not by the others.
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
