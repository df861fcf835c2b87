import { Gauge, Registry } from 'prom-client';
import { type Clock, SECOND_MS } from '../../foundation/kernel/clock.ts';

/** One value of a gauge. */
export interface Reading {
  name: string;
  help: string;
  value: number;
  labels?: Readonly<Record<string, string>>;
}

/** Scrapes within this time share one read of the database. */
const CACHE_MS = 5 * SECOND_MS;

interface Options {
  clock: Clock;
  read: (now: Date) => Promise<readonly Reading[]>;
  onProblem: (error: unknown) => void;
}

/**
 * Gauges of shared database state: only the scraped process reports them, so that they are not summed. Omitted while
 * the database is unavailable.
 */
export class StateGauges {
  readonly #options: Options;
  #cached: { at: number; text: Promise<string> } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  text(): Promise<string> {
    const now = this.#options.clock.now();
    const known = this.#cached;
    if (known && Math.abs(now.getTime() - known.at) < CACHE_MS) return known.text;
    const text = this.#read(now);
    this.#cached = { at: now.getTime(), text };
    return text;
  }

  async #read(now: Date): Promise<string> {
    try {
      return await rendered(await this.#options.read(now));
    } catch (error) {
      this.#options.onProblem(error);
      return '';
    }
  }
}

function rendered(readings: readonly Reading[]): Promise<string> {
  const registry = new Registry();
  const gauges = new Map<string, Gauge>();
  for (const { name, help, value, labels = {} } of readings) {
    const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] });
    gauges.set(name, gauge);
    gauge.set(labels, value);
  }
  return registry.metrics();
}
