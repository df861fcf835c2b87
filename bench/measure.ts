/** One of the things compared: runs for a while and tells how many it did per second. */
export interface Subject {
  name: string;
  run(seconds: number): Promise<number>;
  /** Has run before: it needs no round to warm up. */
  isWarm?: boolean;
}

export interface Pace {
  rounds: number;
  seconds: number;
  /** How long what has not run before runs uncounted: caches, plans and above all compilers. */
  warmUpSeconds: number;
  /** How long the slowest percent is looked for at half load: it is one moment in a hundred. */
  tailSeconds: number;
  /** So many pay that those at the same moment are hardly ever the same, as in the yardsticks; each has to be made first. */
  customers: number;
}

export interface Figure {
  median: number;
  lowest: number;
  highest: number;
}

/** Runs the subjects turn by turn, round after round: what slows the machine for a while slows all of them. */
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
