/** One of the compared implementations: runs for a while and returns its operations per second. */
export interface Subject {
  name: string;
  run(seconds: number): Promise<number>;
  /** Ran before, so that it needs no warm-up round. */
  isWarm?: boolean;
}

export interface Pace {
  rounds: number;
  seconds: number;
  /** Uncounted warm-up of a new subject: caches, plans and above all compilers. */
  warmUpSeconds: number;
  /** Seconds of the measurement of p99 at half load, which needs more requests than an average. */
  tailSeconds: number;
  /** Uncounted lead time of paced load. */
  leadSeconds: number;
  /** Number of customers: enough that concurrent payments hardly ever share one, as in the yardsticks. */
  customers: number;
  /** Payments whose footprint is measured. */
  payments: number;
}

export interface Figure {
  median: number;
  lowest: number;
  highest: number;
}

/** Runs the subjects in turn, round after round, so that a slow phase of the machine affects all of them. */
export async function sideBySide(
  subjects: readonly Subject[],
  { rounds, seconds, warmUpSeconds }: Pace,
): Promise<Map<string, Figure>> {
  const results = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects.filter(({ isWarm }) => !isWarm)) await subject.run(warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) results.get(subject.name)?.push(await subject.run(seconds));
  }
  return new Map([...results].map(([name, values]) => [name, figureOf(values)]));
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: at(sorted, 0.5), lowest: at(sorted, 0), highest: at(sorted, 1) };
}

/** The value below which this share of the sorted values lies. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
