import { expect } from 'vitest';
import { BASE_PATH } from '../../src/foundation/config.ts';
import { systemClock } from '../../src/foundation/kernel/clock.ts';
import { sandboxCurrencies } from '../../src/parties/platforms/first-platform.ts';
import { createPlatform } from '../../src/parties/platforms/platforms.ts';
import type { TestApp } from './app.ts';
import { Client } from './client.ts';

/** A platform like the one that `npm start` creates. */
export async function firstPlatform(app: TestApp): Promise<Client> {
  const { database, url, contract } = app;
  const platform = { name: 'Sandbox', mode: 'SANDBOX' as const, currencies: sandboxCurrencies, at: systemClock.now() };
  const { id, token } = await createPlatform(database.db, app.app.vault, platform);
  return new Client({ ...token, tokenId: token.id, url, basePath: BASE_PATH, platformId: id, contract });
}

export const newCustomer = async (client: Client, more: object = {}): Promise<string> => {
  const { status, body, text } = await client.post('/customers', {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada',
    ...more,
  });
  expect(status, text).toBe(201);
  return body.id;
};

export const listed = async (client: Client, query: string): Promise<any[]> =>
  (await client.get(`/customers/internal-accounts?limit=100&${query}`)).body.data;
export const codeOf = (account: any): string => account.balance.currency.code;
export const codesOf = (accounts: any[]): string[] => accounts.map(codeOf);
export const fund = async (client: Client, account: { id: string }, amount: number): Promise<void> => {
  expect((await client.post(`/sandbox/internal-accounts/${account.id}/fund`, { amount })).status).toBe(200);
};
export const accountIn = async (client: Client, customerId: string, currency: string): Promise<any> =>
  (await listed(client, `customerId=${customerId}&currency=${currency}`))[0];
