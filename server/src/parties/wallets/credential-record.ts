import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  boolean,
  bytea,
  nullable,
  type RowOf,
  table,
  text,
  textArray,
  timestamptz,
} from '../../foundation/db/table.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';

export const credentialTypes = ['OAUTH', 'EMAIL_OTP', 'SMS_OTP', 'PASSKEY'] as const;
export type CredentialType = (typeof credentialTypes)[number];
export type OtpType = 'EMAIL_OTP' | 'SMS_OTP';

export const isOtp = (type: CredentialType): type is OtpType => type === 'EMAIL_OTP' || type === 'SMS_OTP';

/** Credential with which the holder of a wallet logs in. */
export interface Credential {
  platformId: string;
  id: string;
  accountId: string;
  type: CredentialType;
  /** For EMAIL_OTP and SMS_OTP, the address that receives the codes. */
  nickname: string;
  /** True if the credential was added without a signature, which is possible only for the first one of an account. */
  isFirst: boolean;
  identity?: { issuer: string; audience: string; subject: string };
  passkey?: PasskeyDetails;
  createdAt: Date;
  updatedAt: Date;
}

export interface PasskeyDetails {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  rpId: string;
  origin: string;
  registrationChallenge: string;
}

export const credentials = table('wallet_credentials', {
  platformId: text(),
  id: text(),
  accountId: text(),
  type: text<CredentialType>(),
  nickname: text(),
  isFirst: boolean(),
  oidcIssuer: nullable(text()),
  oidcAudience: nullable(text()),
  oidcSubject: nullable(text()),
  passkeyId: nullable(text()),
  passkeyKey: nullable(bytea()),
  passkeyCounter: bigint(),
  passkeyTransports: textArray(),
  passkeyRpId: nullable(text()),
  passkeyOrigin: nullable(text()),
  registrationChallenge: nullable(text()),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
});

export type CredentialRow = RowOf<typeof credentials>;

export const credentialJson = (credential: Credential) => ({
  id: credential.id,
  accountId: credential.accountId,
  type: credential.type,
  ...(credential.passkey && { credentialId: credential.passkey.credentialId }),
  nickname: credential.nickname,
  createdAt: credential.createdAt,
  updatedAt: credential.updatedAt,
});

