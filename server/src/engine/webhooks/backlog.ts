import type { Delivery } from './delivery-queue.ts';

/** Events that were read and not sent yet: one at a time per resource, in order, and resources round-robin. */
export class Backlog {
  readonly #ofResource = new Map<string, Delivery[]>();
  /** Resources with an event to send and none in flight, in order of arrival. */
  readonly #ready = new Set<string>();
  readonly #busy = new Set<string>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Whether an event may be sent now. */
  get isReady(): boolean {
    return this.#ready.size > 0;
  }

  add(delivery: Delivery): void {
    const { resourceId } = delivery;
    const queue = this.#ofResource.get(resourceId) ?? [];
    // Nearly always at the end: events are read in the order in which they were written.
    const place = queue.findLastIndex((other) => other.sequence < delivery.sequence) + 1;
    queue.splice(place, 0, delivery);
    this.#ofResource.set(resourceId, queue);
    this.#size += 1;
    if (!this.#busy.has(resourceId)) this.#ready.add(resourceId);
  }

  /** The next event; its resource is busy until `free`. */
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

  /** Drops the queued events of one resource or of all; they remain in the database. */
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
