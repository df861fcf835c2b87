import { PubKeyResponse } from '@uma-sdk/core';
import { type Clock, HOUR_MS, SECOND_MS } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { requireChain } from './certificates.ts';
import type { UmaHttp } from './http.ts';

const MAX_AGE_MS = HOUR_MS;
/** A provider that does not answer is not asked again by every request. */
const FAILURE_MS = 5 * SECOND_MS;
/** Keys that do not fit a signature may have been changed: fetched anew, but not as often as somebody likes. */
const RENEWED_MS = 10 * SECOND_MS;
const MAX_KEPT = 1_000;

interface Kept {
  until: number;
  fetchedAt: number;
  keys: Promise<PubKeyResponse>;
}

/** The public keys of other providers, for as long as they and we allow; a restart asks again. */
export class Counterparties {
  readonly #http: UmaHttp;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(http: UmaHttp, clock: Clock) {
    this.#http = http;
    this.#clock = clock;
  }

  /** `isRenewed`: those we know did not fit. */
  async keysOf(domain: string, { isRenewed = false } = {}): Promise<PubKeyResponse> {
    const now = this.#clock.now().getTime();
    const kept = this.#kept.get(domain);
    const isGood = kept && kept.until > now && !(isRenewed && kept.fetchedAt + RENEWED_MS <= now);
    const keys = isGood ? kept.keys : this.#fetch(domain, now);
    return keys.then((found) => checked(found, this.#clock.now()));
  }

  #fetch(domain: string, now: number): Promise<PubKeyResponse> {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const entry: Kept = { until: now + MAX_AGE_MS, fetchedAt: now, keys: this.#ask(domain) };
    this.#kept.set(domain, entry);
    entry.keys.then(
      ({ expirationTimestamp }) => {
        // In seconds, by the protocol.
        if (expirationTimestamp !== undefined) entry.until = Math.min(entry.until, expirationTimestamp * 1_000);
      },
      () => {
        entry.until = now + FAILURE_MS;
      },
    );
    return entry.keys;
  }

  async #ask(domain: string): Promise<PubKeyResponse> {
    const failure = (message: string): ApiError => new ApiError('COUNTERPARTY_PUBKEY_FETCH_ERROR', message);
    const { status, answer } = await this.#http.get(domain, '/.well-known/lnurlpubkey').catch(() => {
      throw failure(`${domain} did not tell its public keys.`);
    });
    if (status !== 200) throw failure(`${domain} answered ${status} when it was asked for its public keys.`);
    return parsed(domain, answer);
  }
}

/** The library reads certificates and validates none of them. */
function parsed(domain: string, answer: string): PubKeyResponse {
  const object = objectIn(answer);
  if (!object) throw new ApiError('INVALID_PUBKEY_FORMAT', `The public keys of ${domain} are no JSON object.`);
  try {
    return PubKeyResponse.fromJson(answer);
  } catch {
    throw new ApiError('CERT_CHAIN_INVALID', `A certificate of ${domain} cannot be read.`);
  }
}

function checked(keys: PubKeyResponse, now: Date): PubKeyResponse {
  for (const chain of [keys.signingCertChain, keys.encryptionCertChain]) if (chain) requireChain(chain, now);
  try {
    if ([keys.getSigningPubKey(), keys.getEncryptionPubKey()].every(isPoint)) return keys;
  } catch {
    // Falls through: a key that is not there is as wrong as one that is none.
  }
  throw new ApiError('INVALID_PUBKEY_FORMAT', 'The public keys are not those of the curve secp256k1.');
}

const isPoint = (bytes: Uint8Array): boolean =>
  (bytes.length === 65 && bytes[0] === 4) || (bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3));

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
