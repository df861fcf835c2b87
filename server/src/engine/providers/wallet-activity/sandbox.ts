import type { Database } from '../../../foundation/db/database.ts';
import { sql } from '../../../foundation/db/sql.ts';
import { addMs, type Clock, DAY_MS } from '../../../foundation/kernel/clock.ts';
import { SLOW_WALLET } from '../magic-values.ts';
import type { WalletActivities, WalletActivity } from './port.ts';

/** With a slow owner (email suffix), each operation is reported as processing once. */
export const sandboxWalletActivities = (db: Database): WalletActivities => ({
  isProcessing: async ({ platformId, wallet, key, at }) => {
    if (!(await isSlow(db, platformId, wallet))) return false;
    const [started] = await db.write(sql`
      INSERT INTO wallet_activities (platform_id, key, created_at) VALUES (${platformId}, ${key}, ${at})
      ON CONFLICT DO NOTHING RETURNING key`);
    if (started) return true;
    await db.write(sql`DELETE FROM wallet_activities WHERE platform_id = ${platformId} AND key = ${key}`);
    return false;
  },
});

async function isSlow(db: Database, platformId: string, wallet: WalletActivity['wallet']): Promise<boolean> {
  const email = 'ownerEmail' in wallet ? wallet.ownerEmail : await emailOf(db, platformId, wallet);
  const [local = ''] = (email ?? '').split('@');
  return local.toLowerCase().endsWith(SLOW_WALLET);
}

async function emailOf(
  db: Database,
  platformId: string,
  wallet: { accountId: string } | { credentialId: string },
): Promise<string | null | undefined> {
  const account =
    'accountId' in wallet
      ? sql`${wallet.accountId}`
      : sql`(SELECT account_id FROM wallet_credentials WHERE platform_id = ${platformId} AND id = ${wallet.credentialId})`;
  const [owner] = await db.readPipelined<{ email: string | null }>(sql`
    SELECT c.email FROM accounts a JOIN customers c ON c.platform_id = a.platform_id AND c.id = a.owner_id
    WHERE a.platform_id = ${platformId} AND a.id = ${account}`);
  return owner?.email;
}

/** Deletes activities that no request has repeated for a day. */
export async function sweepActivities({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM wallet_activities WHERE created_at <= ${addMs(clock.now(), -DAY_MS)}`);
}
