import { Ledger } from '../../server/src/engine/ledger/post.ts';
import { monotonicMs } from '../../server/src/foundation/kernel/clock.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import type { Row, Section } from '../report.ts';
import {
  type Books,
  funding,
  hotFunding,
  hotTransfer,
  type PostingWorkload,
  partiesOf,
  transfer,
} from '../workload.ts';
import type { Yardsticks } from '../yardsticks.ts';

const CONCURRENCY = [1, 8, 64];
/** Workloads that are measured in the same rounds, which shows the cost of one hot account. */
const FAMILIES = [
  [funding, hotFunding],
  [transfer, hotTransfer],
];

/** Postings of one server process, against the same statement called by pgbench. */
export async function ledgerSection(books: Books, yardsticks: Yardsticks, pace: Pace): Promise<Section> {
  const rows: Row[] = [];
  for (const workloads of FAMILIES) rows.push(...(await familyRows(books, yardsticks, pace, workloads)));
  return {
    title: 'Ledger posts',
    about:
      'Single `Ledger.post` calls from one Node process. A funding is a ledger entry, the transaction row, two events and the stored response; a transfer is two ledger entries and nothing else. pgbench calls the same statement, one posting at a time, prepared, at its best number of clients.',
    rows,
    says: [hotAccountCost(rows, funding, hotFunding), hotAccountCost(rows, transfer, hotTransfer)],
  };
}

/** Share of its speed that a workload keeps when every posting uses one account. */
function hotAccountCost(rows: readonly Row[], spread: PostingWorkload, hot: PostingWorkload): string {
  const of = (workload: PostingWorkload) =>
    rows.find(({ what }) => what === nameOf(workload, Math.max(...CONCURRENCY)));
  const kept = (speed: (row: Row | undefined) => number | undefined) =>
    `${((speed(of(hot)) ?? Number.NaN) / (speed(of(spread)) ?? Number.NaN)).toFixed(2)} x`;
  const ours = kept((row) => row?.ours.median);
  const theirs = kept((row) => row?.yardstick?.figure.median);
  return `A ${spread.name} in which every posting touches one account keeps ${ours} of its speed, gathered; one by one, in pgbench, ${theirs}.`;
}

const nameOf = (workload: PostingWorkload, concurrency: number): string => `${workload.name}, ${concurrency} at once`;

async function familyRows(books: Books, yardsticks: Yardsticks, pace: Pace, family: PostingWorkload[]): Promise<Row[]> {
  const compared: { ours: Subject[]; yardstick: Subject | undefined }[] = [];
  for (const workload of family) {
    const ours = CONCURRENCY.map((concurrency) => ledgerSubject(books, workload, concurrency));
    compared.push({ ours, yardstick: await yardsticks.pgbench(workload) });
  }
  const subjects = compared.flatMap(({ ours, yardstick }) => [...ours, ...(yardstick ? [yardstick] : [])]);
  const figures = await sideBySide(subjects, pace);
  return compared.flatMap(({ ours, yardstick }) =>
    ours.map(({ name }) => ({
      what: name,
      unit: '/s',
      ours: figures.get(name) ?? figureOf([]),
      ...yardsticks.beside(yardstick, figures),
    })),
  );
}

function ledgerSubject(books: Books, workload: PostingWorkload, concurrency: number): Subject {
  const ledger = new Ledger(books.db);
  let n = 0;
  const run = async (seconds: number): Promise<number> => {
    const startedAt = monotonicMs();
    const until = startedAt + seconds * 1_000;
    const first = n;
    const work = async (): Promise<void> => {
      while (monotonicMs() < until) await ledger.post(workload.posting(books, partiesOf(n++)));
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return (n - first) / ((monotonicMs() - startedAt) / 1_000);
  };
  return { name: nameOf(workload, concurrency), run };
}
