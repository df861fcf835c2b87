import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { type Clock, monotonicMs } from '../../foundation/kernel/clock.ts';
import type { WireWords } from '../../foundation/kernel/product-word.ts';
import type { Keyring } from './keyring.ts';
import { signatureHeaders } from './signing.ts';
import type { Transport } from './transport.ts';

/** Number of response bytes stored for diagnosis. */
export const KEPT_ANSWER_BYTES = 1_024;

export interface Parcel {
  platformId: string;
  id: string;
  /** Stored payload. Every attempt signs and sends exactly these bytes. */
  payload: string;
}

export interface Sending {
  url: string;
  mode: PlatformMode;
  timeoutMs: number;
  maxResponseBytes?: number;
  signal?: AbortSignal;
}

/** Outcome of one request to an endpoint. */
export interface Attempt {
  at: Date;
  url: string;
  status?: number;
  /** Reason why `status` is undefined: TIMEOUT, or the code of the network error. */
  error?: string;
  latencyMs: number;
  answer: string;
}

interface WebhookSenderOptions {
  /** Transport by mode of the platform. */
  transports: Readonly<Record<PlatformMode, Transport>>;
  keyring: Keyring;
  clock: Clock;
  /** Translates header names, such as X-<word>-Signature. */
  wireWords: WireWords;
  userAgent: string;
}

/** Signs an event and posts it once. Never throws: failures are returned as attempts. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  async send(stored: Parcel, { url, mode, timeoutMs, maxResponseBytes, signal }: Sending): Promise<Attempt> {
    const { clock, transports } = this.#options;
    const at = clock.now();
    const started = monotonicMs();
    const outcome = await this.sign(stored, at)
      .then((signed) =>
        transports[mode].post({
          url,
          ...signed,
          timeoutMs,
          maxResponseBytes: maxResponseBytes ?? KEPT_ANSWER_BYTES,
          ...(signal && { signal }),
        }),
      )
      .catch((error: unknown) => ({ error: errorCode(error), answer: '' }));
    return { at, url, latencyMs: monotonicMs() - started, ...outcome };
  }

  /** Builds the request for an event: the stored bytes, and headers with their signatures. */
  async sign(
    { platformId, id, payload }: Parcel,
    at: Date,
  ): Promise<{ headers: Record<string, string>; body: string }> {
    const { keyring, wireWords, userAgent } = this.#options;
    const body = wireWords.outward(payload);
    const keys = await keyring.signingKeys(platformId, at);
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signatureHeaders({ id, payload: body, at }, keys, wireWords.word),
    };
    return { headers, body };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#options.transports).map((transport) => transport.close()));
  }
}

/** Code of a network error. The message is omitted, because it may describe our network. */
function errorCode(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const found = typeof code === 'string' ? code : cause?.code;
  return typeof found === 'string' ? found : 'CONNECTION_FAILED';
}
