import { createPrivateKey, sign } from 'node:crypto';
import type { Database } from '../../../foundation/db/database.ts';
import { sealContext, sealedColumns } from '../../../foundation/db/sealed-columns.ts';
import { sql } from '../../../foundation/db/sql.ts';
import type { Vault } from '../../../foundation/db/vault.ts';
import { newP256KeyPair } from '../../../foundation/kernel/p256.ts';
import type { VaultSigner } from './port.ts';

const MAX_CACHED = 10_000;

/** One signing key per platform, created on first use. If two processes create a key at once, both use the first. */
export function vaultSigners({ db, vault }: { db: Database; vault: Vault }) {
  const cache = new Map<string, Promise<VaultSigner>>();
  return (platformId: string, at: Date): Promise<VaultSigner> => {
    const signer = cache.get(platformId) ?? openSigner({ db, vault }, platformId, at);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(platformId, signer);
    // The caller handles the error; the next call tries again.
    signer.catch(() => cache.delete(platformId));
    return signer;
  };
}

async function openSigner({ db, vault }: { db: Database; vault: Vault }, platformId: string, at: Date) {
  const [stored] = await readKey(db, platformId);
  const row = stored ?? (await createKey({ db, vault }, platformId, at));
  const pkcs8 = await vault.open(row.secret_sealed, contextOf(platformId));
  const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  return {
    publicKey: row.public_key,
    sign: (message: Buffer, dsaEncoding: 'der' | 'ieee-p1363') => sign('sha256', message, { key, dsaEncoding }),
  };
}

async function createKey({ db, vault }: { db: Database; vault: Vault }, platformId: string, at: Date): Promise<KeyRow> {
  const { privateKey, publicKey } = newP256KeyPair();
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  await db.write(sql`
    INSERT INTO wallet_vault_keys (platform_id, public_key, secret_sealed, created_at)
    VALUES (${platformId}, ${publicKey}, ${vault.seal(pkcs8, contextOf(platformId))}, ${at}) ON CONFLICT DO NOTHING`);
  const [row] = await readKey(db, platformId);
  if (!row) throw new Error(`the vault key of ${platformId} was not stored`);
  return row;
}

interface KeyRow {
  public_key: string;
  secret_sealed: string;
}

const readKey = (db: Database, platformId: string): Promise<KeyRow[]> =>
  db.readPipelined(sql`SELECT public_key, secret_sealed FROM wallet_vault_keys WHERE platform_id = ${platformId}`);

const contextOf = (platformId: string) => sealContext(sealedColumns.walletVaultKey, { platform_id: platformId });
