import type { RelyingParty } from '../../engine/providers/relying-parties/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { InvalidFields } from '../../foundation/kernel/errors.ts';
import { type PendingRow, pendingColumns } from './challenge-record.ts';
import { type Code, type CodeRow, codeColumns, MAX_ATTEMPTS, toCode } from './code-record.ts';
import {
  type Credential,
  type CredentialRow,
  type CredentialType,
  credentialNotFound,
  credentials,
  toCredential,
} from './credential-record.ts';

/** State of a login, read in one query, because round trips dominate the cost of a login. */
export interface Login {
  credential: Credential;
  /** True if the wallet has its seed and address. */
  isOpened: boolean;
  ownerEmail: string | null;
}

export interface LoginContext extends Login {
  /** Challenge with the Request-Id of the request, in any state. */
  pending: PendingRow | undefined;
  relyingParties: readonly RelyingParty[];
  /** True if the platform accepts passkeys without user verification. */
  allowPasskeyPresenceOnly: boolean;
}

interface LoginKey {
  platformId: string;
  credentialId: string;
  /** Type of the proof. Must be the type of the credential. */
  type: CredentialType;
}

export async function getLogin(
  db: Database,
  { requestId, ...key }: LoginKey & { requestId: string | undefined },
): Promise<LoginContext> {
  const [row] = await db.readPipelined<LoginRow & PendingRow & PasskeyRules>(sql`
    SELECT * FROM (${holderOf(key)}) c
    LEFT JOIN LATERAL (SELECT ${pendingColumns} FROM wallet_challenges
      WHERE platform_id = c.platform_id AND id = ${requestId ?? null}) h ON true
    LEFT JOIN LATERAL (SELECT settings #> '{embeddedWalletConfig,relyingParties}' AS parties,
        settings #> '{embeddedWalletConfig,allowPasskeyPresenceOnly}' AS is_presence_enough FROM platform_configs
      WHERE platform_id = c.platform_id) p ON true`);
  const login = toLogin(row, key);
  return {
    ...login,
    pending: row?.pending_id ? row : undefined,
    relyingParties: row?.parties ?? [],
    allowPasskeyPresenceOnly: row?.is_presence_enough === true,
  };
}

interface PasskeyRules {
  parties: RelyingParty[] | null;
  is_presence_enough: boolean | null;
}

/**
 * The login with its valid code. Counts an attempt before the code is checked, so that parallel guesses count. `code`
 * is undefined if no code is valid or no attempt is left.
 */
export async function getLoginByCode(
  db: Database,
  { now, ...key }: LoginKey & { now: Date },
): Promise<Login & { code: Code | undefined }> {
  const [row] = await db.write<LoginRow & CodeRow>(sql`
    WITH c AS (${holderOf(key)}),
    taken AS (
      UPDATE wallet_codes o SET attempts = o.attempts + 1 FROM c
      WHERE o.platform_id = c.platform_id AND o.credential_id = c.id AND c.type = ${key.type}
        AND NOT o.is_used AND o.expires_at > ${now} AND o.attempts < ${MAX_ATTEMPTS}
      RETURNING ${codeColumns})
    SELECT * FROM c LEFT JOIN taken ON true`);
  return { ...toLogin(row, key), code: row?.issue_id ? toCode(row, key) : undefined };
}

type LoginRow = CredentialRow & { deposit_address: string | null; owner_email: string | null };

const holderOf = ({ platformId, credentialId }: LoginKey): Sql => sql`
  SELECT d.*, a.deposit_address, o.email AS owner_email
  FROM (SELECT ${credentials.columns} FROM wallet_credentials
    WHERE platform_id = ${platformId} AND id = ${credentialId}) d
  JOIN accounts a ON a.platform_id = d.platform_id AND a.id = d.account_id
  LEFT JOIN customers o ON o.platform_id = a.platform_id AND o.id = a.owner_id`;

function toLogin(row: LoginRow | undefined, { type }: LoginKey): Login {
  if (!row) throw credentialNotFound();
  if (row.type === type) {
    return { credential: toCredential(row), isOpened: row.deposit_address !== null, ownerEmail: row.owner_email };
  }
  const message = `type must be that of the credential, ${row.type}.`;
  throw new InvalidFields([{ field: 'type', message, constraint: { enum: [row.type] } }]);
}
