import type { PlatformMode } from '../kernel/callers.ts';
import { type Clock, monotonicMs } from '../kernel/clock.ts';
import type { Keyring } from './keyring.ts';
import { signatureHeaders } from './signing.ts';
import type { Transport } from './transport.ts';

/** How much of an answer is kept for those who look for the reason of a failure. */
export const KEPT_ANSWER_BYTES = 1_024;

export interface Parcel {
  platformId: string;
  id: string;
  /** As stored: these bytes are what is signed and sent, each time. */
  payload: string;
}

export interface Sending {
  url: string;
  mode: PlatformMode;
  timeoutMs: number;
  maxAnswerBytes?: number;
  signal?: AbortSignal;
}

/** What came of sending an event once. */
export interface Attempt {
  at: Date;
  url: string;
  status?: number;
  /** Why there is no status: TIMEOUT, or the code of what went wrong. */
  error?: string;
  latencyMs: number;
  answer: string;
}

interface CourierOptions {
  /** The way to endpoints, by the mode of their platform. */
  transports: Readonly<Record<PlatformMode, Transport>>;
  keyring: Keyring;
  clock: Clock;
  /** The word that names our own header: X-<prefix>-Signature. */
  headerPrefix: string;
  userAgent: string;
}

/** Signs the bytes of an event and posts them, once. Never throws: whatever happens is an attempt. */
export class Courier {
  readonly #options: CourierOptions;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  async send(parcel: Parcel, { url, mode, timeoutMs, maxAnswerBytes, signal }: Sending): Promise<Attempt> {
    const { clock, transports } = this.#options;
    const at = clock.now();
    const started = monotonicMs();
    const outcome = await this.#headers(parcel, at)
      .then((headers) =>
        transports[mode].post({
          url,
          headers,
          body: parcel.payload,
          timeoutMs,
          maxAnswerBytes: maxAnswerBytes ?? KEPT_ANSWER_BYTES,
          ...(signal && { signal }),
        }),
      )
      .catch((error: unknown) => ({ error: errorCode(error), answer: '' }));
    return { at, url, latencyMs: monotonicMs() - started, ...outcome };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#options.transports).map((transport) => transport.close()));
  }

  async #headers({ platformId, id, payload }: Parcel, at: Date): Promise<Record<string, string>> {
    const { keyring, headerPrefix, userAgent } = this.#options;
    const keys = await keyring.signingKeys(platformId, at);
    return {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(await signatureHeaders({ id, payload, at }, keys, headerPrefix)),
    };
  }
}

/** The machine's code for what went wrong; messages may tell of our side of the network. */
function errorCode(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const found = typeof code === 'string' ? code : cause?.code;
  return typeof found === 'string' ? found : 'CONNECTION_FAILED';
}
