import { figureOf } from '../measure.ts';
import type { Section } from '../report.ts';
import { measureStart, type StartFigures } from '../start.ts';

const MEGABYTE = 2 ** 20;

/** Time of `npm start`, and the memory of the idle server. */
export async function startSection(starts: { count: number; idleSeconds: number }): Promise<Section> {
  const results: StartFigures[] = [];
  for (let i = 0; i < starts.count; i++) results.push(await measureStart(starts.idleSeconds));
  const seconds = (of: (figures: StartFigures) => number) => figureOf(results.map((figures) => of(figures) / 1_000));
  const idle = results.flatMap(({ idleBytes }) => (idleBytes === undefined ? [] : [idleBytes / MEGABYTE]));
  return {
    title: 'Start and idle memory',
    about: '`npm start` in a checkout that is built, to the first 200 of /readyz, with the embedded PostgreSQL.',
    rows: [
      { what: 'the first start, which makes the database', unit: 's', ours: seconds(({ firstMs }) => firstMs) },
      { what: 'a later start', unit: 's', ours: seconds(({ againMs }) => againMs), goal: { below: 2 } },
      idle.length > 0
        ? { what: 'memory of the server, idle', unit: 'MB', ours: figureOf(idle), goal: { below: 120 } }
        : { what: 'memory of the server, idle', unit: 'MB', ours: figureOf([]), note: 'only reported on Linux' },
    ],
  };
}
