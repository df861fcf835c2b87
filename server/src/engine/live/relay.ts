import type { Database } from '../../foundation/db/database.ts';
import { DAY_MS, monotonicMs, SECOND_MS, wallMs } from '../../foundation/kernel/clock.ts';
import type { Hint } from '../../foundation/kernel/hints.ts';
import { readRecent } from './recent-changes.ts';

const POLL_MS = SECOND_MS;
/** Ids are older than their commit, so each poll rereads the last seconds and drops known hints. */
const REREAD_MS = 5 * SECOND_MS;
/** Time to remember a hint: longer than its row is reread. */
const KNOWN_MS = 3 * REREAD_MS;
const MAX_KNOWN = 50_000;

export interface Delivery {
  hints: readonly Hint[];
  /** Platforms for which hints were dropped. */
  incomplete: readonly string[];
}

/** A process with streams, as seen by the relay. */
export interface RelayMember {
  /** Sets the platforms with a stream in any process of this server, whose changes must be published. */
  setWatched(platformIds: readonly string[]): void;
  deliver(delivery: Delivery): void;
}

/** The relay, as seen by a process. */
export interface RelaySubscription {
  /** Sets the platforms with a stream in this process. */
  watch(platformIds: readonly string[]): void;
  /** Publishes changes committed by this process to other processes. The process serves its own streams itself. */
  publish(hints: readonly Hint[]): void;
}

interface MemberSubscription extends RelaySubscription {
  /** Sends the watched platforms again to a process that has become ready. */
  refresh(): void;
  leave(): void;
}

interface Subscriber {
  member: RelayMember;
  watched: ReadonlySet<string>;
}

/**
 * Passes hints between the processes of a server, and polls for changes of other servers every second while a stream is
 * open. One per server, in the primary or only process.
 */
export class HintRelay {
  readonly #db: Database;
  readonly #subscribers = new Set<Subscriber>();
  readonly #known = new Map<string, number>();
  /** Last state by topic and platform. */
  readonly #states = new Map<string, Hint>();
  #watched: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;

  constructor(db: Database) {
    this.#db = db;
  }

  join(member: RelayMember): MemberSubscription {
    const subscriber: Subscriber = { member, watched: new Set() };
    this.#subscribers.add(subscriber);
    return {
      watch: (platformIds) => {
        subscriber.watched = new Set(platformIds);
        this.#update();
      },
      publish: (hints) => {
        this.#remember(hints);
        for (const other of this.#subscribers) if (other !== subscriber) deliverTo(other, { hints, incomplete: [] });
      },
      refresh: () => member.setWatched([...this.#watched]),
      leave: () => {
        this.#subscribers.delete(subscriber);
        this.#update();
      },
    };
  }

  #update(): void {
    const watched = new Set([...this.#subscribers].flatMap((one) => [...one.watched]));
    const isSame = watched.size === this.#watched.size && [...watched].every((id) => this.#watched.has(id));
    if (isSame) return;
    const added = [...watched].filter((id) => !this.#watched.has(id));
    this.#watched = watched;
    for (const [name, { platformId }] of this.#states) if (!watched.has(platformId)) this.#states.delete(name);
    for (const { member } of this.#subscribers) member.setWatched([...watched]);
    if (added.length > 0) void this.#readStates(added);
    if (watched.size > 0) this.#pollLater();
    else this.#stop();
  }

  /** Reads the states of a new platform immediately, because polls detect changes by comparison. */
  async #readStates(platformIds: readonly string[]): Promise<void> {
    const { states } = await readRecent(this.#db, platformIds, new Date(wallMs() + DAY_MS)).catch(() => ({
      states: [],
    }));
    for (const state of states) if (!this.#states.has(nameOf(state))) this.#states.set(nameOf(state), state);
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
    this.#states.clear();
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    try {
      const read = await readRecent(this.#db, [...this.#watched], new Date(wallMs() - REREAD_MS));
      const hints = [...read.hints.filter(({ key }) => !this.#known.has(key)), ...this.#changedStates(read.states)];
      this.#remember(read.hints);
      this.#prune();
      if (hints.length > 0) for (const one of this.#subscribers) deliverTo(one, { hints, incomplete: read.incomplete });
    } catch {
      // The next poll retries; clients notice the unavailable database by their own requests.
    } finally {
      this.#isPolling = false;
      if (this.#watched.size > 0) this.#pollLater();
    }
  }

  /** States that changed since the last poll: clocks, ledger checks, bank files. */
  #changedStates(states: readonly Hint[]): Hint[] {
    return states.filter((state) => {
      const before = this.#states.get(nameOf(state));
      this.#states.set(nameOf(state), state);
      return before !== undefined && before.key !== state.key && !this.#known.has(state.key);
    });
  }

  #remember(hints: readonly Hint[]): void {
    const now = monotonicMs();
    if (this.#known.size + hints.length > MAX_KNOWN) this.#known.clear();
    for (const { key } of hints) if (!this.#known.has(key)) this.#known.set(key, now);
  }

  /** Oldest hints come first, because a map keeps insertion order. */
  #prune(): void {
    const oldest = monotonicMs() - KNOWN_MS;
    for (const [key, at] of this.#known) {
      if (at > oldest) return;
      this.#known.delete(key);
    }
  }
}

const nameOf = ({ topic, platformId }: Hint): string => `${topic} ${platformId}`;

function deliverTo({ member, watched }: Subscriber, { hints, incomplete }: Delivery): void {
  const own = hints.filter(({ platformId }) => watched.has(platformId));
  const lost = incomplete.filter((platformId) => watched.has(platformId));
  if (own.length > 0 || lost.length > 0) member.deliver({ hints: own, incomplete: lost });
}
