import type { Database, Writer } from '../../src/foundation/db/database.ts';
import { sql } from '../../src/foundation/db/sql.ts';
import { until } from './server-process.ts';

type Hold = (writer: Writer) => Promise<unknown>;

/** Runs `hold` in a transaction and commits it after `work`, which is given a probe: does a statement wait for it? */
function whileHeld<T>(
  db: Database,
  hold: Hold,
  work: (isAwaited: () => Promise<boolean>, writer: Writer) => Promise<T>,
): Promise<T> {
  return db.transaction(async (query) => {
    const writer = { write: query, signals: db.signals };
    await hold(writer);
    const [session] = await query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const waiting = sql`SELECT 1 FROM pg_locks l WHERE NOT l.granted AND ${session?.pid} = ANY (pg_blocking_pids(l.pid))`;
    return work(async () => (await db.read(waiting)).length > 0, writer);
  });
}

/**
 * Runs `hold` in a transaction, starts `act`, and commits the transaction once a statement waits for it. Returns the
 * result of `act`.
 */
export async function actBehind<T>(db: Database, hold: Hold, act: () => Promise<T>): Promise<T> {
  const { acted } = await whileHeld(db, hold, async (isAwaited) => {
    const acted = act();
    // Reported by the caller, which awaits it after the commit.
    acted.catch(() => {});
    await until(isAwaited, 'a statement to wait for the lock');
    return { acted };
  });
  return acted;
}

interface Repeated {
  hold: Hold;
  /** Runs before the commit, with a newer snapshot than the waiting statement. */
  last: Hold;
  isOver: () => boolean;
}

/** Repeats `hold` until `isOver`, each time until a statement waits for its lock. Returns the number of waits. */
export async function holdAgain(db: Database, { hold, last, isOver }: Repeated): Promise<number> {
  let waits = 0;
  while (!isOver()) {
    await whileHeld(db, hold, async (isAwaited, writer) => {
      await until(async () => isOver() || (await isAwaited()), 'a statement to wait for the lock');
      if (isOver()) return;
      waits++;
      await last(writer);
    });
  }
  return waits;
}
