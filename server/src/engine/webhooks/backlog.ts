import type { Delivery } from './delivery-queue.ts';

/** Queue of events to send. Each resource has at most one event in flight, in order; resources take turns. */
export class Backlog {
  readonly #ofResource = new Map<string, Delivery[]>();
  /** Resources with queued events and none in flight, in order of arrival. */
  readonly #ready = new Set<string>();
  readonly #busy = new Set<string>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** True if an event may be sent now. */
  get isReady(): boolean {
    return this.#ready.size > 0;
  }

  add(delivery: Delivery): void {
    const { resourceId } = delivery;
    const queue = this.#ofResource.get(resourceId) ?? [];
    // Almost always the end of the queue, because events are read in the order of writing.
    const place = queue.findLastIndex((other) => other.sequence < delivery.sequence) + 1;
    queue.splice(place, 0, delivery);
    this.#ofResource.set(resourceId, queue);
    this.#size += 1;
    if (!this.#busy.has(resourceId)) this.#ready.add(resourceId);
  }

  /** Returns the next event. Its resource is blocked until `free` is called. */
  take(): Delivery | undefined {
    const [resourceId] = this.#ready;
    const queue = resourceId === undefined ? undefined : this.#ofResource.get(resourceId);
    const delivery = queue?.shift();
    if (!queue || !delivery || resourceId === undefined) return undefined;
    if (queue.length === 0) this.#ofResource.delete(resourceId);
    this.#ready.delete(resourceId);
    this.#busy.add(resourceId);
    this.#size -= 1;
    return delivery;
  }

  free(resourceId: string): void {
    this.#busy.delete(resourceId);
    if (this.has(resourceId)) this.#ready.add(resourceId);
  }

  has(resourceId: string): boolean {
    return this.#ofResource.has(resourceId);
  }

  isBusy(resourceId: string): boolean {
    return this.#busy.has(resourceId);
  }

  /** Drops the queued events of one resource or of all; the database still contains the events. */
  drop(resourceId?: string): Delivery[] {
    const dropped = [...this.#ofResource].filter(([id]) => resourceId === undefined || id === resourceId);
    for (const [id, queue] of dropped) {
      this.#ofResource.delete(id);
      this.#ready.delete(id);
      this.#size -= queue.length;
    }
    return dropped.flatMap(([, queue]) => queue);
  }
}
