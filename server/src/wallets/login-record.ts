import type { Database } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import { InvalidFields } from '../kernel/errors.ts';
import type { RelyingParty } from '../providers/relying-parties/port.ts';
import { type PendingRow, pendingColumns } from './challenge-record.ts';
import { type Code, type CodeRow, codeColumns, MAX_ATTEMPTS, toCode } from './code-record.ts';
import {
  type Credential,
  type CredentialRow,
  type CredentialType,
  credentialColumns,
  toCredential,
  unknownCredential,
} from './credential-record.ts';

/** What a login starts from. Each is one reading: to ask the database costs more than most of what is checked. */
export interface Login {
  credential: Credential;
  /** Whether the wallet has its seed and its address. */
  isOpened: boolean;
  ownerEmail: string | null;
}

export interface KnownLogin extends Login {
  /** What Request-Id refers to, whatever its state. */
  pending: PendingRow | undefined;
  /** For whom the platform has passkeys made. */
  relyingParties: readonly RelyingParty[];
}

interface Asked {
  platformId: string;
  credentialId: string;
  /** As the proof says. */
  type: CredentialType;
}

export async function readLogin(
  db: Database,
  { requestId, ...asked }: Asked & { requestId: string | undefined },
): Promise<KnownLogin> {
  const [row] = await db.find<LoginRow & PendingRow & { parties: RelyingParty[] | null }>(sql`
    SELECT * FROM (${holderOf(asked)}) c
    LEFT JOIN LATERAL (SELECT ${pendingColumns} FROM wallet_challenges
      WHERE platform_id = c.platform_id AND id = ${requestId ?? null}) h ON true
    LEFT JOIN LATERAL (SELECT settings #> '{embeddedWalletConfig,relyingParties}' AS parties FROM platform_configs
      WHERE platform_id = c.platform_id) p ON true`);
  const login = toLogin(row, asked);
  return { ...login, pending: row?.pending_id ? row : undefined, relyingParties: row?.parties ?? [] };
}

/**
 * Beside the credential: its code that is out and good at this moment, with one try taken. Each try counts before the
 * code is looked at, so that racing guesses are counted too. No code: there is none, or there were too many tries.
 */
export async function readLoginByCode(
  db: Database,
  { now, ...asked }: Asked & { now: Date },
): Promise<Login & { code: Code | undefined }> {
  const [row] = await db.write<LoginRow & CodeRow>(sql`
    WITH c AS (${holderOf(asked)}),
    taken AS (
      UPDATE wallet_codes o SET attempts = o.attempts + 1 FROM c
      WHERE o.platform_id = c.platform_id AND o.credential_id = c.id AND c.type = ${asked.type}
        AND NOT o.is_used AND o.expires_at > ${now} AND o.attempts < ${MAX_ATTEMPTS}
      RETURNING ${codeColumns})
    SELECT * FROM c LEFT JOIN taken ON true`);
  return { ...toLogin(row, asked), code: row?.issue_id ? toCode(row, asked) : undefined };
}

type LoginRow = CredentialRow & { deposit_address: string | null; owner_email: string | null };

const holderOf = ({ platformId, credentialId }: Asked): Sql => sql`
  SELECT d.*, a.deposit_address, o.email AS owner_email
  FROM (SELECT ${credentialColumns} FROM wallet_credentials
    WHERE platform_id = ${platformId} AND id = ${credentialId}) d
  JOIN accounts a ON a.platform_id = d.platform_id AND a.id = d.account_id
  LEFT JOIN customers o ON o.platform_id = a.platform_id AND o.id = a.owner_id`;

function toLogin(row: LoginRow | undefined, { type }: Asked): Login {
  if (!row) throw unknownCredential();
  if (row.type === type) {
    return { credential: toCredential(row), isOpened: row.deposit_address !== null, ownerEmail: row.owner_email };
  }
  const message = `type must be that of the credential, ${row.type}.`;
  throw new InvalidFields([{ field: 'type', message, constraint: { enum: [row.type] } }]);
}
