import type { Drain } from '../../engine/http/drain.ts';
import { LiveHub } from '../../engine/live/hub.ts';
import { HintRelay, type RelaySeat } from '../../engine/live/relay.ts';
import type { Database } from '../../foundation/db/database.ts';

/** Live streams of this process. Without siblings the process has a relay of its own, which polls for other servers. */
export function buildLive(db: Database, drain: Drain, shared: RelaySeat | undefined): LiveHub {
  const live = new LiveHub(db);
  live.connect(shared ?? new HintRelay(db).join(live));
  drain.onDraining(() => live.endAll());
  return live;
}
