import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import type { Clock } from '../kernel/clock.ts';
import type { RequestLog } from '../request-log/log.ts';

/** Exists before any service is built. */
export interface Base {
  config: Config;
  db: Database;
  vault: Vault;
  clock: Clock;
  log: Logger;
  requestLog: RequestLog;
}
