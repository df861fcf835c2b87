import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { boundedText, type TextSource } from './bounded-text.ts';
import { parseEcbFile } from './ecb-file.ts';
import { parseExtraFile } from './extra-file.ts';
import type { FxSource, FxTable } from './port.ts';

/** A source that fails is left alone for a while: nobody should wait for its time-out with every request. */
const PAUSE_MS = MINUTE_MS;
/** The next file is due in the afternoon of the next business day. */
const NEXT_DUE_MS = DAY_MS + 16 * HOUR_MS;

export interface EcbOptions {
  source: TextSource;
  /** Prices of what the central bank does not publish. */
  extraPath: string | undefined;
  /** How long after the next one was due a file may still be traded on: weekends and holidays have no file. */
  maxAgeHours: number;
  onProblem: (problem: string) => void;
}

/** Reference rates of the European Central Bank, and what the operator adds to them. */
export function ecbFx(options: EcbOptions): FxSource {
  let good: FxTable | undefined;
  let failedAt: Date | undefined;
  const isFresh = ({ asOf }: FxTable, now: Date): boolean =>
    now < addMs(asOf, NEXT_DUE_MS + options.maxAgeHours * HOUR_MS) && asOf < addMs(now, DAY_MS);

  async function refresh(now: Date): Promise<void> {
    try {
      const read = parseEcbFile(await boundedText(options.source));
      if (!isFresh(read, now)) throw new Error(`the rates are of ${read.asOf.toISOString().slice(0, 10)}`);
      good = read;
      failedAt = undefined;
    } catch (error) {
      failedAt = now;
      options.onProblem(`reference rates: ${messageOf(error)}`);
    }
  }

  async function extra(now: Date): Promise<FxTable['perUsd']> {
    if (!options.extraPath) return new Map();
    try {
      const read = parseExtraFile(await boundedText({ path: options.extraPath }));
      if (!isFresh(read, now)) throw new Error(`the prices are of ${read.asOf.toISOString().slice(0, 10)}`);
      return read.perUsd;
    } catch (error) {
      options.onProblem(`FX_EXTRA_FILE: ${messageOf(error)}`);
      return new Map();
    }
  }

  return {
    read: async (now) => {
      if (!failedAt || now >= addMs(failedAt, PAUSE_MS)) await refresh(now);
      if (!good || !isFresh(good, now)) throw withoutPrices();
      return { asOf: good.asOf, perUsd: new Map([...(await extra(now)), ...good.perUsd]) };
    },
  };
}

/** Where no source is configured: payments in one currency go on. */
export const unavailableFx: FxSource = { read: () => Promise.reject(withoutPrices()) };

function withoutPrices(): ApiError {
  const hint = 'Try again in a few minutes. If it lasts, whoever runs the service looks at FX_ECB_URL or FX_ECB_FILE.';
  const headers = { 'retry-after': `${PAUSE_MS / 1_000}` };
  return new ApiError('QUOTE_REQUEST_FAILED', 'There are no current exchange rates.', { hint }, { headers });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
