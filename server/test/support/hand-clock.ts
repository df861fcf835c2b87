import { addMs, type Clock, systemClock } from '../../src/foundation/kernel/clock.ts';

/** Clock that stands still until the test advances it. */
export class HandClock implements Clock {
  at = systemClock.now();

  now(): Date {
    return this.at;
  }

  move(ms: number): void {
    this.at = addMs(this.at, ms);
  }

  /** The time this many seconds from now. */
  in(seconds: number): Date {
    return addMs(this.at, seconds * 1_000);
  }
}
