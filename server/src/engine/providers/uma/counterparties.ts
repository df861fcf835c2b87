import { PubKeyResponse } from '@uma-sdk/core';
import { type Clock, HOUR_MS, SECOND_MS } from '../../../foundation/kernel/clock.ts';
import { ApiError } from '../../../foundation/kernel/errors.ts';
import { requireChain } from './certificates.ts';
import type { UmaHttp } from './http.ts';

const MAX_AGE_MS = HOUR_MS;
/** Pause before a provider is called again after a failure. */
const FAILURE_PAUSE_MS = 5 * SECOND_MS;
/** Minimum pause before keys are fetched again because they do not match a signature (they may have been rotated). */
const RENEWAL_PAUSE_MS = 10 * SECOND_MS;
const MAX_CACHED = 1_000;

interface CachedKeys {
  until: number;
  fetchedAt: number;
  keys: Promise<PubKeyResponse>;
}

/** In-memory cache of other providers' public keys. */
export class Counterparties {
  readonly #http: UmaHttp;
  readonly #clock: Clock;
  readonly #cache = new Map<string, CachedKeys>();

  constructor(http: UmaHttp, clock: Clock) {
    this.#http = http;
    this.#clock = clock;
  }

  /** `isStale`: the cached keys do not match a signature. */
  async keysOf(domain: string, { isStale = false } = {}): Promise<PubKeyResponse> {
    const now = this.#clock.now().getTime();
    const cached = this.#cache.get(domain);
    const isUsable = cached && cached.until > now && !(isStale && cached.fetchedAt + RENEWAL_PAUSE_MS <= now);
    const keys = isUsable ? cached.keys : this.#fetch(domain, now);
    return keys.then((fetched) => validated(fetched, this.#clock.now()));
  }

  #fetch(domain: string, now: number): Promise<PubKeyResponse> {
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    const entry: CachedKeys = { until: now + MAX_AGE_MS, fetchedAt: now, keys: this.#request(domain) };
    this.#cache.set(domain, entry);
    entry.keys.then(
      ({ expirationTimestamp }) => {
        // The protocol uses seconds.
        if (expirationTimestamp !== undefined) entry.until = Math.min(entry.until, expirationTimestamp * 1_000);
      },
      () => {
        entry.until = now + FAILURE_PAUSE_MS;
      },
    );
    return entry.keys;
  }

  async #request(domain: string): Promise<PubKeyResponse> {
    const failure = (message: string): ApiError => new ApiError('COUNTERPARTY_PUBKEY_FETCH_ERROR', message);
    const { status, answer } = await this.#http.get(domain, '/.well-known/lnurlpubkey').catch(() => {
      throw failure(`${domain} did not return its public keys.`);
    });
    if (status !== 200) throw failure(`${domain} answered ${status} to the request for its public keys.`);
    return parsed(domain, answer);
  }
}

/** The library parses certificates but does not validate them; `validated` does. */
function parsed(domain: string, answer: string): PubKeyResponse {
  const object = objectIn(answer);
  if (!object) throw new ApiError('INVALID_PUBKEY_FORMAT', `The public keys of ${domain} are not a JSON object.`);
  try {
    return PubKeyResponse.fromJson(answer);
  } catch {
    throw new ApiError('CERT_CHAIN_INVALID', `A certificate of ${domain} cannot be read.`);
  }
}

function validated(keys: PubKeyResponse, now: Date): PubKeyResponse {
  for (const chain of [keys.signingCertChain, keys.encryptionCertChain]) if (chain) requireChain(chain, now);
  try {
    if ([keys.getSigningPubKey(), keys.getEncryptionPubKey()].every(isPoint)) return keys;
  } catch {
    // Falls through: a missing key is rejected like an invalid one.
  }
  throw new ApiError('INVALID_PUBKEY_FORMAT', 'The public keys are not points on the curve secp256k1.');
}

const isPoint = (bytes: Uint8Array): boolean =>
  (bytes.length === 65 && bytes[0] === 4) || (bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3));

/** Parses a JSON object; returns undefined for any other text. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
