import { type Logger, pino } from 'pino';
import type { LogLevel } from '../../foundation/config.ts';

/** Logs JSON lines to standard error. `base` identifies the process of a server with several. */
export const openLog = (level: LogLevel, base: { pid: number } | null = null): Logger =>
  pino({ level, base }, pino.destination({ dest: 2, sync: false }));
