import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../../foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../../../foundation/db/sealed-columns.ts';
import { sql } from '../../../foundation/db/sql.ts';
import type { Vault } from '../../../foundation/db/vault.ts';
import { hpkeSeal } from '../../../foundation/kernel/hpke.ts';
import { type SparkNetwork, sparkAddress, sparkPath } from './addresses.ts';
import type { Envelope, VaultSigner, WalletKey, WalletVault } from './port.ts';
import { vaultSigners } from './signers.ts';

export interface VaultDeps {
  db: Database;
  vault: Vault;
}

interface VaultOptions {
  network: SparkNetwork;
  signsExports: boolean;
  acceptsContact: (contact: string) => boolean;
}

/** Stores seeds in the database, sealed under the master key. */
export function localVault(
  { db, vault }: VaultDeps,
  { network, signsExports, acceptsContact }: VaultOptions,
): WalletVault {
  const signer = vaultSigners({ db, vault });
  return {
    signer,
    acceptsContact: async (_key, contact) => acceptsContact(contact),
    newWallet: async (key, at) => {
      const mnemonic = await newMnemonic();
      const publicKey = await publicKeyAt(sparkPath(network), mnemonic);
      const seed = insertSeed(key, vault.seal(mnemonic, contextOf(key)), at);
      return { seed, depositAddress: sparkAddress(publicKey, network) };
    },
    exportWallet: async (key, { clientPublicKey, organizationId, at }) => {
      const mnemonic = await openSeed({ db, vault }, key);
      const { encapped, ciphertext } = hpkeSeal(Buffer.from(clientPublicKey, 'hex'), Buffer.from(mnemonic));
      const data = { encappedPublic: encapped.toString('hex'), ciphertext: ciphertext.toString('hex'), organizationId };
      return envelopeOf(data, signsExports ? await signer(key.platformId, at) : undefined);
    },
    envelope: async (platformId, data, at) => envelopeOf(data, await signer(platformId, at)),
  };
}

function envelopeOf(data: object, signer: VaultSigner | undefined): Envelope {
  const bytes = Buffer.from(JSON.stringify(data));
  return {
    version: 'v1.0.0',
    data: bytes.toString('hex'),
    dataSignature: signer?.sign(bytes, 'der').toString('hex') ?? '',
    enclaveQuorumPublic: signer?.publicKey ?? '',
  };
}

/** Entropy for 24 words. */
const ENTROPY_BITS = 256;

/** Loads the library on first use, to keep the start of the server short. */
async function newMnemonic(): Promise<string> {
  const [{ generateMnemonic }, { wordlist }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english'),
  ]);
  return generateMnemonic(wordlist, ENTROPY_BITS);
}

/** BIP-39, "From mnemonic to seed", without a passphrase. */
const SEED_ROUNDS = 2_048;
const SEED_BYTES = 64;

async function publicKeyAt(path: string, mnemonic: string): Promise<Uint8Array> {
  const { HDKey } = await import('@scure/bip32');
  const seed = await promisify(pbkdf2)(mnemonic.normalize('NFKD'), 'mnemonic', SEED_ROUNDS, SEED_BYTES, 'sha512');
  const { publicKey } = HDKey.fromMasterSeed(Uint8Array.from(seed)).derive(path);
  if (!publicKey) throw new Error(`no key at ${path}`);
  return publicKey;
}

async function openSeed({ db, vault }: VaultDeps, key: WalletKey): Promise<string> {
  const [row] = await db.readPipelined<{ mnemonic_sealed: string }>(sql`
    SELECT mnemonic_sealed FROM wallet_seeds WHERE platform_id = ${key.platformId} AND account_id = ${key.accountId}`);
  if (!row) throw new Error(`wallet ${key.accountId} has no seed`);
  return vault.open(row.mnemonic_sealed, contextOf(key));
}

const insertSeed = ({ platformId, accountId }: WalletKey, sealed: string, at: Date): Effect => ({
  kind: seedKind,
  rows: [{ platform_id: platformId, account_id: accountId, mnemonic_sealed: sealed, at }],
});

const seedKind: EffectKind = {
  name: 'seed_created',
  statement: (rows) => sql`
    INSERT INTO wallet_seeds (platform_id, account_id, mnemonic_sealed, created_at)
    SELECT r.platform_id, r.account_id, r.mnemonic_sealed, r.at
    FROM ${rows} AS r(item int, platform_id text, account_id text, mnemonic_sealed text, at timestamptz)
    JOIN guarded USING (item)`,
};

const contextOf = ({ platformId, accountId }: WalletKey) =>
  sealContext(sealedColumns.walletSeed, { platform_id: platformId, account_id: accountId });
