import type { Drain } from '../../engine/http/drain.ts';
import { LiveHub } from '../../engine/live/hub.ts';
import { HintRelay, type RelaySubscription } from '../../engine/live/relay.ts';
import type { Database } from '../../foundation/db/database.ts';

/** Live streams of this process. With one process only, it polls for the changes of other servers. */
export function buildLive(db: Database, drain: Drain, shared: RelaySubscription | undefined): LiveHub {
  const live = new LiveHub(db);
  live.connect(shared ?? new HintRelay(db).join(live));
  drain.onDraining(() => live.endAll());
  return live;
}
