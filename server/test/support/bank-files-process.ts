import { pino } from 'pino';
import { bankFilesRail } from '../../src/engine/bank-files/rail.ts';
import { Database } from '../../src/foundation/db/database.ts';
import { addMs, MINUTE_MS } from '../../src/foundation/kernel/clock.ts';
import { decimals, settings, WEDNESDAY } from './bank-files.ts';

/** A process that writes bank files until it is killed. Its clock starts after the leases of the previous run. */
const { connection, directory, life } = JSON.parse(process.argv[2] ?? '');
const rail = bankFilesRail({
  db: new Database({ connection }),
  clock: { now: () => addMs(WEDNESDAY, 2 * (life + 1) * MINUTE_MS) },
  log: pino({ level: 'error' }),
  decimals,
  directory,
  settings: settings({ batchMinutes: 0, settleSeconds: 0 }),
});
const reports = { report: async () => {} };
await rail.run(reports);
process.stdout.write('ready\n');
for (;;) await rail.run(reports);
