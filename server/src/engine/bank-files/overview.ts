import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { BankFilesOverview } from './port.ts';

const NEWEST = 50;

/** Reads the state of files and payments. Also works when bank files are no longer configured. */
export async function overviewOf(db: Database, isConfigured: boolean): Promise<BankFilesOverview> {
  const [payments, files, inbox, findings] = await Promise.all([
    db.read<{ state: string; currency: string; count: bigint }>(sql`
      SELECT state, currency, count(*) FROM bank_payments
      GROUP BY state, currency ORDER BY state, currency`),
    db.read<BankFilesOverview['files'][number]>(sql`
      SELECT name, format, state, payments, created_at AS "createdAt", written_at AS "writtenAt" FROM bank_files
      ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}`),
    db.read<BankFilesOverview['inbox'][number]>(sql`
      SELECT name, kind, state, handled, error, received_at AS "receivedAt" FROM bank_inbox
      ORDER BY received_at DESC, sha256 DESC LIMIT ${NEWEST}`),
    db.read<BankFilesOverview['findings'][number]>(sql`
      SELECT f.code, f.message, f.platform_id AS "platformId", f.payment_id AS "transactionId",
        COALESCE(i.name, f.source) AS source, f.created_at AS "createdAt"
      FROM bank_findings f LEFT JOIN bank_inbox i ON i.sha256 = f.source
      ORDER BY f.created_at DESC, f.source DESC, f.place DESC LIMIT ${NEWEST}`),
  ]);
  const counted = payments.map(({ count, ...rest }) => ({ ...rest, count: Number(count) }));
  return { isConfigured, payments: counted, files, inbox, findings };
}
