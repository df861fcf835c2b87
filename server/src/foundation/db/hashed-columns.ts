import type { Database } from './database.ts';
import { rawSql, type Sql, sql } from './sql.ts';
import { markOf } from './vault.ts';

/** Column with keyed hashes. */
interface HashedColumn {
  /** Label in the output of `causeway keys`. */
  readonly name: string;
  readonly from: string;
  /** SQL for the hash as hex. */
  readonly value: string;
  /** SQL condition for rows whose hash is still needed. Expired rows do not keep a key in use. */
  readonly isLive: (now: Sql) => Sql;
}

const always = (): Sql => sql`true`;
const unexpired = (now: Sql): Sql => sql`expires_at > ${now}`;

/** All columns with keyed hashes. A hash key is retired once no row refers to it. */
const hashedColumns: readonly HashedColumn[] = [
  { name: 'API tokens', from: 'api_tokens', value: "encode(secret_hash, 'hex')", isLive: always },
  {
    name: 'operators',
    from: 'operators',
    value: "encode(secret_hash, 'hex')",
    isLive: (now) => sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`,
  },
  {
    name: 'invitations of operators',
    from: 'operator_invitations',
    value: "encode(code_hash, 'hex')",
    isLive: unexpired,
  },
  {
    name: 'access tokens of agents',
    from: 'agents',
    value: "encode(access_token_hash, 'hex')",
    isLive: () => sql`access_token_hash IS NOT NULL`,
  },
  {
    name: 'device codes',
    from: 'agents',
    value: "encode(device_code_hash, 'hex')",
    isLive: (now) => sql`device_code_hash IS NOT NULL AND device_code_expires_at > ${now}`,
  },
  {
    name: 'recovery codes',
    from: 'sca_totp CROSS JOIN LATERAL unnest(recovery_hashes) AS recovery(hash)',
    value: 'recovery.hash',
    isLive: always,
  },
  {
    name: 'card numbers',
    from: 'cards',
    value: "encode(pan_hash, 'hex')",
    isLive: () => sql`pan_hash IS NOT NULL AND details_sealed IS NOT NULL`,
  },
  {
    name: 'verifications under review',
    from: 'verifications',
    value: 'fingerprint',
    isLive: () => sql`fingerprint IS NOT NULL AND status = 'PENDING_MANUAL_REVIEW'`,
  },
  {
    name: 'verification links',
    from: 'kyc_links',
    value: "encode(token_hash, 'hex')",
    // The outcome of a link stays visible for a day after it expires.
    isLive: (now) => sql`expires_at > ${now}::timestamptz - interval '1 day'`,
  },
  { name: 'card reveal links', from: 'card_reveals', value: "encode(token_hash, 'hex')", isLive: unexpired },
  { name: 'contact codes', from: 'contact_codes', value: "encode(code_hash, 'hex')", isLive: unexpired },
  {
    name: 'authentication codes',
    from: 'sca_challenges',
    value: "encode(code_hash, 'hex')",
    isLive: (now) => sql`code_hash IS NOT NULL AND ${unexpired(now)}`,
  },
  {
    name: 'console sessions',
    from: 'console_sessions CROSS JOIN LATERAL (VALUES (cookie_hash), (key_hash)) AS half(hash)',
    value: "encode(half.hash, 'hex')",
    isLive: unexpired,
  },
  { name: 'console login codes', from: 'console_codes', value: "encode(code_hash, 'hex')", isLive: unexpired },
  { name: 'wallet codes', from: 'wallet_codes', value: "encode(code_hash, 'hex')", isLive: unexpired },
];

const HASH_DIGITS = 64;

/** Counts the values hashed with this key, by kind. Omits kinds with a count of zero. */
export async function countHashedUnder(db: Database, keyId: string, now: Date): Promise<Record<string, number>> {
  const mark = markOf(keyId).toString('hex');
  const counts: Record<string, number> = {};
  for (const { name, from, value, isLive } of hashedColumns) {
    const [row] = await db.read<{ count: bigint }>(sql`
      SELECT count(*) FROM ${rawSql(from)} WHERE ${isLive(sql`${now}`)}
        AND length(${rawSql(value)}) = ${mark.length + HASH_DIGITS} AND starts_with(${rawSql(value)}, ${mark})`);
    if (row && row.count > 0n) counts[name] = Number(row.count);
  }
  return counts;
}
