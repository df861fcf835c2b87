import { sql } from '../../server/src/foundation/db/sql.ts';
import { authorizing, newCards } from '../cards.ts';
import { figureOf, type Pace, sideBySide } from '../measure.ts';
import { type Place, PROCESSOR_SECRET } from '../place.ts';
import type { Section } from '../report.ts';
import type { Yardsticks } from '../yardsticks.ts';
import { CONNECTIONS, halfLoadRows, loadSubject, pacedLoad, target } from './http.ts';

/** Authorizations of the card processor, against the same writes by the database alone. */
export async function cardSection({ server, books }: Place, yardsticks: Yardsticks, pace: Pace): Promise<Section> {
  const cards = await newCards(server, pace.customers);
  const [template] = cards;
  if (!template) throw new Error('there is no card');
  const latencies: number[] = [];
  const processor = { refs: cards.map(({ processorRef }) => processorRef), secret: PROCESSOR_SECRET };
  const request = { ...target(server), request: 'pay' as const, processor };
  const ours = loadSubject('POST /processor/authorizations over HTTP', request, latencies);
  const workloads = await authorizing(books, template);
  const spread = await yardsticks.pgbench(workloads.spread);
  const hot = await yardsticks.pgbench(workloads.hot);
  const figures = await sideBySide([ours, ...[spread, hot].filter((subject) => subject !== undefined)], pace);
  const figure = figures.get(ours.name) ?? figureOf([]);
  const common = { what: ours.name, unit: '/s', ours: figure, goal: { atLeast: 1 } };
  const halfLoad = { ours: figure, load: pacedLoad(request, pace), yardsticks: [spread], figures, pace };
  const half = await halfLoadRows(books, 'p99 of a decision', halfLoad);
  // The audit runs before autovacuum would analyse these tables.
  await books.db.write(sql`ANALYZE transactions, card_transaction_events, events, ledger_entries, jobs`);
  return {
    title: 'Card authorizations over HTTP',
    about: `The decision that the issuer-processor waits for: a signed message checked, the card and its funding source read, one statement that guards the card, moves the money, and writes the transaction, its events, its timer and the stored response; ${CONNECTIONS} connections, durable, every purchase through one reservation account. Against that statement alone, called by pgbench: once with no two purchases sharing a system account, once with shared ones.`,
    rows: [
      { ...common, ...yardsticks.beside(spread, figures) },
      { ...common, ...yardsticks.beside(hot, figures) },
      { what: 'p99 of a decision at full load', unit: 'ms', ours: figureOf(latencies) },
      ...half,
    ],
  };
}
