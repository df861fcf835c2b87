import type { Job, NewJob } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import type { Database } from '../../foundation/db/database.ts';
import { applyTogether } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { RowOf } from '../../foundation/db/table.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { type AccountDeps, accountsOfCustomers } from '../accounts/internal-accounts.ts';
import { getSettings, OPEN_ACCOUNTS_JOB } from '../platforms/config.ts';
import { missingAccounts } from './approval.ts';
import { customerColumns, customers, touchCustomer } from './record.ts';

/** Number of customers per run. */
const PORTION = 100;

/** Opens accounts for customers in currencies that their platform has begun to hold. May run repeatedly. */
export const heldAccountHandlers = (deps: AccountDeps): JobHandlers => ({
  [OPEN_ACCOUNTS_JOB]: { run: (job, now) => openPortion(deps, job, now) },
});

async function openPortion(deps: AccountDeps, job: Job, now: Date): Promise<NewJob[]> {
  const last = await retryOnConflict('customers', () => tryPortion(deps, job, now));
  if (last === null) return [];
  const { platformId, kind, resourceId, clockOffsetMs } = job;
  return [{ platformId, kind, resourceId, payload: { after: last }, runAt: now, createdAt: now, clockOffsetMs }];
}

/** Returns the id of the last customer, null at the end, or undefined if a concurrent change requires a retry. */
async function tryPortion(deps: AccountDeps, job: Job, at: Date): Promise<string | null | undefined> {
  const { platformId, mode } = job;
  const [settings, portion] = await Promise.all([getSettings(deps.db, platformId), customersAfter(deps.db, job)]);
  const owned = await accountsOfCustomers(
    deps,
    platformId,
    portion.map(({ id }) => id),
  );
  const changes = portion.flatMap((customer) => {
    const accounts = owned.get(customer.id) ?? [];
    const effects = missingAccounts(deps, customer, { settings, mode, accounts, at });
    return effects.length > 0 ? [{ guard: touchCustomer(customer, customer.version), effects }] : [];
  });
  const isWritten = changes.length === 0 || (await applyTogether(deps.db, changes)) === changes.length;
  if (!isWritten) return undefined;
  return portion.length < PORTION ? null : (portion.at(-1)?.id ?? null);
}

/** Ordered by creation, so that customers created during the run are included. */
async function customersAfter(db: Database, { platformId, payload }: Job) {
  const rows = await db.read<RowOf<typeof customers>>(sql`
    SELECT ${customerColumns} FROM customers
    WHERE platform_id = ${platformId} AND id > ${String(payload.after ?? '')} AND NOT is_deleted
    ORDER BY id LIMIT ${PORTION}`);
  return rows.map(customers.fromRow);
}
