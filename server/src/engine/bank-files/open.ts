import type { Logger } from 'pino';
import type { Database } from '../../foundation/db/database.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import { directoriesOf, makeDirectories } from './directories.ts';
import type { Decimals } from './money.ts';
import type { BankFilesRail } from './port.ts';
import { bankFilesRail } from './rail.ts';
import { bankFilesSettings, type CodeCheck } from './settings.ts';

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  decimals: Decimals;
  isValid: CodeCheck;
  directory: string;
  /** Path of the settings file, for error messages. */
  path: string;
  settings: unknown;
}

/** Validates the settings and creates the directories. Throws an Error with a one-line message. */
export function openBankFiles({ isValid, path, settings, ...options }: Options): BankFilesRail {
  const { directory } = options;
  const checked = attempt(`BANK_FILES_CONFIG ${path}: `, () => bankFilesSettings(settings, isValid));
  attempt(`BANK_FILES_DIR ${directory} cannot be used: `, () => makeDirectories(directoriesOf(directory)));
  return bankFilesRail({ ...options, settings: checked });
}

function attempt<T>(prefix: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${prefix}${(error as Error).message}.`);
  }
}
