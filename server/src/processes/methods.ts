import type { Failure } from '../command/exit-codes.ts';
import type { Connection } from '../db/database.ts';
import type { Draw, Grant, Settlement } from '../http/rate-leases.ts';
import type { RateLimit } from '../http/rate-limit.ts';

/** What a worker needs to know that its own settings do not tell. */
export interface Handover {
  connection: Connection;
  poolSize: number;
  port: number;
}

/** What a worker asks of the primary. */
export interface PrimaryMethods {
  join(): Handover;
  ready(): void;
  failed(failure: Failure): void;
  /** Something that processes remember was changed: answers once none goes by what it knew before. */
  accessChanged(): Promise<void>;
  draw(request: Draw & { limiter: string; limit: RateLimit }): Grant;
  settle(returned: { limiter: string; settlements: Settlement[] }): void;
  giveBack(returned: { limiter: string; callerId: string }): void;
  /** Of every worker. */
  metrics(): Promise<object[][]>;
}

/** What the primary asks of a worker. */
export interface WorkerMethods {
  catchUp(): Promise<void>;
  metrics(): Promise<object[]>;
  /** Answers at once, and ends when everything is drained. */
  stop(): void;
}
