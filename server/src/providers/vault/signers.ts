import { createPrivateKey, sign } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { sealContext, sealedColumns } from '../../db/sealed-columns.ts';
import { sql } from '../../db/sql.ts';
import type { Vault } from '../../db/vault.ts';
import { newP256KeyPair } from '../../kernel/p256.ts';
import type { VaultSigner } from './port.ts';

const MAX_REMEMBERED = 10_000;

/** One signing key per platform, made when it is first needed; of two processes that make it at once one is kept. */
export function vaultSigners({ db, vault }: { db: Database; vault: Vault }) {
  const known = new Map<string, Promise<VaultSigner>>();
  return (platformId: string, at: Date): Promise<VaultSigner> => {
    const signer = known.get(platformId) ?? openSigner({ db, vault }, platformId, at);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(platformId, signer);
    signer.catch(() => known.delete(platformId));
    return signer;
  };
}

async function openSigner({ db, vault }: { db: Database; vault: Vault }, platformId: string, at: Date) {
  const [kept] = await readKey(db, platformId);
  const row = kept ?? (await makeKey({ db, vault }, platformId, at));
  const pkcs8 = await vault.open(row.secret_sealed, contextOf(platformId));
  const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  return {
    publicKey: row.public_key,
    sign: (message: Buffer, dsaEncoding: 'der' | 'ieee-p1363') => sign('sha256', message, { key, dsaEncoding }),
  };
}

async function makeKey({ db, vault }: { db: Database; vault: Vault }, platformId: string, at: Date): Promise<KeyRow> {
  const { privateKey, publicKey } = newP256KeyPair();
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  await db.write(sql`
    INSERT INTO wallet_vault_keys (platform_id, public_key, secret_sealed, created_at)
    VALUES (${platformId}, ${publicKey}, ${vault.seal(pkcs8, contextOf(platformId))}, ${at}) ON CONFLICT DO NOTHING`);
  const [row] = await readKey(db, platformId);
  if (!row) throw new Error('a key that was made is there');
  return row;
}

interface KeyRow {
  public_key: string;
  secret_sealed: string;
}

const readKey = (db: Database, platformId: string): Promise<KeyRow[]> =>
  db.find(sql`SELECT public_key, secret_sealed FROM wallet_vault_keys WHERE platform_id = ${platformId}`);

const contextOf = (platformId: string) => sealContext(sealedColumns.walletVaultKey, { platform_id: platformId });
