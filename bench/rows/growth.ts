import { newTemplate } from '../customers.ts';
import type { LoadResult } from '../load.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import { openPlace, type Place } from '../place.ts';
import type { Section } from '../report.ts';
import { loadFromOutside } from '../roles.ts';
import { QuoteSupply } from '../supply.ts';
import { CONNECTIONS, target } from './http.ts';

/** Payments on a database with a long history, which the section of lists has filled, against payments on a new one. */
export async function growthSection(place: Place, pace: Pace, transactions: number): Promise<Section> {
  const empty = await openPlace();
  try {
    const past = `${transactions.toLocaleString('en-US')} past transactions`;
    const ours = await executes(place, `POST /quotes/{id}/execute, ${past}`);
    const theirs = await executes(empty, 'the same with an empty database');
    // The goal is close to one, and a round can vary by a tenth.
    const figures = await sideBySide([ours, theirs], { ...pace, rounds: 2 * pace.rounds });
    const of = ({ name }: Subject) => figures.get(name) ?? figureOf([]);
    return {
      title: 'Growth',
      about: `Executes over HTTP, ${CONNECTIONS} connections, each database with its own PostgreSQL, turn by turn, in twice as many rounds as the rest.`,
      rows: [
        {
          what: ours.name,
          unit: '/s',
          ours: of(ours),
          yardstick: { what: theirs.name, figure: of(theirs) },
          goal: { atLeast: 0.9 },
        },
      ],
    };
  } finally {
    await empty.close();
  }
}

async function executes(place: Place, name: string): Promise<Subject> {
  const prepare = await executions(place, CONNECTIONS);
  const run = async (seconds: number): Promise<number> => (await (await prepare(seconds))()).perSecond;
  return { name, run };
}

/** Creates quotes. The returned function executes them. */
export type Executions = (seconds: number) => Promise<() => Promise<LoadResult>>;

export async function executions({ server, books }: Place, connections: number): Promise<Executions> {
  const supply = await QuoteSupply.copying(books, await newTemplate(server, books.platformId), 'GROWTH');
  const request = { ...target(server), request: 'execute' as const, connections };
  return async (seconds) => {
    const quotes = await supply.refill(seconds);
    return () => loadFromOutside({ ...request, seconds, quotes });
  };
}
