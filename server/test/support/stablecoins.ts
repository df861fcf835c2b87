import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import { exampleRequest } from './external-accounts.ts';

export const keyed = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } });

/** Credentials with a unique apiClientId that ends with this suffix. */
export const credentials = (suffix = 'abc') => ({
  provider: 'BRALE',
  apiClientId: `${randomUUID()}-${suffix}`,
  apiClientSecret: `secret-${randomUUID()}`,
});

export async function newLink(client: Client, suffix?: string): Promise<string> {
  const { status, body } = await client.post('/stablecoin-provider-accounts', credentials(suffix), keyed());
  expect(status).toBe(201);
  return body.id;
}

export const registration = (stablecoinProviderAccountId: string, suffix = 'abc') => ({
  providerTokenIdentifier: `${randomUUID()}-${suffix}`,
  networkTokenIdentifier: 'btkn1qexample',
  network: 'SPARK',
  stablecoinProviderAccountId,
});

export async function newCoin(client: Client, suffix?: string): Promise<string> {
  const { status, body } = await client.post('/stablecoins', registration(await newLink(client), suffix), keyed());
  expect(status).toBe(201);
  return body.id;
}

export async function externalAccount(client: Client, type: 'SPARK_WALLET' | 'USD_ACCOUNT' | 'GBP_ACCOUNT') {
  const { status, body } = await client.post('/platform/external-accounts', exampleRequest(type));
  if (status === 201) return body.id as string;
  expect([status, body.details.reason]).toEqual([409, 'EXTERNAL_ACCOUNT_EXISTS']);
  return body.details.externalAccountId as string;
}

/** 10 USD plus this many cents. */
export const coins = (cents: number): string => `${10_000_000n + BigInt(cents) * 10_000n}`;

export const mintRequest = async (client: Client, fundingSource: object = { type: 'WIRE' }, cents = 0) => ({
  amount: coins(cents),
  fundingSource,
  destination: { accountId: await externalAccount(client, 'SPARK_WALLET') },
});

export const burnRequest = async (client: Client, source: object = { type: 'EXTERNAL_ACCOUNT' }, cents = 0) => ({
  amount: coins(cents),
  source,
  destination: {
    type: 'EXTERNAL_ACCOUNT',
    externalAccountId: await externalAccount(client, 'USD_ACCOUNT'),
    rail: 'WIRE',
  },
});

export const mint = (client: Client, coin: string, body: object): Promise<Answer> =>
  client.post(`/stablecoins/${coin}/mints`, body, keyed());

export const burn = (client: Client, coin: string, body: object): Promise<Answer> =>
  client.post(`/stablecoins/${coin}/burns`, body, keyed());
