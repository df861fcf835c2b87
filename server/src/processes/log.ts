import { type Logger, pino } from 'pino';
import type { LogLevel } from '../config.ts';

/** One JSON object per line on standard error. Where several processes write there, each line names its own. */
export const openLog = (level: LogLevel, base: { pid: number } | null = null): Logger =>
  pino({ level, base }, pino.destination({ dest: 2, sync: false }));
