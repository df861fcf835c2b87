import type { Database } from '../../foundation/db/database.ts';
import { apply, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { HOUR_MS } from '../../foundation/kernel/clock.ts';
import { recordAction } from './actions.ts';

const MAX_KNOWN = 10_000;

/** Records that a person reads a platform: at most one action per person, platform and hour. */
export class PlatformReadings {
  readonly #db: Database;
  /** Hour of the last record known to this process, so that most requests need no statement. */
  readonly #known = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  async record(operatorId: string, platformId: string, now: Date): Promise<void> {
    const key = `${operatorId} ${platformId}`;
    const hour = Math.floor(now.getTime() / HOUR_MS);
    if (this.#known.get(key) === hour) return;
    const row = { platform_id: platformId, operator_id: operatorId, recorded_at: new Date(hour * HOUR_MS) };
    const action = { action: 'PLATFORM_READ', platformId, resourceId: platformId, details: {} } as const;
    await apply(this.#db, {
      guard: { kind: readKind, rows: [row] },
      effects: [recordAction({ operatorId, ...action, at: now })],
    });
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, hour);
  }
}

/** Guard: holds for the first read of an hour. */
const readKind: EffectKind = {
  name: 'operator_reading',
  statement: (rows) => sql`
    INSERT INTO operator_readings AS o (platform_id, operator_id, recorded_at)
    SELECT platform_id, operator_id, recorded_at
    FROM ${rows} AS r(item int, platform_id text, operator_id text, recorded_at timestamptz)
    ON CONFLICT (platform_id, operator_id) DO UPDATE SET recorded_at = excluded.recorded_at
    WHERE o.recorded_at < excluded.recorded_at
    RETURNING 0 AS item`,
};
