import { availableParallelism } from 'node:os';
import { figureOf, type Pace, sideBySide } from '../measure.ts';
import { openPlace } from '../place.ts';
import type { Row, Section } from '../report.ts';
import { executes } from './growth.ts';
import { CONNECTIONS } from './http.ts';

/** The database and the load generator need their own cores. */
const MIN_CORES = 4;
const GOAL = { atLeast: 1.6 };

/** Two processes of one server, against one. */
export async function processSection(pace: Pace): Promise<Section> {
  return {
    title: 'Processes',
    about: `Executes over HTTP, ${CONNECTIONS} connections, each server with its own PostgreSQL, turn by turn.`,
    rows: [availableParallelism() < MIN_CORES ? tooFewCores() : await measured(pace)],
  };
}

const what = 'POST /quotes/{id}/execute, PROCESSES=2';

const tooFewCores = (): Row => ({
  what,
  unit: '/s',
  ours: figureOf([]),
  note: `not measured: ${availableParallelism()} cores here, and it takes ${MIN_CORES}`,
});

async function measured(pace: Pace): Promise<Row> {
  const places = [await openPlace({ processes: 2 }), await openPlace()] as const;
  try {
    const ours = await executes(places[0], what);
    const theirs = await executes(places[1], 'the same with one');
    const figures = await sideBySide([ours, theirs], pace);
    const figure = figures.get(ours.name) ?? figureOf([]);
    const yardstick = { what: theirs.name, figure: figures.get(theirs.name) ?? figureOf([]) };
    return { what, unit: '/s', ours: figure, yardstick, goal: GOAL };
  } finally {
    for (const place of places) await place.close();
  }
}
