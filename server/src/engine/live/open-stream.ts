import type { Database } from '../../foundation/db/database.ts';
import { SECOND_MS, wallMs } from '../../foundation/kernel/clock.ts';
import type { HintTopic } from '../../foundation/kernel/hints.ts';
import type { HintStream } from './hint-stream.ts';
import type { LiveHub } from './hub.ts';
import { readRecent } from './recent-changes.ts';

/** Maximum time that a stream stays open after another server revoked its token. */
const RECHECK_MS = SECOND_MS;
/** After a longer interruption the client reads everything again. */
const RESUMABLE_MS = 60 * SECOND_MS;
/** Maximum delay between the creation of an id and the commit of its row. */
const LATE_MS = 5 * SECOND_MS;

export interface LiveDeps {
  db: Database;
  live: LiveHub;
  /** Calls the listener after each change of credentials. Returns a function that removes the listener. */
  accessCache: { onChange(listener: () => void): () => void };
}

/** Client that opens a stream. */
interface StreamClient {
  /** Id of the last frame that the client received. */
  lastEventId: string | undefined;
  /** False when the client's credentials have become invalid. */
  isAdmitted(): Promise<boolean>;
}

interface Opening {
  platformId: string;
  topics: readonly HintTopic[];
  /** Maximum duration of the stream. */
  seconds: number;
  client: StreamClient;
}

/** Opens a stream, which ends after its time, or with its credentials, its client or the server. */
export async function openStream(
  deps: LiveDeps,
  { platformId, topics, seconds, client }: Opening,
): Promise<HintStream> {
  const missedSince = findMissedSince(client.lastEventId);
  const startsWithReset = client.lastEventId !== undefined && missedSince === undefined;
  const stream = deps.live.open({ platformId, topics, startsWithReset });
  endWith(deps, stream, { seconds, client });
  if (missedSince) await resume(deps, stream, { platformId, since: missedSince }).catch(() => stream.reset());
  return stream;
}

/** Time from which to resume; undefined if the id is too old or not ours. */
function findMissedSince(lastEventId: string | undefined): Date | undefined {
  if (!/^\d{13}$/.test(lastEventId ?? '')) return undefined;
  const at = Number(lastEventId);
  return wallMs() - at <= RESUMABLE_MS ? new Date(at - LATE_MS) : undefined;
}

async function resume(
  { db }: LiveDeps,
  stream: HintStream,
  { platformId, since }: { platformId: string; since: Date },
) {
  const { hints, states, incomplete } = await readRecent(db, [platformId], since);
  for (const hint of hints) stream.push(hint);
  // Pushed regardless of `since`, because states change in place, without new ids.
  for (const state of states) stream.push(state);
  if (incomplete.length > 0) stream.reset();
}

function endWith(
  { accessCache }: LiveDeps,
  stream: HintStream,
  { seconds, client }: Pick<Opening, 'seconds' | 'client'>,
): void {
  const recheck = async (): Promise<void> => {
    if (!(await client.isAdmitted())) stream.end();
  };
  const expiry = setTimeout(() => stream.end(), seconds * SECOND_MS);
  const timer = setInterval(recheck, RECHECK_MS);
  const unlisten = accessCache.onChange(() => void recheck());
  stream.onceEnded(() => {
    clearTimeout(expiry);
    clearInterval(timer);
    unlisten();
  });
}
