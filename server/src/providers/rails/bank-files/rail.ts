import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { type Clock, SECOND_MS } from '../../../kernel/clock.ts';
import { directoriesOf, makeDirectories } from './directories.ts';
import { readInbox } from './inbox.ts';
import type { Decimals } from './money.ts';
import { channelsOf, planFile } from './outbox.ts';
import { overviewOf } from './overview.ts';
import type { BankFilesRail, Reports } from './port.ts';
import { publishFiles } from './publish.ts';
import { enqueuePayment } from './queue.ts';
import { formatOf } from './schemes.ts';
import type { BankFilesSettings } from './settings.ts';
import { withdrawPayment } from './withdraw.ts';

const POLL_MS = 5 * SECOND_MS;

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  decimals: Decimals;
  directory: string;
  settings: BankFilesSettings;
}

/** Real money by files: payments wait in a table, go out in batches, and end by what the banks send back. */
export function bankFilesRail({ directory, ...options }: Options): BankFilesRail {
  const { db, log, settings } = options;
  const needs = { ...options, directories: directoriesOf(directory) };
  const run = async (reports: Reports): Promise<void> => {
    const onProblem = (err: unknown, file: string): void => log.error({ err, file }, 'bank file was not taken in');
    const attempt = (work: Promise<void>): Promise<void> =>
      work.catch((err: unknown) => log.error({ err }, 'bank files'));
    makeDirectories(needs.directories);
    // What an earlier round has planned goes out before anything new.
    await attempt(publishFiles(needs));
    for (const channel of channelsOf(settings)) await attempt(planAll(() => planFile(needs, channel)));
    await attempt(publishFiles(needs));
    await attempt(readInbox({ ...needs, reports, onProblem }));
  };
  return {
    isConfigured: true,
    supports: (way) => formatOf(way, settings) !== undefined,
    submit: (payment) => enqueuePayment(needs, payment),
    cancel: (payment) => withdrawPayment(db, payment),
    overview: () => overviewOf(db, true),
    run,
    ...rounds(run, (err) => log.error({ err }, 'bank files')),
  };
}

async function planAll(planOne: () => Promise<boolean>): Promise<void> {
  while (await planOne());
}

/** One round after the other, with a pause between them. */
function rounds(run: (reports: Reports) => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const next = (reports: Reports): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run(reports)
        .catch(onError)
        .finally(() => next(reports));
    }, POLL_MS);
    timer.unref();
  };
  return {
    start: next,
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
