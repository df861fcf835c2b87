import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../kernel/clock.ts';
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
  /** Where the settings were read, and what they say. */
  path: string;
  settings: unknown;
}

/** The rail with its settings checked and its directories made, or one line that says what is wrong. */
export function openBankFiles({ isValid, path, settings, ...options }: Options): BankFilesRail {
  const { directory } = options;
  const checked = attempt(`BANK_FILES_CONFIG ${path}: `, () => bankFilesSettings(settings, isValid));
  attempt(`BANK_FILES_DIR ${directory} cannot be used: `, () => makeDirectories(directoriesOf(directory)));
  return bankFilesRail({ ...options, settings: checked });
}

function attempt<T>(complaint: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${complaint}${(error as Error).message}.`);
  }
}
