import type { Grant, LeaseRequest, LeaseReturn } from '../../engine/http/rate-leases.ts';
import type { RateLimit } from '../../engine/http/rate-limit.ts';
import type { Delivery } from '../../engine/live/relay.ts';
import type { Connection } from '../../foundation/db/database.ts';
import type { Hint } from '../../foundation/kernel/hints.ts';
import type { Failure } from '../../foundation/runtime/exit-codes.ts';
import type { ShownRequest } from './terminal.ts';

/** Values that a worker receives from the primary in place of its settings. */
export interface WorkerAssignment {
  connection: Connection;
  poolSize: number;
  port: number;
  /** Whether the primary shows requests on its terminal. */
  isWatched: boolean;
}

/** Calls from a worker to the primary. */
export interface PrimaryMethods {
  join(): WorkerAssignment;
  ready(): void;
  failed(failure: Failure): void;
  /** Returns once every other worker has reloaded its access cache. */
  accessChanged(): Promise<void>;
  draw(request: LeaseRequest & { limiter: string; limit: RateLimit }): Grant;
  takeBack(request: { limiter: string; returned: LeaseReturn[] }): void;
  giveBack(request: { limiter: string; callerId: string }): void;
  /** Reason why the database needs manual repair; empty when it needs none. */
  damage(): string;
  metrics(): Promise<object[][]>;
  /** Shows a request on the terminal. */
  showRequest(request: ShownRequest): void;
  /** Platforms that have a live stream in the worker. */
  watchHints(platformIds: readonly string[]): void;
  /** Committed changes of platforms with a live stream. */
  publishHints(hints: readonly Hint[]): void;
}

/** Calls from the primary to a worker. */
export interface WorkerMethods {
  catchUp(): Promise<void>;
  metrics(): Promise<object[]>;
  /** Milliseconds without a request. */
  idleMs(): number;
  /** Returns immediately; the worker ends when it is drained. */
  stop(): void;
  /** Platforms that have a live stream in any process. */
  setWatched(platformIds: readonly string[]): void;
  deliverHints(delivery: Delivery): void;
}
