import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';

/** Time during which replaced keys still sign in addition to the new keys. */
const OVERLAP_MS = DAY_MS;
const ROTATE_TRIES = 10;
const HMAC_BYTES = 32;

export const keyAlgorithms = ['ES256', 'ed25519', 'hmac-sha256'] as const;
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

export interface KeyRow {
  platform_id: string;
  id: string;
  generation: number;
  algorithm: KeyAlgorithm;
  public_key: string | null;
  secret_sealed: string;
  created_at: Date;
  retires_at: Date | null;
}

interface Owner {
  platformId: string;
  /** Real time, because receivers replace keys by their own clocks. */
  now: Date;
}

/** Returns the active keys, newest generation first. Creates the first keys on demand. */
export async function ensureKeys(db: Database, vault: Vault, owner: Owner): Promise<KeyRow[]> {
  const found = await readKeys(db, owner);
  if (found.length > 0) return found;
  try {
    await apply(db, { effects: [insertKeys(makeKeys(vault, owner, 1))] });
  } catch (error) {
    // A concurrent request has created the first keys.
    if (brokenConstraint(error) !== 'webhook_keys_generation') throw error;
  }
  return readKeys(db, owner);
}

export const openSecret = (vault: Vault, row: KeyRow): Promise<string> => vault.open(row.secret_sealed, placeOf(row));

interface Shown {
  /** Shared secrets are only included for tokens with MANAGE. */
  withSecrets: boolean;
}

export async function listKeys(db: Database, vault: Vault, { withSecrets, ...owner }: Owner & Shown) {
  const keys = await ensureKeys(db, vault, owner);
  return keysJson(vault, keys, withSecrets);
}

/** Creates a new key for every algorithm. The previous keys also sign for another day. */
export async function rotateKeys(db: Database, vault: Vault, owner: Owner, receipt: Receipt): Promise<string> {
  for (let i = 0; i < ROTATE_TRIES; i++) {
    const current = await ensureKeys(db, vault, owner);
    const retiresAt = addMs(owner.now, OVERLAP_MS);
    const fresh = makeKeys(vault, owner, (current[0]?.generation ?? 0) + 1);
    const kept = current.map((key) => ({ ...key, retires_at: key.retires_at ?? retiresAt }));
    const text = JSON.stringify(await keysJson(vault, [...fresh, ...kept], true));
    const effects = [insertKeys(fresh), retire(owner.platformId, retiresAt), ...receipt.record({ status: 200, text })];
    try {
      await apply(db, { effects });
      return text;
    } catch (error) {
      if (brokenConstraint(error) !== 'webhook_keys_generation') throw error;
    }
  }
  throw new ApiError('CONFLICT', 'The keys are being rotated by many requests at once.', {
    reason: 'CHANGED_MEANWHILE',
  });
}

function readKeys(db: Database, { platformId, now }: Owner): Promise<KeyRow[]> {
  return db.read<KeyRow>(sql`
    SELECT platform_id, id, generation, algorithm, public_key, secret_sealed, created_at, retires_at FROM webhook_keys
    WHERE platform_id = ${platformId} AND (retires_at IS NULL OR retires_at > ${now})
    ORDER BY generation DESC, id`);
}

const placeOf = ({ platform_id, id }: Pick<KeyRow, 'platform_id' | 'id'>) =>
  sealContext(sealedColumns.webhookKey, { platform_id, id });

/** Generates a key per algorithm: a secret to seal, and a public part for receivers. */
const makers: Readonly<Record<KeyAlgorithm, () => { secret: string; publicKey: string | null }>> = {
  ES256: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { secret: pem(privateKey), publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  },
  ed25519: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    // JWK is avoided: Node 20 locks the key during that export, and garbage collection within the export deadlocks.
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-ED25519_BYTES);
    return { secret: pem(privateKey), publicKey: `whpk_${raw.toString('base64')}` };
  },
  'hmac-sha256': () => ({ secret: randomBytes(HMAC_BYTES).toString('base64'), publicKey: null }),
};

/** Length of the raw public key, which ends the SPKI encoding. */
const ED25519_BYTES = 32;

const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

function makeKeys(vault: Vault, { platformId, now }: Owner, generation: number): KeyRow[] {
  return keyAlgorithms.map((algorithm) => {
    const id = newId('WebhookKey');
    const { secret, publicKey } = makers[algorithm]();
    return {
      platform_id: platformId,
      id,
      generation,
      algorithm,
      public_key: publicKey,
      secret_sealed: vault.seal(secret, placeOf({ platform_id: platformId, id })),
      created_at: now,
      retires_at: null,
    };
  });
}

const insertKeys = (keys: readonly KeyRow[]): Effect => ({ kind: keysKind, rows: keys });

const keysKind: EffectKind = {
  name: 'webhook_keys_made',
  statement: (rows) => sql`
    INSERT INTO webhook_keys (platform_id, id, generation, algorithm, public_key, secret_sealed, created_at)
    SELECT r.platform_id, r.id, r.generation, r.algorithm, r.public_key, r.secret_sealed, r.created_at
    FROM ${rows} AS r(item int, platform_id text, id text, generation int, algorithm text, public_key text,
      secret_sealed text, created_at timestamptz) JOIN guarded USING (item)`,
};

const retire = (platformId: string, at: Date): Effect => ({
  kind: retireKind,
  rows: [{ platform_id: platformId, retires_at: at }],
});

/** The statement sees the keys from before it, so that new keys are not retired. */
const retireKind: EffectKind = {
  name: 'webhook_keys_retired',
  statement: (rows) => sql`
    UPDATE webhook_keys k SET retires_at = r.retires_at
    FROM ${rows} AS r(item int, platform_id text, retires_at timestamptz) JOIN guarded USING (item)
    WHERE k.platform_id = r.platform_id AND k.retires_at IS NULL`,
};

async function keysJson(vault: Vault, keys: readonly KeyRow[], withSecrets: boolean) {
  return { data: await Promise.all(keys.map((key) => keyJson(vault, key, withSecrets))) };
}

async function keyJson(vault: Vault, key: KeyRow, withSecrets: boolean) {
  const { id, algorithm, public_key, created_at, retires_at } = key;
  return {
    id,
    algorithm,
    ...(algorithm === 'ES256' && { publicKeyPem: public_key }),
    ...(algorithm === 'ed25519' && { publicKey: public_key }),
    ...(algorithm === 'hmac-sha256' && withSecrets && { secret: `whsec_${await openSecret(vault, key)}` }),
    status: retires_at ? 'RETIRING' : 'ACTIVE',
    createdAt: created_at,
    ...(retires_at && { retiresAt: retires_at }),
  };
}
