import { constants } from 'node:os';
import type { Config } from '../../foundation/config.ts';
import { causeOfOutage, isOutcomeUnknown } from '../../foundation/db/outages.ts';
import { DatabaseUnavailable } from '../../foundation/runtime/errors.ts';
import type { OpenDatabase, RuntimeOptions } from '../../foundation/runtime/runtime.ts';
import type { Invocation } from './invocation.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type Open<T> = (config: Config, options: RuntimeOptions) => Promise<T>;

/** Runs a command's work on the database, with or without a running server. `open` determines the opened parts. */
export async function withDatabase<A extends OpenDatabase, B>(
  open: Open<A>,
  { config, note }: Pick<Invocation, 'config' | 'note'>,
  work: (opened: A) => Promise<B>,
): Promise<B> {
  const opened = await open(config, { exclusive: false, onNotice: note, onWarning: note });
  const interruption = new Interruption(() => opened.close());
  try {
    return await work(opened).catch(explainLoss);
  } finally {
    await interruption.release();
    await opened.close();
  }
}

function explainLoss(error: unknown): never {
  const cause = causeOfOutage(error);
  if (!cause) throw error;
  const hint = isOutcomeUnknown(error)
    ? 'Whether the command took effect is unknown: check before you run it again.'
    : 'Run the command again once the database is back.';
  throw new DatabaseUnavailable(`The connection to the database was lost (${cause.message}).`, hint);
}

/** Stops the PostgreSQL that an interrupted command started. A second signal ends the process immediately. */
class Interruption {
  readonly #onSignal: (signal: NodeJS.Signals) => void;
  #isInterrupted = false;

  constructor(close: () => Promise<void>) {
    this.#onSignal = (signal) => {
      this.#isInterrupted = true;
      const end = (): never => process.exit(128 + constants.signals[signal]);
      close().then(end, end);
    };
    for (const signal of SIGNALS) process.once(signal, this.#onSignal);
  }

  /** Never resolves after a signal: the handler ends the process, and failures that it causes are not reported. */
  async release(): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    if (this.#isInterrupted) await new Promise(() => {});
  }
}
