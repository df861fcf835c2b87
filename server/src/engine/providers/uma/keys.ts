import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import type { Database } from '../../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../../foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../../../foundation/db/sealed-columns.ts';
import { sql } from '../../../foundation/db/sql.ts';
import {
  boolean,
  type RecordOf,
  type RowOf,
  table,
  text,
  textArray,
  timestamptz,
} from '../../../foundation/db/table.ts';
import type { Vault } from '../../../foundation/db/vault.ts';
import { addMs, type Clock, DAY_MS, monotonicMs, SECOND_MS } from '../../../foundation/kernel/clock.ts';
import { ApiError, assert, InvalidFields } from '../../../foundation/kernel/errors.ts';
import { publicPoint, readChain, requireChain } from './certificates.ts';
import type { OperatorKeys, UmaHost } from './port.ts';
import { certify } from './x509.ts';

/** Maximum delay before keys replaced by another process are used. */
const CACHE_MS = 10 * SECOND_MS;
const MAX_CACHED = 1_000;
const VALID_MS = 2 * 365 * DAY_MS;
/** Time before expiry at which generated certificates are renewed. */
const RENEWAL_MS = 60 * DAY_MS;
/** Tolerance for other providers whose clocks are slow. */
const BACKDATING_MS = DAY_MS;

interface OwnKeys {
  signing: Uint8Array;
  encryption: Uint8Array;
  /** DER of each certificate in hex, leaf first. */
  signingChain: string[];
  encryptionChain: string[];
}

/** Keys of the platforms, generated on first use and cached for a few seconds. */
export class UmaKeyring {
  readonly #deps: { db: Database; vault: Vault; clock: Clock };
  readonly #cache = new Map<string, { until: number; keys: Promise<OwnKeys> }>();

  constructor(deps: { db: Database; vault: Vault; clock: Clock }) {
    this.#deps = deps;
  }

  of(host: UmaHost): Promise<OwnKeys> {
    const cached = this.#cache.get(host.platformId);
    if (cached && cached.until > monotonicMs()) return cached.keys;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    const keys = this.#load(host);
    this.#cache.set(host.platformId, { until: monotonicMs() + CACHE_MS, keys });
    // Failures are not cached. The caller handles the rejection.
    keys.catch(() => this.#cache.delete(host.platformId));
    return keys;
  }

  /** Returns the effect that replaces a platform's keys by its operator's keys. */
  replaceKeys(platformId: string, operatorKeys: OperatorKeys): Effect {
    const now = this.#deps.clock.now();
    const signing = readOperatorKey(
      'signing',
      operatorKeys.signingPrivateKeyPem,
      operatorKeys.signingCertChainPem,
      now,
    );
    const encryption = readOperatorKey(
      'encryption',
      operatorKeys.encryptionPrivateKeyPem,
      operatorKeys.encryptionCertChainPem,
      now,
    );
    this.#cache.delete(platformId);
    const keys = {
      signing: signing.key,
      encryption: encryption.key,
      signingChain: signing.chain,
      encryptionChain: encryption.chain,
    };
    return this.#upsert(platformId, keys, { isGiven: true, now });
  }

  async #load({ platformId, domain }: UmaHost): Promise<OwnKeys> {
    const { db, vault, clock } = this.#deps;
    const now = clock.now();
    let stored = await this.#find(platformId);
    if (!stored || (!stored.isGiven && isExpiring(stored, now))) {
      await apply(db, { effects: [this.#upsert(platformId, generateKeys(domain, now), { isGiven: false, now })] });
      stored = await this.#find(platformId);
    }
    assert(stored, 'a platform has keys once they are written');
    const key = { platform_id: platformId };
    const [signing, encryption] = await Promise.all([
      vault.open(stored.signingSealed, sealContext(sealedColumns.umaSigningKey, key)),
      vault.open(stored.encryptionSealed, sealContext(sealedColumns.umaEncryptionKey, key)),
    ]);
    return {
      signing: Buffer.from(signing, 'hex'),
      encryption: Buffer.from(encryption, 'hex'),
      signingChain: stored.signingChain,
      encryptionChain: stored.encryptionChain,
    };
  }

  async #find(platformId: string): Promise<StoredKeys | undefined> {
    const [row] = await this.#deps.db.read<RowOf<typeof umaKeys>>(
      sql`SELECT ${umaKeys.columns} FROM uma_keys WHERE platform_id = ${platformId}`,
    );
    return row && umaKeys.fromRow(row);
  }

  #upsert(platformId: string, keys: OwnKeys, { isGiven, now }: { isGiven: boolean; now: Date }): Effect {
    const seal = (column: 'umaSigningKey' | 'umaEncryptionKey', key: Uint8Array): string =>
      this.#deps.vault.seal(
        Buffer.from(key).toString('hex'),
        sealContext(sealedColumns[column], { platform_id: platformId }),
      );
    const stored: StoredKeys = {
      platformId,
      signingSealed: seal('umaSigningKey', keys.signing),
      encryptionSealed: seal('umaEncryptionKey', keys.encryption),
      signingChain: keys.signingChain,
      encryptionChain: keys.encryptionChain,
      isGiven,
      createdAt: now,
    };
    return { kind: upsertKind, rows: [{ ...umaKeys.toRow(stored), renewed_before: renewedBefore(now) }] };
  }
}

