import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { BasicCredentials, Caller, OperatorCaller, PlatformMode } from '../../foundation/kernel/callers.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import type { ErrorCode } from '../../foundation/kernel/errors.ts';
import type { FaultSource } from '../../foundation/kernel/faults.ts';
import type { WireWords } from '../../foundation/kernel/product-word.ts';
import type { RequestLog } from '../request-log/log.ts';
import type { Drain } from './drain.ts';
import type { RebuildResponse } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import type { Limiter } from './rate-limit.ts';
import type { Route } from './route.ts';

export interface HttpOptions {
  basePath: string;
  routes: readonly Route[];
  db: Database;
  vault: Vault;
  rebuildResponse: RebuildResponse;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  requestLog: RequestLog;
  rateLimiter: Limiter;
  /** Limits operations without credentials per address. */
  guesses: Limiter;
  /** True for the address of a proxy whose X-Forwarded-For is trusted. By default no proxy is. */
  isTrustedProxy?: ((address: string) => boolean) | undefined;
  drain: Drain;
  /** URL of the page that explains an error code. */
  docUrl: (code: ErrorCode) => string;
  /** Authenticates an Authorization header. Synchronous if the caller is cached. */
  authenticate: (header: string | undefined) => Caller | Promise<Caller>;
  authenticateOperator: (credentials: BasicCredentials) => Promise<OperatorCaller>;
  /** Limits failed logins. */
  operatorLogins: { byAddress: Limiter; byOperator: Limiter };
  authenticateAgent: (accessToken: string) => Promise<Caller>;
  /** Authenticates a request with X-Console-Session instead of Authorization. */
  authenticateConsole: {
    caller: (request: FastifyRequest) => Promise<Caller>;
    operator: (request: FastifyRequest) => Promise<OperatorCaller>;
  };
  /** False if the listener that received the request does not serve its path. */
  isServed: (request: FastifyRequest) => boolean;
  /** Translates names for the API according to HEADER_PREFIX. */
  wireWords: WireWords;
  /** Modes in which strict checks always apply. */
  isAlwaysStrict: Record<PlatformMode, boolean>;
  /** Faults that platforms of a mode have configured. */
  faults: Record<PlatformMode, FaultSource | undefined>;
  requestTimeoutMs?: number;
}
