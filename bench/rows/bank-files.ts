import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { directoriesOf, makeDirectories } from '../../server/src/engine/bank-files/directories.ts';
import type { ReportHandlers } from '../../server/src/engine/bank-files/port.ts';
import { bankFilesRail } from '../../server/src/engine/bank-files/rail.ts';
import { Ledger } from '../../server/src/engine/ledger/post.ts';
import { configuredFunding } from '../../server/src/engine/providers/funding/configured.ts';
import { creditorReference } from '../../server/src/engine/providers/protocols/creditor-reference.ts';
import { Database } from '../../server/src/foundation/db/database.ts';
import { monotonicMs, systemClock } from '../../server/src/foundation/kernel/clock.ts';
import { receiveBankCredit } from '../../server/src/payments/arrivals/bank.ts';
import { bankingWith } from '../../server/test/support/banking.ts';
import { Api } from '../customers.ts';
import { figureOf, type Pace } from '../measure.ts';
import type { Place } from '../place.ts';
import type { Section } from '../report.ts';

/** Credits in the file per payment of the other sections. */
const CREDITS = 5;
const OUR_IBAN = 'DE89370400440532013000';
const NANOSECONDS = 1e6;

/** Credits of a bank's statement in one file, each to an account that its reference names. */
export async function bankFileSection(place: Place, { rounds, payments }: Pace): Promise<Section> {
  const entries = CREDITS * payments;
  const db = new Database({ connection: place.postgres });
  try {
    const { data } = await new Api(place.server).ask('GET', 'platform/internal-accounts?currency=USD');
    const reference = creditorReference(data[0].id);
    const results: Taken[] = [];
    for (let round = 0; round <= rounds; round++) results.push(await takeIn(db, { reference, round, entries }));
    const counted = results.slice(1);
    return {
      title: 'Bank files',
      about: `One camt.053 file with ${entries.toLocaleString('en-US')} credits, each found by its reference and credited as a completed payment with its ledger entries and events, in one process. The longest wait is that of a request which arrives while the file is processed.`,
      rows: [
        {
          what: 'entries of a file',
          unit: '/s',
          ours: figureOf(counted.map(({ perSecond }) => perSecond)),
          yardstick: { what: '2,000 entries per second', figure: figureOf([2_000]) },
          goal: { atLeast: 1 },
        },
        {
          what: 'longest wait of a request meanwhile',
          unit: 'ms',
          ours: figureOf(counted.map(({ waitMs }) => waitMs)),
          goal: { below: 100 },
        },
      ],
    };
  } finally {
    await db.close();
  }
}

interface Taken {
  perSecond: number;
  waitMs: number;
}

interface Statement {
  reference: string;
  round: number;
  entries: number;
}

async function takeIn(db: Database, given: Statement): Promise<Taken> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-bank-'));
  makeDirectories(directoriesOf(directory));
  await writeFile(join(directory, 'inbox', `${systemClock.now().getTime()}.xml`), statement(given));
  const deps = { db, ledger: new Ledger(db), banking: bankingWith(configuredFunding({})) };
  const reports: ReportHandlers = {
    report: async () => {},
    onCredit: (credit) => receiveBankCredit(deps, credit, { mode: 'SANDBOX', at: systemClock.now() }),
  };
  const settings = {
    company: { name: 'Causeway' },
    timeZone: 'Europe/Berlin',
    cutOff: '16:00',
    batchMinutes: 0,
    settleSeconds: 0,
    holidays: [],
    accounts: { USD: { iban: OUR_IBAN, bic: 'COBADEFF' } },
  };
  const log = pino({ level: 'error' });
  const rail = bankFilesRail({ db, clock: systemClock, log, decimals: () => 2, directory, settings });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedAt = monotonicMs();
  await rail.run(reports);
  const seconds = (monotonicMs() - startedAt) / 1_000;
  delay.disable();
  await rm(directory, { recursive: true, force: true });
  return { perSecond: given.entries / seconds, waitMs: delay.max / NANOSECONDS };
}

function statement({ reference, round, entries: length }: Statement): string {
  const entries = Array.from(
    { length },
    (_, i) =>
      `<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-18</Dt></BookgDt><AcctSvcrRef>${round} ${i} ${systemClock.now().getTime()}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Payer ${i}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${reference} invoice ${i}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${OUR_IBAN}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
}
