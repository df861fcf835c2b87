import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import { newExternalAccount, quoted } from './support/payment-world.ts';
import { newPayer, quoteFor } from './support/payments.ts';
import { watchQueries } from './support/queries.ts';
import { laidOut } from './support/sql-layout.ts';

/** Comment of each step, in the order of the statement. */
const steps: Record<string, string> = {
  guarded: 'Guard: the quote starts if nobody has changed it, and neither its payee nor its customer was deleted.',
  entries: 'The ledger entries of the payments whose guard held. Every later step reads these or joins guarded.',
  legs: 'Two sides of each entry: the debit, which is negative, and the credit.',
  pending_totals_added:
    'System accounts are in every payment: their change is inserted, so that no payment waits for another.',
  touches: 'The change of each other account by each payment of the batch, and the sum of the changes up to it.',
  totals: 'The change of each account by the whole batch.',
  locked: 'Locks the accounts in the order of their ids, so that payments never deadlock, and reads their balances.',
  balances:
    'Writes the balances. NULL aborts the statement: the account is not ACTIVE, or is overdrawn within the batch.',
  entries_written:
    'Inserts the entries. An account that could not be locked aborts the statement, and so does a repeated phase.',
  balance_after: 'The balance after each payment, as if they had been posted one by one.',
  balances_by_account: 'The same balances as one object, so that the events find theirs without a join.',
  answer_kept: 'Stores the response under the Idempotency-Key; a key that exists aborts the statement.',
  events_written: 'Inserts the events of the payment, and those of its account with the balance after it.',
  events_queued: 'Queues the events for delivery, if the platform has an active endpoint.',
  jobs_enqueued: 'Enqueues the job that submits the payout to its rail.',
  status_relisted: 'Moves the payment in the lists by status.',
  volume_counted: 'Counts the daily volume of the payer; a volume above its limit aborts the statement.',
};
const RESULT = 'Returned to the server: the payments whose guard held, and the balances for their responses.';

/** Names of the other parameters, which are not rows or columns, by the step that uses them. */
const names: Record<string, string> = { legs: 'system_accounts' };

let app: TestApp;

// Stops the worker, so that only the request sends statements.
beforeAll(async () => {
  app = await TestApp.start();
  await app.app.worker.stop();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

/** The statement that executes a quote, as PostgreSQL receives it. */
async function executingStatement(): Promise<string> {
  const payer = await newPayer(app.client);
  const payee = await newExternalAccount(app.client, { customerId: payer.customerId, type: 'USD_ACCOUNT' });
  const { id } = await quoted(app.client, quoteFor(payer, payee));
  const seen = watchQueries(app.database.db);
  const headers = { 'idempotency-key': 'one' };
  expect((await app.client.post(`/quotes/${id}/execute`, undefined, { headers })).status).toBe(200);
  const [statement, ...others] = seen.filter((text) => text.includes('INSERT INTO ledger_entries'));
  expect(others).toEqual([]);
  return statement ?? '';
}

/** Name and SQL of each step, and the SQL of the result, which has no name. */
function stepsOf(statement: string): [name: string, text: string][] {
  const found: [string, string][] = [];
  let rest = statement.replace(/^WITH\s+/, '');
  for (;;) {
    const [opening, name] = /^(\w+) AS \(/.exec(rest) ?? [];
    if (opening === undefined || name === undefined) return [...found, ['', rest.trim()]];
    const end = endOf(rest, opening.length);
    found.push([name, rest.slice(opening.length, end)]);
    rest = rest.slice(end + 1).replace(/^,?\s*/, '');
  }
}

/** Position of the parenthesis that closes the one before `from`. */
function endOf(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === "'") i = text.indexOf("'", i + 1);
    else if (text[i] === '(') depth += 1;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  throw new Error('a step is not closed');
}

/** Rows are one JSON parameter. Columns of long texts are one parameter each, with separated values. */
function withNames(name: string, text: string): string {
  const columns = /\) AS r\(([\w, ]+)\)/.exec(text)?.[1]?.split(', ') ?? [];
  let used = 0;
  return text
    .replace(/string_to_array\(\$\d+, \$\d+\)/g, () => `string_to_array($${columns[used++]}, $separator)`)
    .replace(/json_to_recordset\(\$\d+::json\)/g, `json_to_recordset($${name}_rows::json)`)
    .replace(/\$\d+/g, () => `$${names[name]}`);
}

const commented = (statement: string): string =>
  stepsOf(statement)
    .map(([name, text], i) =>
      name === ''
        ? `-- ${RESULT}\n${laidOut(text)}`
        : `-- ${steps[name]}\n${i === 0 ? 'WITH ' : ''}${name} AS (\n${laidOut(withNames(name, text), '  ')}\n)`,
    )
    .join(',\n')
    .replace(`,\n-- ${RESULT}`, `\n-- ${RESULT}`);

const page = fileURLToPath(new URL('../../docs/ledger.md', import.meta.url));
const PRINTED = /(?<=^### Statement of a payment$[\s\S]*?^```sql\n)[\s\S]*?(?=^```$)/m;

test('docs/ledger.md shows the statement that executes a quote, with a comment for each step', async () => {
  const statement = await executingStatement();
  expect(stepsOf(statement).map(([name]) => name)).toEqual([...Object.keys(steps), '']);
  const printed = commented(statement);
  expect(printed).not.toMatch(/\$(\d|undefined)/);
  const text = readFileSync(page, 'utf8');
  expect(text).toMatch(PRINTED);
  // Updated with -u.
  await expect(text.replace(PRINTED, () => `${printed}\n`)).toMatchFileSnapshot(page);
});
