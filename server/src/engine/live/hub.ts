import type { Database } from '../../foundation/db/database.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { HINTS_SIGNAL, type Hint, type HintTopic } from '../../foundation/kernel/hints.ts';
import { HintStream } from './hint-stream.ts';
import type { Delivery, RelayMember, RelaySubscription } from './relay.ts';

/** Maximum number of streams per platform in one process; the next constant limits those of all platforms. */
const MAX_PER_PLATFORM = 100;
const MAX_STREAMS = 1_000;
/** Hints of a burst are published together. Hints beyond the limit are found by the poll of the relay. */
const PUBLISH_MS = 20;
const MAX_PUBLISHED = 1_000;

interface Opened {
  platformId: string;
  topics: readonly HintTopic[];
  startsWithReset: boolean;
}

/** Live streams of one process, connected to the relay of the server. */
export class LiveHub implements RelayMember {
  readonly #signals: Database['signals'];
  readonly #streams = new Map<string, Set<HintStream>>();
  readonly #toPublish = new Map<string, Hint>();
  #subscription: RelaySubscription | undefined;
  #watched: ReadonlySet<string> = new Set();
  #count = 0;
  #publishing: NodeJS.Timeout | undefined;
  readonly #onHints = (hints: readonly Hint[]): void => this.#take(hints);

  constructor({ signals }: Pick<Database, 'signals'>) {
    this.#signals = signals;
  }

  connect(subscription: RelaySubscription): void {
    this.#subscription = subscription;
  }

  open({ platformId, topics, startsWithReset }: Opened): HintStream {
    const streams = this.#streams.get(platformId) ?? new Set();
    if (streams.size >= MAX_PER_PLATFORM || this.#count >= MAX_STREAMS) throw tooManyStreams();
    const stream = new HintStream({ topics: new Set(topics), startsWithReset });
    stream.onceEnded(() => this.#leave(platformId, stream));
    streams.add(stream);
    this.#count += 1;
    this.#streams.set(platformId, streams);
    if (streams.size === 1) this.#subscription?.watch([...this.#streams.keys()]);
    return stream;
  }

  /** Listens to commits of this process only while some stream is open. */
  setWatched(platformIds: readonly string[]): void {
    this.#watched = new Set(platformIds);
    this.#signals.off(HINTS_SIGNAL, this.#onHints);
    if (this.#watched.size > 0) this.#signals.on(HINTS_SIGNAL, this.#onHints);
  }

  deliver({ hints, incomplete }: Delivery): void {
    for (const hint of hints) for (const stream of this.#streams.get(hint.platformId) ?? []) stream.push(hint);
    for (const platformId of incomplete) for (const stream of this.#streams.get(platformId) ?? []) stream.reset();
  }

  endAll(): void {
    for (const streams of [...this.#streams.values()]) for (const stream of [...streams]) stream.end();
  }

  #leave(platformId: string, stream: HintStream): void {
    const streams = this.#streams.get(platformId);
    if (!streams?.delete(stream)) return;
    this.#count -= 1;
    if (streams.size > 0) return;
    this.#streams.delete(platformId);
    this.#subscription?.watch([...this.#streams.keys()]);
  }

  #take(hints: readonly Hint[]): void {
    const watched = hints.filter(({ platformId }) => this.#watched.has(platformId));
    if (watched.length === 0) return;
    this.deliver({ hints: watched, incomplete: [] });
    for (const hint of watched) {
      if (this.#toPublish.size < MAX_PUBLISHED) this.#toPublish.set(`${hint.topic} ${hint.key}`, hint);
    }
    this.#publishing ??= setTimeout(() => this.#publish(), PUBLISH_MS);
  }

  #publish(): void {
    this.#publishing = undefined;
    this.#subscription?.publish([...this.#toPublish.values()]);
    this.#toPublish.clear();
  }
}

function tooManyStreams(): ApiError {
  const message = `A platform may have ${MAX_PER_PLATFORM} streams open, and all platforms together ${MAX_STREAMS}.`;
  const details = { hint: 'Close streams that are not needed, or read the lists from time to time.' };
  return new ApiError('RATE_LIMITED', message, details, { headers: { 'retry-after': '10' } });
}
