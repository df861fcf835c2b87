import type { Database } from '../../foundation/db/database.ts';
import { apply, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { sql } from '../../foundation/db/sql.ts';
import { integer, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import type { Fault, FaultSource } from '../../foundation/kernel/faults.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { type AccessCache, accessChanged } from '../../parties/platforms/access.ts';
import type { FaultInput } from './fault-schemas.ts';

const MAX_FAULTS = 100;
export const FAULTS_PATH = '/sandbox/faults';

const faults = table('sandbox_faults', {
  platformId: text(),
  id: text(),
  method: nullable(text()),
  path: text(),
  times: integer(),
  remaining: integer(),
  status: nullable(integer()),
  dropped: nullable(text<NonNullable<Fault['drop']>>()),
  delayMs: nullable(integer()),
  createdAt: timestamptz(),
});

interface Deps {
  db: Database;
  accessCache: AccessCache;
}

interface NewFault {
  platform: Platform;
  input: FaultInput;
  /** Whether an operation has this method and path; all others are rejected. */
  isOperation: (request: Pick<FaultInput, 'method' | 'path'>) => boolean;
  now: Date;
  receipt: Receipt;
}

/** Takes effect with the platform's next request, in every process of this server. */
export async function createFault({ db, accessCache }: Deps, { platform, input, isOperation, now, receipt }: NewFault) {
  const problems = faultProblems(input, isOperation);
  if (problems.length > 0) throw new InvalidFields(problems);
  const { method = null, path, status = null, drop: dropped = null, delayMs = null, times = 1 } = input;
  const fault = {
    platformId: platform.id,
    id: newId('Fault'),
    method,
    path,
    times,
    remaining: times,
    status,
    dropped,
    delayMs,
    createdAt: now,
  };
  const guard = { kind: roomKind, rows: [{ platform_id: platform.id }] };
  const text = JSON.stringify(faultJson(fault));
  const effects = [
    { kind: createKind, rows: [faults.toRow(fault)] },
    accessChanged,
    ...receipt.record({ status: 201, text }),
  ];
  if (!(await apply(db, { guard, effects }))) {
    const hint = `DELETE ${FAULTS_PATH} removes all faults.`;
    throw new ApiError('CONFLICT', `A platform can have at most ${MAX_FAULTS} faults.`, {
      reason: 'TOO_MANY_FAULTS',
      hint,
    });
  }
  await accessCache.refresh();
  return text;
}

/** Used faults stay listed until they are deleted. */
export async function listFaults(db: Database, platformId: string) {
  const rows = await db.read<RowOf<typeof faults>>(
    sql`SELECT ${faults.columns} FROM sandbox_faults WHERE platform_id = ${platformId} ORDER BY id`,
  );
  return rows.map((row) => faultJson(faults.fromRow(row)));
}

export async function deleteFaults({ db, accessCache }: Deps, platformId: string): Promise<void> {
  await db.write(sql`DELETE FROM sandbox_faults WHERE platform_id = ${platformId}`);
  await announceChange({ db, accessCache });
}

async function announceChange({ db, accessCache }: Deps): Promise<void> {
  await apply(db, { effects: [accessChanged] });
  await accessCache.refresh();
}

/** The row lock limits a fault to its number of uses, even with concurrent requests in several processes. */
export const faultSource = ({ db, accessCache }: Deps): FaultSource => ({
  take: async ({ platformId, method, path, template }) => {
    const [taken] = await db.write<RowOf<typeof faults>>(sql`
      UPDATE sandbox_faults SET remaining = remaining - 1
      WHERE platform_id = ${platformId} AND id = (
        SELECT id FROM sandbox_faults
        WHERE platform_id = ${platformId} AND remaining > 0 AND coalesce(method, ${method}) = ${method}
          AND path IN (${path}, ${template})
        ORDER BY id LIMIT 1 FOR UPDATE)
      RETURNING ${faults.columns}`);
    if (!taken) return undefined;
    // Processes read faults only for platforms that have unused ones.
    if (taken.remaining === 0) await announceChange({ db, accessCache });
    const { status, dropped: drop, delayMs } = faults.fromRow(taken);
    return { status: (status ?? undefined) as Fault['status'], drop: drop ?? undefined, delayMs: delayMs ?? undefined };
  },
});

function faultProblems({ method, path, status, drop, delayMs }: FaultInput, isOperation: NewFault['isOperation']) {
  const problems: FieldError[] = [];
  if ([status, drop, delayMs].filter((member) => member !== undefined).length !== 1) {
    problems.push({ field: 'status', message: 'exactly one of status, drop and delayMs must be given.' });
  }
  if (!isOperation({ ...(method && { method }), path })) {
    const message = `path must be one of an operation${method ? ` with method ${method}` : ''}, without the base path, like /quotes or /quotes/{quoteId}/execute.`;
    problems.push({ field: 'path', message });
  }
  return problems;
}

const faultJson = ({ id, method, path, times, remaining, status, dropped, delayMs, createdAt }: StoredFault) => ({
  id,
  ...(method !== null && { method }),
  path,
  times,
  remaining,
  ...(status !== null && { status }),
  ...(dropped !== null && { drop: dropped }),
  ...(delayMs !== null && { delayMs }),
  createdAt,
});

type StoredFault = RecordOf<typeof faults>;

const createKind = faults.insertKind('fault_created');

const roomKind: EffectKind = {
  name: 'fault_room',
  statement: (rows) => sql`
    SELECT r.item FROM ${rows} AS r(item int, platform_id text)
    WHERE (SELECT count(*) FROM sandbox_faults f WHERE f.platform_id = r.platform_id) < ${MAX_FAULTS}`,
};
