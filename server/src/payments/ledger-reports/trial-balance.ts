import type { Database } from '../../foundation/db/database.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import { byKind, kindDescription, kindJson } from './account-kinds.ts';
import { type Flow, readFlows } from './flows.ts';
import { untilMoment } from './period.ts';
import { reportAmount } from './report-amount.ts';

/** Balances of all kinds of accounts at a moment, by currency. The debits of a currency equal its credits. */
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
  const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + row[side], 0n);
  return {
    currency: currencyJson(currency),
    rows,
    debit: sum('debit'),
    credit: sum('credit'),
  };
}

/** The net balance of a kind hides no debit: kinds with several accounts allow no negative balance. */
const rowOf = (kind: string, balance: bigint) => ({
  ...kindJson(kind),
  description: kindDescription(kind),
  debit: balance < 0n ? -balance : 0n,
  credit: balance > 0n ? balance : 0n,
});

const figure = (amount: bigint): number => reportAmount(amount, 'trialBalance');

export const trialBalanceJson = ({ asOf, data }: TrialBalance) => ({
  asOf,
  data: data.map(({ rows, debit, credit, ...group }) => ({
    ...group,
    rows: rows.map((row) => ({ ...row, debit: figure(row.debit), credit: figure(row.credit) })),
    debit: figure(debit),
    credit: figure(credit),
    difference: figure(credit - debit),
  })),
});
