import type { Database } from '../db/database.ts';
import { toJsonAmount } from '../kernel/money.ts';
import { currencyJson } from '../rates/currencies.ts';
import { byKind, kindDescription, kindJson } from './account-kinds.ts';
import { type Flow, readFlows } from './flows.ts';
import { untilMoment } from './period.ts';

/** Balances of all kinds of accounts at a moment, by currency. Debits and credits of a currency are equal. */
export async function readTrialBalance(db: Database, platformId: string, asOf: Date) {
  const flows = await readFlows(db, platformId, { period: untilMoment(asOf) });
  const currencies = [...new Set(flows.map(({ currency }) => currency))];
  return {
    asOf,
    data: currencies.map((currency) => currencyBalances(currency, flows)),
  };
}

export type TrialBalance = Awaited<ReturnType<typeof readTrialBalance>>;

function currencyBalances(currency: string, flows: readonly Flow[]) {
  const balances = new Map<string, bigint>();
  const add = (kind: string, amount: bigint) => balances.set(kind, (balances.get(kind) ?? 0n) + amount);
  for (const flow of flows) {
    if (flow.currency !== currency) continue;
    add(flow.debitKind, -flow.amount);
    add(flow.creditKind, flow.amount);
  }
  const rows = [...balances].sort(([a], [b]) => byKind(a, b)).map(([kind, balance]) => rowOf(kind, balance));
  const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + BigInt(row[side]), 0n);
  const [debit, credit] = [sum('debit'), sum('credit')];
  return {
    currency: currencyJson(currency),
    rows,
    debit: toJsonAmount(debit),
    credit: toJsonAmount(credit),
    difference: toJsonAmount(credit - debit),
  };
}

/** Only accounts with a minimum of 0 share a kind with others, so the net balance of a kind hides no debit. */
const rowOf = (kind: string, balance: bigint) => ({
  ...kindJson(kind),
  description: kindDescription(kind),
  debit: toJsonAmount(balance < 0n ? -balance : 0n),
  credit: toJsonAmount(balance > 0n ? balance : 0n),
});
