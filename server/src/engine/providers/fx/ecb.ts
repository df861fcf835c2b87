import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../foundation/kernel/clock.ts';
import { ApiError } from '../../../foundation/kernel/errors.ts';
import { boundedText, type TextSource } from './bounded-text.ts';
import { parseEcbFile } from './ecb-file.ts';
import { parseExtraFile } from './extra-file.ts';
import type { FxSource, FxTable } from './port.ts';

/** Pause after a failure, so that requests do not all wait for the timeout of the source. */
const PAUSE_MS = MINUTE_MS;
/** Maximum time until the next file: the afternoon of the next business day. */
const NEXT_DUE_MS = DAY_MS + 16 * HOUR_MS;

export interface EcbOptions {
  source: TextSource;
  /** File with prices that the central bank does not publish. */
  extraPath: string | undefined;
  /** Maximum age, counted from when the next file was due, because no file appears on weekends and holidays. */
  maxAgeHours: number;
  /** Timeout for reading the source; 10 seconds by default. */
  timeoutMs?: number;
  onProblem: (problem: string) => void;
}

/** Combines reference rates of the European Central Bank with additional prices of the operator. */
export function ecbFx(options: EcbOptions): FxSource {
  let current: FxTable | undefined;
  let failedAt: Date | undefined;
  const isFresh = ({ asOf }: FxTable, now: Date): boolean =>
    now < addMs(asOf, NEXT_DUE_MS + options.maxAgeHours * HOUR_MS) && asOf < addMs(now, DAY_MS);

  async function refresh(now: Date): Promise<void> {
    try {
      const read = parseEcbFile(await boundedText(options.source, options.timeoutMs));
      if (!isFresh(read, now)) throw new Error(`the rates are of ${read.asOf.toISOString().slice(0, 10)}`);
      current = read;
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
      if (!current || !isFresh(current, now)) throw withoutPrices();
      return { asOf: current.asOf, perUsd: new Map([...(await extra(now)), ...current.perUsd]) };
    },
  };
}

/** Used without a configured source: payments between currencies are rejected. */
export const unavailableFx: FxSource = { read: () => Promise.reject(withoutPrices()) };

function withoutPrices(): ApiError {
  const hint =
    'Try again in a few minutes. The operator of the service configures the source with FX_ECB_URL or FX_ECB_FILE.';
  const headers = { 'retry-after': `${PAUSE_MS / 1_000}` };
  return new ApiError('QUOTE_REQUEST_FAILED', 'There are no current exchange rates.', { hint }, { headers });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
