import { createPrivateKey } from 'node:crypto';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { ensureKeys, type KeyAlgorithm, type KeyRow, openSecret } from './keys.ts';
import type { SigningKeys } from './signing.ts';

/** Maximum delay until a rotation by another process takes effect; old keys stay valid for much longer. */
const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 1_000;

export type Generations = readonly [SigningKeys, ...SigningKeys[]];

interface Remembered {
  until: number;
  keys: Promise<Generations>;
}

/** Caches unsealed signing keys per platform. */
export class Keyring {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #remembered = new Map<string, Remembered>();

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  signingKeys(platformId: string, now: Date): Promise<Generations> {
    const known = this.#remembered.get(platformId);
    if (known && known.until > monotonicMs()) return known.keys;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    const keys = this.#load(platformId, now);
    this.#remembered.set(platformId, { until: monotonicMs() + REMEMBERED_MS, keys });
    keys.catch(() => this.evict(platformId));
    return keys;
  }

  /** Removes the cached keys of a platform after a rotation in this process. */
  evict(platformId: string): void {
    this.#remembered.delete(platformId);
  }

  async #load(platformId: string, now: Date): Promise<Generations> {
    const found = await ensureKeys(this.#db, this.#vault, { platformId, now });
    const numbers = [...new Set(found.map((key) => key.generation))].sort((a, b) => b - a);
    const [newest, ...others] = await Promise.all(
      numbers.map((number) => this.#open(found.filter(({ generation }) => generation === number))),
    );
    assert(newest, 'a platform has signing keys');
    return [newest, ...others];
  }

  async #open(generation: readonly KeyRow[]): Promise<SigningKeys> {
    const secretOf = (algorithm: KeyAlgorithm): Promise<string> => {
      const row = generation.find((key) => key.algorithm === algorithm);
      assert(row, `a generation has a key for ${algorithm}`);
      return openSecret(this.#vault, row);
    };
    const [es256, ed25519, hmac] = await Promise.all([secretOf('ES256'), secretOf('ed25519'), secretOf('hmac-sha256')]);
    return {
      es256: createPrivateKey(es256),
      ed25519: createPrivateKey(ed25519),
      hmac: Buffer.from(hmac, 'base64'),
    };
  }
}
