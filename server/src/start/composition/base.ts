import type { Logger } from 'pino';
import type { RequestLog } from '../../engine/request-log/log.ts';
import type { Config } from '../../foundation/config.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';

/** Dependencies that exist before any service is built. */
export interface Base {
  config: Config;
  db: Database;
  vault: Vault;
  clock: Clock;
  log: Logger;
  requestLog: RequestLog;
}
