import type { Database } from '../db/database.ts';
import { monotonicMs, SECOND_MS, wallMs } from '../kernel/clock.ts';
import type { Hint } from '../kernel/hints.ts';
import { readRecent } from './recent.ts';

const POLL_MS = SECOND_MS;
/** Ids are created before their commit, so each poll reads the last seconds again and drops hints that it knows. */
const REREAD_MS = 5 * SECOND_MS;
/** Longer than a row can be read again. */
const KNOWN_MS = 3 * REREAD_MS;
const MAX_KNOWN = 50_000;

export interface Delivery {
  hints: readonly Hint[];
  /** Platforms of which hints were left out. */
  incomplete: readonly string[];
}

/** A process that holds streams, as the relay sees it. */
export interface RelayMember {
  /** Platforms that have a stream in any process of this server: their changes are to be published. */
  setWatched(platformIds: readonly string[]): void;
  deliver(delivery: Delivery): void;
}

/** The relay as a process sees it. */
export interface RelaySeat {
  /** Platforms that have a stream in this process. */
  watch(platformIds: readonly string[]): void;
  /** Changes that this process has committed; it delivers them to its own streams by itself. */
  publish(hints: readonly Hint[]): void;
}

interface MemberSeat extends RelaySeat {
  /** Sends the watched platforms again, to a process that has just become ready. */
  refresh(): void;
  leave(): void;
}

interface Seated {
  member: RelayMember;
  watched: ReadonlySet<string>;
}

/**
 * Passes hints between the processes of one server, and polls for changes of other servers once a second. Without a
 * stream it does nothing. One per server: in the primary, or in the only process.
 */
export class HintRelay {
  readonly #db: Database;
  readonly #seated = new Set<Seated>();
  readonly #known = new Map<string, number>();
  readonly #clocks = new Map<string, string>();
  #watched: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;

  constructor(db: Database) {
    this.#db = db;
  }

  join(member: RelayMember): MemberSeat {
    const seated: Seated = { member, watched: new Set() };
    this.#seated.add(seated);
    return {
      watch: (platformIds) => {
        seated.watched = new Set(platformIds);
        this.#update();
      },
      publish: (hints) => {
        this.#remember(hints);
        for (const other of this.#seated) if (other !== seated) deliverTo(other, { hints, incomplete: [] });
      },
      refresh: () => member.setWatched([...this.#watched]),
      leave: () => {
        this.#seated.delete(seated);
        this.#update();
      },
    };
  }

  #update(): void {
    const watched = new Set([...this.#seated].flatMap((one) => [...one.watched]));
    const isSame = watched.size === this.#watched.size && [...watched].every((id) => this.#watched.has(id));
    if (isSame) return;
    this.#watched = watched;
    for (const id of this.#clocks.keys()) if (!watched.has(id)) this.#clocks.delete(id);
    for (const { member } of this.#seated) member.setWatched([...watched]);
    if (watched.size > 0) this.#pollLater();
    else this.#stop();
  }

  #pollLater(): void {
    if (this.#timer || this.#isPolling) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#poll();
    }, POLL_MS);
    this.#timer.unref();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#known.clear();
    this.#clocks.clear();
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    try {
      const read = await readRecent(this.#db, [...this.#watched], new Date(wallMs() - REREAD_MS));
      const hints = [...read.hints.filter(({ key }) => !this.#known.has(key)), ...this.#movedClocks(read.clocks)];
      this.#remember(read.hints);
      this.#prune();
      if (hints.length > 0) for (const one of this.#seated) deliverTo(one, { hints, incomplete: read.incomplete });
    } catch {
      // An unavailable database is read again by the next poll; clients see it in their own requests.
    } finally {
      this.#isPolling = false;
      if (this.#watched.size > 0) this.#pollLater();
    }
  }

  /** Clocks that were advanced since the last poll. */
  #movedClocks(clocks: ReadonlyMap<string, string>): Hint[] {
    const moved: Hint[] = [];
    for (const [platformId, offset] of clocks) {
      const before = this.#clocks.get(platformId);
      this.#clocks.set(platformId, offset);
      const key = `${platformId} ${offset}`;
      if (before === undefined || before === offset || this.#known.has(key)) continue;
      moved.push({ platformId, topic: 'clock', resourceId: platformId, key });
    }
    return moved;
  }

  #remember(hints: readonly Hint[]): void {
    const now = monotonicMs();
    if (this.#known.size + hints.length > MAX_KNOWN) this.#known.clear();
    for (const { key } of hints) if (!this.#known.has(key)) this.#known.set(key, now);
  }

  /** The oldest come first, because a map keeps the order of insertion. */
  #prune(): void {
    const oldest = monotonicMs() - KNOWN_MS;
    for (const [key, at] of this.#known) {
      if (at > oldest) return;
      this.#known.delete(key);
    }
  }
}

function deliverTo({ member, watched }: Seated, { hints, incomplete }: Delivery): void {
  const own = hints.filter(({ platformId }) => watched.has(platformId));
  const lost = incomplete.filter((platformId) => watched.has(platformId));
  if (own.length > 0 || lost.length > 0) member.deliver({ hints: own, incomplete: lost });
}
