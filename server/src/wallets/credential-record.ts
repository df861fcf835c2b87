import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { type Sql, sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';

export const credentialTypes = ['OAUTH', 'EMAIL_OTP', 'SMS_OTP', 'PASSKEY'] as const;
export type CredentialType = (typeof credentialTypes)[number];
export type OtpType = 'EMAIL_OTP' | 'SMS_OTP';

export const isOtp = (type: CredentialType): type is OtpType => type === 'EMAIL_OTP' || type === 'SMS_OTP';

/** What a holder proves themselves with. */
export interface Credential {
  platformId: string;
  id: string;
  accountId: string;
  type: CredentialType;
  /** Of a code's credential: where the codes go. */
  nickname: string;
  /** Added without a signature, because there was none before it: an account has one such at most. */
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

export const credentialJson = (credential: Credential) => ({
  id: credential.id,
  accountId: credential.accountId,
  type: credential.type,
  ...(credential.passkey && { credentialId: credential.passkey.credentialId }),
  nickname: credential.nickname,
  createdAt: credential.createdAt,
  updatedAt: credential.updatedAt,
});

export async function findCredential(db: Database, platformId: string, id: string): Promise<Credential> {
  const [row] = await db.find<CredentialRow>(
    sql`SELECT ${credentialColumns} FROM wallet_credentials WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toCredential(row);
  throw unknownCredential();
}

export const unknownCredential = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such credential.', {
    hint: 'GET /auth/credentials?accountId= lists the credentials of an account.',
  });

/** Newest first. */
export async function credentialsOf(db: Database, platformId: string, accountId: string): Promise<Credential[]> {
  const rows = await db.find<CredentialRow>(sql`
    SELECT ${credentialColumns} FROM wallet_credentials
    WHERE platform_id = ${platformId} AND account_id = ${accountId} ORDER BY created_at DESC, id DESC`);
  return rows.map(toCredential);
}

/** The credentials of one type on any account of this owner. */
export async function tiedCredentials(
  db: Database,
  { platformId, ownerId, type }: { platformId: string; ownerId: string; type: OtpType },
): Promise<Credential[]> {
  const rows = await db.find<CredentialRow>(sql`
    SELECT ${credentialColumns} FROM wallet_credentials
    WHERE platform_id = ${platformId} AND type = ${type} AND account_id IN
      (SELECT a.id FROM accounts a WHERE a.platform_id = ${platformId} AND a.owner_id = ${ownerId})
    ORDER BY id`);
  return rows.map(toCredential);
}

/** Whether a code's credential other than these writes to this email. */
export async function isEmailTaken(
  db: Database,
  { platformId, email, except }: { platformId: string; email: string; except: readonly string[] },
): Promise<boolean> {
  const [found] = await db.find(sql`
    SELECT 1 FROM wallet_credentials
    WHERE platform_id = ${platformId} AND type = 'EMAIL_OTP' AND lower(nickname) = ${email.toLowerCase()}
      AND id <> ALL (${except}) LIMIT 1`);
  return found !== undefined;
}

/** `issues`: how many codes go out with it. */
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

/** Beside the effect that opens the account: where that account is there already, this one is not written. */
export const firstCredential = ({ platformId, accountId, email, at }: FirstCredential): Effect => ({
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
 * Points the credentials of one customer to another address; codes that went to the one before are void. An email is
 * claimed, by the first of them in the name of all: the statement breaks where somebody else has claimed it.
 */
export function readdress(credentials: readonly Credential[], contact: string, at: Date): Effect[] {
  const rows = credentials.map(({ platformId, id, type }, i) => {
    const claimed = type === 'EMAIL_OTP' && i === 0 ? contact.toLowerCase() : null;
    return { platform_id: platformId, id, contact, claimed_contact: claimed, at };
  });
  return [
    { kind: readdressKind, rows },
    { kind: voidCodesKind, rows },
  ];
}

/** What `readdress` breaks where the email is another's. */
export const CLAIMED_CONTACT = 'wallet_credentials_contact';

/** Guard: removes a credential unless it is the last of its account, however many are removed at once. */
export const removeCredential = ({ platformId, accountId, id }: Credential): Effect => ({
  kind: removeKind,
  rows: [{ platform_id: platformId, account_id: accountId, id }],
});

/** Belongs into the statement that closes accounts: what opened them ends, sessions, codes and claims with it. */
export const removeCredentialsOf = (accounts: readonly { platformId: string; id: string }[]): Effect => ({
  kind: removeAllKind,
  rows: accounts.map(({ platformId, id }) => ({ platform_id: platformId, account_id: id })),
});

/** Remembers the counter of a passkey; breaks the statement where another use was counted meanwhile. */
export const countPasskeyUse = ({ platformId, id }: Credential, counter: number): Effect => ({
  kind: useKind,
  rows: [{ platform_id: platformId, id, counter }],
});

export const credentialColumns: Sql = sql`platform_id, id, account_id, type, nickname, is_first, oidc_issuer, oidc_audience, oidc_subject,
  passkey_id, passkey_key, passkey_counter, passkey_transports, passkey_rp_id, passkey_origin, registration_challenge,
  created_at, updated_at`;

const rowType: Sql = sql`AS r(item int, platform_id text, id text, account_id text, type text, nickname text, is_first boolean,
  oidc_issuer text, oidc_audience text, oidc_subject text, passkey_id text, passkey_key bytea, passkey_counter bigint,
  passkey_transports text[], passkey_rp_id text, passkey_origin text, registration_challenge text,
  created_at timestamptz, updated_at timestamptz, issues int)`;

const insertKind: EffectKind = {
  name: 'credential_added',
  statement: (rows) => sql`
    INSERT INTO wallet_credentials (${credentialColumns}, issues, window_start)
    SELECT ${credentialColumns}, issues, created_at FROM ${rows} ${rowType} JOIN guarded USING (item)`,
};

const firstKind: EffectKind = {
  // Arms stand in the order of their names, and this one reads what opened_accounts returns.
  name: 'wallet_credential_begun',
  statement: (rows) => sql`
    INSERT INTO wallet_credentials (${credentialColumns})
    SELECT ${credentialColumns} FROM ${rows} ${rowType} JOIN guarded USING (item)
    WHERE (r.platform_id, r.account_id) IN (SELECT o.platform_id, o.id FROM opened_accounts o)`,
};

const readdressKind: EffectKind = {
  name: 'credentials_readdressed',
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

const removeKind: EffectKind = {
  name: 'credential_removed',
  statement: (rows) => sql`
    WITH r AS (SELECT * FROM ${rows} AS r(item int, platform_id text, account_id text, id text)),
    held AS (
      SELECT c.id FROM wallet_credentials c JOIN r ON c.platform_id = r.platform_id AND c.account_id = r.account_id
      ORDER BY c.id FOR UPDATE OF c)
    DELETE FROM wallet_credentials c USING r
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND (SELECT count(*) FROM held) > 1 RETURNING r.item`,
};

const removeAllKind: EffectKind = {
  name: 'credentials_removed',
  statement: (rows) => sql`
    DELETE FROM wallet_credentials c
    USING ${rows} AS r(item int, platform_id text, account_id text) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.account_id = r.account_id`,
};

/** Authenticators without a counter report 0 for ever. */
const useKind: EffectKind = {
  name: 'passkey_counted',
  statement: (rows) => sql`
    UPDATE wallet_credentials c SET passkey_counter =
      CASE WHEN r.counter > c.passkey_counter OR (r.counter = 0 AND c.passkey_counter = 0) THEN r.counter END
    FROM ${rows} AS r(item int, platform_id text, id text, counter bigint) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.id = r.id`,
};

export interface CredentialRow {
  platform_id: string;
  id: string;
  account_id: string;
  type: CredentialType;
  nickname: string;
  is_first: boolean;
  oidc_issuer: string | null;
  oidc_audience: string | null;
  oidc_subject: string | null;
  passkey_id: string | null;
  passkey_key: Buffer | null;
  passkey_counter: bigint;
  passkey_transports: string[];
  passkey_rp_id: string | null;
  passkey_origin: string | null;
  registration_challenge: string | null;
  created_at: Date;
  updated_at: Date;
}

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

const toRow = ({ platformId, accountId, isFirst, identity, passkey, createdAt, updatedAt, ...rest }: Credential) => ({
  platform_id: platformId,
  account_id: accountId,
  is_first: isFirst,
  ...rest,
  oidc_issuer: identity?.issuer ?? null,
  oidc_audience: identity?.audience ?? null,
  oidc_subject: identity?.subject ?? null,
  passkey_id: passkey?.credentialId ?? null,
  passkey_key: passkey ? `\\x${passkey.publicKey.toString('hex')}` : null,
  passkey_counter: passkey?.counter ?? 0,
  passkey_transports: passkey?.transports ?? [],
  passkey_rp_id: passkey?.rpId ?? null,
  passkey_origin: passkey?.origin ?? null,
  registration_challenge: passkey?.registrationChallenge ?? null,
  created_at: createdAt,
  updated_at: updatedAt,
});