const umaKeys = table('uma_keys', {
  platformId: text(),
  signingSealed: text(),
  encryptionSealed: text(),
  signingChain: textArray(),
  encryptionChain: textArray(),
  /** True for keys from an operator, which the service never renews. */
  isGiven: boolean(),
  createdAt: timestamptz(),
});

type StoredKeys = RecordOf<typeof umaKeys>;

/** Generated keys from before this time are renewed. */
const renewedBefore = (now: Date): Date => addMs(now, RENEWAL_MS - VALID_MS);

const isExpiring = ({ createdAt }: StoredKeys, now: Date): boolean => createdAt <= renewedBefore(now);

/** Generated keys replace only expiring generated keys. If two processes generate keys, the first wins. */
const upsertKind: EffectKind = {
  name: 'uma_keys_upserted',
  statement: (rows) => sql`
    INSERT INTO uma_keys AS k (${umaKeys.columns})
    SELECT ${umaKeys.columnsOf('r')}
    FROM ${rows} AS r(${umaKeys.rowType}, renewed_before timestamptz)
    JOIN guarded USING (item)
    WHERE r.is_given OR NOT EXISTS (
      SELECT 1 FROM uma_keys o WHERE o.platform_id = r.platform_id AND (o.is_given OR o.created_at > r.renewed_before))
    ON CONFLICT (platform_id) DO UPDATE SET signing_sealed = excluded.signing_sealed,
      encryption_sealed = excluded.encryption_sealed, signing_chain = excluded.signing_chain,
      encryption_chain = excluded.encryption_chain, is_given = excluded.is_given, created_at = excluded.created_at
    WHERE excluded.is_given OR (NOT k.is_given AND k.created_at <= excluded.created_at - interval '1 day')`,
};

/** Generates two keys with certificates of a common root, whose private key is discarded. */
function generateKeys(domain: string, now: Date): OwnKeys {
  const term = { from: addMs(now, -BACKDATING_MS), until: addMs(now, VALID_MS) };
  const commonName = `UMA root of ${domain}`;
  const root = certify({ ...term, commonName });
  const issuer = { commonName, privateKey: root.privateKey };
  const [signing, encryption] = [
    certify({ ...term, commonName: domain, issuer }),
    certify({ ...term, commonName: domain, issuer }),
  ];
  const chainOf = (leaf: Buffer): string[] => [leaf, root.certificate].map((der) => der.toString('hex'));
  return {
    signing: signing.privateKey,
    encryption: encryption.privateKey,
    signingChain: chainOf(signing.certificate),
    encryptionChain: chainOf(encryption.certificate),
  };
}

function readOperatorKey(name: 'signing' | 'encryption', keyPem: string, chainPem: string, now: Date) {
  const [keyField, chainField] = [`${name}PrivateKeyPem`, `${name}CertChainPem`];
  const key = readPrivateKey(keyPem);
  if (!key) throw new InvalidFields([{ field: keyField, message: `${keyField} must be a key on secp256k1, as PEM.` }]);
  const blocks = chainPem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const chain = readChain(blocks.map((block) => Buffer.from(block.replaceAll(/-----[A-Z ]+-----/g, ''), 'base64')));
  requireChain(chain, now);
  const [leaf] = chain;
  if (leaf && publicPoint(leaf).equals(secp256k1.getPublicKey(key, false))) {
    return { key, chain: chain.map(({ raw }: X509Certificate) => raw.toString('hex')) };
  }
  throw new ApiError('CERT_CHAIN_INVALID', `${chainField} does not begin with the certificate of ${keyField}.`);
}

/** Returns undefined if the text is not a private key of the curve secp256k1. */
function readPrivateKey(pem: string): Buffer | undefined {
  try {
    const { crv, d } = createPrivateKey(pem).export({ format: 'jwk' });
    return crv === 'secp256k1' && d ? Buffer.from(d, 'base64url') : undefined;
  } catch {
    return undefined;
  }
}
