import type { Logger } from 'pino';
import type { Database } from '../../foundation/db/database.ts';
import { type Clock, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { directoriesOf, makeDirectories } from './directories.ts';
import { listFindings } from './findings.ts';
import { readInbox } from './inbox.ts';
import type { Decimals } from './money.ts';
import { channelsOf, planFile } from './outbox.ts';
import { overviewOf } from './overview.ts';
import type { BankFilesRail, ReportHandlers } from './port.ts';
import { publishFiles } from './publish.ts';
import { enqueuePayment } from './queue.ts';
import { type BankFilesSettings, formatOf } from './settings.ts';
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

/** Sends payments in files: payments are queued in a table, written in batches, and completed by bank reports. */
export function bankFilesRail({ directory, ...options }: Options): BankFilesRail {
  const { db, log, settings } = options;
  const deps = { ...options, directories: directoriesOf(directory) };
  const exchange = async (reports: ReportHandlers): Promise<void> => {
    const onProblem = (err: unknown, file: string): void => log.error({ err, file }, 'bank file was not processed');
    const attempt = (work: Promise<void>): Promise<void> =>
      work.catch((err: unknown) => log.error({ err }, 'bank files'));
    makeDirectories(deps.directories);
    // Publishes files planned by an earlier run before new files are planned.
    await attempt(publishFiles(deps));
    for (const channel of channelsOf(settings)) await attempt(planAll(() => planFile(deps, channel)));
    await attempt(publishFiles(deps));
    await attempt(readInbox({ ...deps, reports, onProblem }));
  };
  // Serializes the runs of this process: a concurrent run would skip files that the other run has claimed.
  let last: Promise<void> = Promise.resolve();
  const run = (reports: ReportHandlers): Promise<void> => {
    const turn = () => exchange(reports);
    last = last.then(turn, turn);
    return last;
  };
  return {
    isConfigured: true,
    supports: (route) => formatOf(route, settings) !== undefined,
    submit: (payment) => enqueuePayment(deps, payment),
    cancel: (payment) => withdrawPayment(db, payment),
    overview: () => overviewOf(db, true),
    findings: (request) => listFindings(db, request),
    run,
    ...repeat(run, (err) => log.error({ err }, 'bank files')),
  };
}

async function planAll(planOne: () => Promise<boolean>): Promise<void> {
  while (await planOne());
}

/** Runs repeatedly, with a pause between runs. */
function repeat(run: (reports: ReportHandlers) => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const next = (reports: ReportHandlers): void => {
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