export async function getCredential(db: Database, platformId: string, id: string): Promise<Credential> {
  const [row] = await db.readPipelined<CredentialRow>(
    sql`SELECT ${credentials.columns} FROM wallet_credentials WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toCredential(row);
  throw credentialNotFound();
}

export const credentialNotFound = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such credential.', {
    hint: 'GET /auth/credentials?accountId= lists the credentials of an account.',
  });

/** Newest first. */
export async function listCredentials(db: Database, platformId: string, accountId: string): Promise<Credential[]> {
  const rows = await db.readPipelined<CredentialRow>(sql`
    SELECT ${credentials.columns} FROM wallet_credentials
    WHERE platform_id = ${platformId} AND account_id = ${accountId} ORDER BY created_at DESC, id DESC`);
  return rows.map(toCredential);
}

/** Lists the credentials of one type on all accounts of an owner. */
export async function listOwnerCredentials(
  db: Database,
  { platformId, ownerId, type }: { platformId: string; ownerId: string; type: OtpType },
): Promise<Credential[]> {
  const rows = await db.readPipelined<CredentialRow>(sql`
    SELECT ${credentials.columns} FROM wallet_credentials
    WHERE platform_id = ${platformId} AND type = ${type} AND account_id IN
      (SELECT a.id FROM accounts a WHERE a.platform_id = ${platformId} AND a.owner_id = ${ownerId})
    ORDER BY id`);
  return rows.map(toCredential);
}

/** True if another EMAIL_OTP credential of the platform uses this email. */
export async function isEmailTaken(
  db: Database,
  { platformId, email, except }: { platformId: string; email: string; except: readonly string[] },
): Promise<boolean> {
  const [row] = await db.readPipelined(sql`
    SELECT 1 FROM wallet_credentials
    WHERE platform_id = ${platformId} AND type = 'EMAIL_OTP' AND lower(nickname) = ${email.toLowerCase()}
      AND id <> ALL (${except}) LIMIT 1`);
  return row !== undefined;
}

/** `issues` is the number of codes sent together with the credential. */
export const insertCredential = (credential: Credential, { issues = 0 } = {}): Effect => ({
  kind: insertKind,
  rows: [{ ...toRow(credential), issues }],
});

interface FirstCredential {
  platformId: string;
  accountId: string;
  email: string;
  at: Date;
}

/** For the statement that opens the account. Inserts nothing if the account already exists. */
export const insertFirstCredential = ({ platformId, accountId, email, at }: FirstCredential): Effect => ({
  kind: firstKind,
  rows: [
    toRow({
      platformId,
      id: newId('AuthMethod'),
      accountId,
      type: 'EMAIL_OTP',
      nickname: email,
      isFirst: true,
      createdAt: at,
      updatedAt: at,
    }),
  ],
});

/**
 * Changes the address of a customer's credentials and voids outstanding codes. The first credential claims an email; if
 * another customer has claimed it, the statement aborts (see `CLAIMED_CONTACT`).
 */
export function changeCredentialContact(credentials: readonly Credential[], contact: string, at: Date): Effect[] {
  const rows = credentials.map(({ platformId, id, type }, i) => {
    const claimed = type === 'EMAIL_OTP' && i === 0 ? contact.toLowerCase() : null;
    return { platform_id: platformId, id, contact, claimed_contact: claimed, at };
  });
  return [
    { kind: contactKind, rows },
    { kind: voidCodesKind, rows },
  ];
}

export const CLAIMED_CONTACT = 'wallet_credentials_contact';

/** Guard: deletes a credential unless it is the last of its account. Safe for concurrent deletions. */
export const deleteCredential = ({ platformId, accountId, id }: Credential): Effect => ({
  kind: deleteKind,
  rows: [{ platform_id: platformId, account_id: accountId, id }],
});

/** For the statement that closes accounts. Sessions, codes and claimed contacts are deleted with the credentials. */
export const deleteCredentialsOf = (accounts: readonly { platformId: string; id: string }[]): Effect => ({
  kind: deleteAllKind,
  rows: accounts.map(({ platformId, id }) => ({ platform_id: platformId, account_id: id })),
});

/** Stores the signature counter of a passkey. Aborts the statement if the counter has not grown. */
export const countPasskeyUse = ({ platformId, id }: Credential, counter: number): Effect => ({
  kind: useKind,
  rows: [{ platform_id: platformId, id, counter }],
});

const rowType = sql`AS r(${credentials.rowType}, issues int)`;

const insertKind: EffectKind = {
  name: 'credential_added',
  statement: (rows) => sql`
    INSERT INTO wallet_credentials (${credentials.columns}, issues, window_start)
    SELECT ${credentials.columns}, issues, created_at FROM ${rows} ${rowType} JOIN guarded USING (item)`,
};

const firstKind: EffectKind = {
  // Effects are sorted by name. This one reads opened_accounts, so its name must come after that one.
  name: 'wallet_credential_begun',
  statement: (rows) => sql`
    INSERT INTO wallet_credentials (${credentials.columns})
    SELECT ${credentials.columns} FROM ${rows} ${rowType} JOIN guarded USING (item)
    WHERE (r.platform_id, r.account_id) IN (SELECT o.platform_id, o.id FROM opened_accounts o)`,
};

const contactKind: EffectKind = {
  name: 'credential_contact_changed',
  statement: (rows) => sql`
    UPDATE wallet_credentials c SET nickname = r.contact, claimed_contact = r.claimed_contact, updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, contact text, claimed_contact text, at timestamptz)
    JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.id = r.id`,
};

const voidCodesKind: EffectKind = {
  name: 'codes_voided',
  statement: (rows) => sql`
    DELETE FROM wallet_codes o USING ${rows} AS r(item int, platform_id text, id text) JOIN guarded USING (item)
    WHERE o.platform_id = r.platform_id AND o.credential_id = r.id`,
};

const deleteKind: EffectKind = {
  name: 'credential_deleted',
  statement: (rows) => sql`
    WITH r AS (SELECT * FROM ${rows} AS r(item int, platform_id text, account_id text, id text)),
    held AS (
      SELECT c.id FROM wallet_credentials c JOIN r ON c.platform_id = r.platform_id AND c.account_id = r.account_id
      ORDER BY c.id FOR UPDATE OF c)
    DELETE FROM wallet_credentials c USING r
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND (SELECT count(*) FROM held) > 1 RETURNING r.item`,
};

const deleteAllKind: EffectKind = {
  name: 'credentials_deleted',
  statement: (rows) => sql`
    DELETE FROM wallet_credentials c
    USING ${rows} AS r(item int, platform_id text, account_id text) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.account_id = r.account_id`,
};

/** Accepts 0 again, because authenticators without a counter always report 0. */
const useKind: EffectKind = {
  name: 'passkey_counted',
  statement: (rows) => sql`
    UPDATE wallet_credentials c SET passkey_counter =
      CASE WHEN r.counter > c.passkey_counter OR (r.counter = 0 AND c.passkey_counter = 0) THEN r.counter END
    FROM ${rows} AS r(item int, platform_id text, id text, counter bigint) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.id = r.id`,
};

export function toCredential(row: CredentialRow): Credential {
  const { oidc_issuer: issuer, oidc_audience: audience, oidc_subject: subject } = row;
  return {
    platformId: row.platform_id,
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    nickname: row.nickname,
    isFirst: row.is_first,
    ...(issuer && audience && subject && { identity: { issuer, audience, subject } }),
    ...(row.passkey_id && {
      passkey: {
        credentialId: row.passkey_id,
        publicKey: row.passkey_key ?? Buffer.alloc(0),
        counter: Number(row.passkey_counter),
        transports: row.passkey_transports,
        rpId: row.passkey_rp_id ?? '',
        origin: row.passkey_origin ?? '',
        registrationChallenge: row.registration_challenge ?? '',
      },
    }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const toRow = ({ identity, passkey, ...credential }: Credential) =>
  credentials.toRow({
    ...credential,
    oidcIssuer: identity?.issuer ?? null,
    oidcAudience: identity?.audience ?? null,
    oidcSubject: identity?.subject ?? null,
    passkeyId: passkey?.credentialId ?? null,
    passkeyKey: passkey?.publicKey ?? null,
    passkeyCounter: BigInt(passkey?.counter ?? 0),
    passkeyTransports: [...(passkey?.transports ?? [])],
    passkeyRpId: passkey?.rpId ?? null,
    passkeyOrigin: passkey?.origin ?? null,
    registrationChallenge: passkey?.registrationChallenge ?? null,
  });
