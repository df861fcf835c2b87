import type { Metric, Registry } from 'prom-client';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';

interface Labels {
  method: string;
  /** Template of the path. */
  route: string;
  status: number;
}

interface Series {
  labels: Labels;
  /** Requests per bucket, not cumulative; the last bucket has no upper bound. */
  counts: number[];
  seconds: number;
}

const NAME = 'causeway_http_request_duration_seconds';

/** Histogram. prom-client was too slow, because it joins all labels to a text for each observation. */
export class RequestDurations {
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Map<string, Map<number, Series>>>();

  constructor(bounds: readonly number[], registry: Registry) {
    this.#bounds = bounds;
    const description = {
      name: NAME,
      help: 'Duration of HTTP requests by route template',
      type: 'histogram',
      aggregator: 'sum',
    };
    const metric = { ...description, get: async () => ({ ...description, values: this.#values() }) };
    registry.registerMetric(metric as unknown as Metric);
  }

  observe(labels: Labels, durationMs: number): void {
    const seconds = durationMs / SECOND_MS;
    const series = this.#seriesOf(labels);
    const bucket = this.#bounds.findIndex((bound) => seconds <= bound);
    const index = bucket < 0 ? this.#bounds.length : bucket;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.seconds += seconds;
  }

  #seriesOf(labels: Labels): Series {
    const { method, route, status } = labels;
    const known = this.#series.get(route)?.get(method)?.get(status);
    if (known) return known;
    const counts = Array.from({ length: this.#bounds.length + 1 }, () => 0);
    const series = { labels: { method, route, status }, counts, seconds: 0 };
    const ofRoute = this.#series.get(route) ?? new Map<string, Map<number, Series>>();
    const ofMethod = ofRoute.get(method) ?? new Map<number, Series>();
    this.#series.set(route, ofRoute.set(method, ofMethod.set(status, series)));
    return series;
  }

  /** Returns cumulative buckets, as Prometheus requires. */
  #values(): object[] {
    const all = [...this.#series.values()].flatMap((ofRoute) =>
      [...ofRoute.values()].flatMap((ofMethod) => [...ofMethod.values()]),
    );
    return all.flatMap(({ labels, counts, seconds }) => {
      let total = 0;
      const buckets = counts.map((count, i) => {
        total += count;
        return { metricName: `${NAME}_bucket`, labels: { le: this.#bounds[i] ?? '+Inf', ...labels }, value: total };
      });
      return [
        ...buckets,
        { metricName: `${NAME}_sum`, labels, value: seconds },
        { metricName: `${NAME}_count`, labels, value: total },
      ];
    });
  }
}
