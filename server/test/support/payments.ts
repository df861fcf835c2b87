import { expect } from 'vitest';
import type { Client } from './client.ts';
import { exampleRequest } from './external-accounts.ts';

/** A customer that can pay: approved, with accounts in the platform's currencies, the one in `currency` funded. */
export interface Payer {
  customerId: string;
  accountId: string;
  currency: string;
}

export async function newPayer(
  client: Client,
  {
    currency = 'USD',
    balance = 1_000_000,
    ...profile
  }: { currency?: string; balance?: number; [field: string]: unknown } = {},
): Promise<Payer> {
  const request = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...profile };
  const { body: customer } = await client.post('/customers', request);
  const accountId = await accountIn(client, customer.id, currency);
  if (balance > 0) await fund(client, accountId, balance);
  return { customerId: customer.id, accountId, currency };
}

export async function accountIn(client: Client, customerId: string, currency: string): Promise<string> {
  const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}&currency=${currency}`);
  expect(body.data).toHaveLength(1);
  return body.data[0].id;
}

export async function fund(client: Client, accountId: string, amount: number): Promise<void> {
  const { status } = await client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount });
  expect(status).toBe(200);
}

/** Spendable and total balance of a customer's internal account. */
export async function balanceOf(client: Client, { customerId, currency }: Pick<Payer, 'customerId' | 'currency'>) {
  const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}&currency=${currency}`);
  return { balance: body.data[0].balance.amount, totalBalance: body.data[0].totalBalance.amount };
}

let made = 0;

/** An external account whose primary identifier ends in these three digits. */
export async function payeeWithSuffix(client: Client, customerId: string, suffix: string): Promise<string> {
  const accountNumber = `${100_000_000 + ++made}${suffix}`;
  const example = exampleRequest('USD_ACCOUNT') as { accountInfo: object };
  const request = { customerId, ...example, accountInfo: { ...example.accountInfo, accountNumber } };
  const { status, body } = await client.post('/customers/external-accounts', request);
  expect(status).toBe(201);
  return body.id;
}

export const quoteFor = (payer: Payer, accountId: string, more: object = {}) => ({
  source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
  destination: { destinationType: 'ACCOUNT', accountId },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
  ...more,
});

const PATIENCE_MS = 10_000;
const PAUSE_MS = 10;

/** Waits until the transaction has this status. */
export async function transactionIn(client: Client, id: string, status: string) {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const { body } = await client.get(`/transactions/${id}`);
    if (body.status === status || waited > PATIENCE_MS) {
      expect(body.status).toBe(status);
      return body;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
