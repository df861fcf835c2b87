import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import type { Database } from '../../db/database.ts';
import { apply, type Effect, type EffectKind } from '../../db/effects.ts';
import { sealContext, sealedColumns } from '../../db/sealed-columns.ts';
import { sql } from '../../db/sql.ts';
import type { Vault } from '../../db/vault.ts';
import { addMs, type Clock, DAY_MS, monotonicMs, SECOND_MS } from '../../kernel/clock.ts';
import { ApiError, assert, InvalidFields } from '../../kernel/errors.ts';
import { publicPoint, readChain, requireChain } from './certificates.ts';
import type { GivenKeys, UmaHost } from './port.ts';
import { certify } from './x509.ts';

/** How soon keys that another process was given are followed. */
const REMEMBERED_MS = 10 * SECOND_MS;
const MAX_REMEMBERED = 1_000;
const VALID_MS = 2 * 365 * DAY_MS;
/** Certificates of our own are made anew this long before they end. */
const RENEWED_MS = 60 * DAY_MS;
/** Clocks of other providers may be behind. */
const BACKDATED_MS = DAY_MS;

export interface OwnKeys {
  signing: Uint8Array;
  encryption: Uint8Array;
  /** Hex of each certificate's DER, leaf first. */
  signingChain: string[];
  encryptionChain: string[];
}

/** The keys of platforms, made when they are first needed and opened for a few seconds. */
export class UmaKeyring {
  readonly #needs: { db: Database; vault: Vault; clock: Clock };
  readonly #remembered = new Map<string, { until: number; keys: Promise<OwnKeys> }>();

  constructor(needs: { db: Database; vault: Vault; clock: Clock }) {
    this.#needs = needs;
  }

  of(host: UmaHost): Promise<OwnKeys> {
    const known = this.#remembered.get(host.platformId);
    if (known && known.until > monotonicMs()) return known.keys;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    const keys = this.#load(host);
    this.#remembered.set(host.platformId, { until: monotonicMs() + REMEMBERED_MS, keys });
    keys.catch(() => this.#remembered.delete(host.platformId));
    return keys;
  }

  /** The effect that puts an operator's keys in place of those there are. */
  given(platformId: string, given: GivenKeys): Effect {
    const now = this.#needs.clock.now();
    const signing = readGiven('signing', given.signingPrivateKeyPem, given.signingCertChainPem, now);
    const encryption = readGiven('encryption', given.encryptionPrivateKeyPem, given.encryptionCertChainPem, now);
    this.#remembered.delete(platformId);
    const keys = {
      signing: signing.key,
      encryption: encryption.key,
      signingChain: signing.chain,
      encryptionChain: encryption.chain,
    };
    return this.#kept(platformId, keys, { isGiven: true, now });
  }

  async #load({ platformId, domain }: UmaHost): Promise<OwnKeys> {
    const { db, vault, clock } = this.#needs;
    const now = clock.now();
    let row = await this.#read(platformId);
    if (!row || (!row.is_given && isEnding(row, now))) {
      await apply(db, { effects: [this.#kept(platformId, makeKeys(domain, now), { isGiven: false, now })] });
      row = await this.#read(platformId);
    }
    assert(row, 'a platform that was given keys has them');
    const [signing, encryption] = await Promise.all([
      vault.open(row.signing_sealed, sealContext(sealedColumns.umaSigningKey, row)),
      vault.open(row.encryption_sealed, sealContext(sealedColumns.umaEncryptionKey, row)),
    ]);
    return {
      signing: Buffer.from(signing, 'hex'),
      encryption: Buffer.from(encryption, 'hex'),
      signingChain: row.signing_chain,
      encryptionChain: row.encryption_chain,
    };
  }

  async #read(platformId: string): Promise<KeyRow | undefined> {
    const [row] = await this.#needs.db.read<KeyRow>(sql`
      SELECT platform_id, signing_sealed, encryption_sealed, signing_chain, encryption_chain, is_given, created_at
      FROM uma_keys WHERE platform_id = ${platformId}`);
    return row;
  }

  #kept(platformId: string, keys: OwnKeys, { isGiven, now }: { isGiven: boolean; now: Date }): Effect {
    const { vault } = this.#needs;
    const row = { platform_id: platformId };
    const seal = (column: 'umaSigningKey' | 'umaEncryptionKey', key: Uint8Array): string =>
      vault.seal(Buffer.from(key).toString('hex'), sealContext(sealedColumns[column], row));
    return {
      kind: keptKind,
      rows: [
        {
          ...row,
          signing_sealed: seal('umaSigningKey', keys.signing),
          encryption_sealed: seal('umaEncryptionKey', keys.encryption),
          signing_chain: keys.signingChain,
          encryption_chain: keys.encryptionChain,
          is_given: isGiven,
          created_at: now,
          renewed_before: addMs(now, RENEWED_MS - VALID_MS),
        },
      ],
    };
  }
}

interface KeyRow {
  platform_id: string;
  signing_sealed: string;
  encryption_sealed: string;
  signing_chain: string[];
  encryption_chain: string[];
  is_given: boolean;
  created_at: Date;
}

const isEnding = ({ created_at }: KeyRow, now: Date): boolean => created_at <= addMs(now, RENEWED_MS - VALID_MS);

/** Keys that we make take the place of none but ended ones of ours: of two processes that make some, one is the first. */
const keptKind: EffectKind = {
  name: 'uma_keys_kept',
  statement: (rows) => sql`
    INSERT INTO uma_keys AS k (platform_id, signing_sealed, encryption_sealed, signing_chain, encryption_chain, is_given,
      created_at)
    SELECT r.platform_id, r.signing_sealed, r.encryption_sealed, r.signing_chain, r.encryption_chain, r.is_given,
      r.created_at
    FROM ${rows} AS r(item int, platform_id text, signing_sealed text, encryption_sealed text, signing_chain text[],
      encryption_chain text[], is_given boolean, created_at timestamptz, renewed_before timestamptz)
    JOIN guarded USING (item)
    WHERE r.is_given OR NOT EXISTS (
      SELECT 1 FROM uma_keys o WHERE o.platform_id = r.platform_id AND (o.is_given OR o.created_at > r.renewed_before))
    ON CONFLICT (platform_id) DO UPDATE SET signing_sealed = excluded.signing_sealed,
      encryption_sealed = excluded.encryption_sealed, signing_chain = excluded.signing_chain,
      encryption_chain = excluded.encryption_chain, is_given = excluded.is_given, created_at = excluded.created_at
    WHERE excluded.is_given OR (NOT k.is_given AND k.created_at <= excluded.created_at - interval '1 day')`,
};

/** Two keys under one root, whose own key nobody keeps. */
function makeKeys(domain: string, now: Date): OwnKeys {
  const term = { from: addMs(now, -BACKDATED_MS), until: addMs(now, VALID_MS) };
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

function readGiven(name: 'signing' | 'encryption', keyPem: string, chainPem: string, now: Date) {
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

function readPrivateKey(pem: string): Buffer | undefined {
  try {
    const { crv, d } = createPrivateKey(pem).export({ format: 'jwk' });
    return crv === 'secp256k1' && d ? Buffer.from(d, 'base64url') : undefined;
  } catch {
    return undefined;
  }
}
