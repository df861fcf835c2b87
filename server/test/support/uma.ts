import { expect } from 'vitest';
import { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { useCurrencies } from './payment-world.ts';
import { newPayer, type Payer } from './payments.ts';

export interface UmaUser extends Payer {
  umaAddress: string;
}

/** A service that other providers find under its own domain, and that can reach all of them. */
export interface UmaPlace {
  app: TestApp;
  client: Client;
  domain: string;
  newUser: (name: string, more?: { currency?: string; balance?: number; [field: string]: unknown }) => Promise<UmaUser>;
}

export async function openUmaPlace(currencies: readonly string[], config: object = {}): Promise<UmaPlace> {
  const app = await TestApp.start({ config: { umaNetwork: ['*'], ...config } });
  const domain = new URL(app.url).host;
  const { client } = app;
  await useCurrencies(client, currencies, { umaDomain: domain });
  const newUser: UmaPlace['newUser'] = async (name, more = {}) => {
    const umaAddress = `$${name}@${domain}`;
    return { ...(await newPayer(client, { umaAddress, ...more })), umaAddress };
  };
  return { app, client, domain, newUser };
}

export const lookUp = (client: Client, payer: Payer, umaAddress: string) =>
  client.get(`/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${payer.customerId}`);

/** A quote request to the looked-up receiver. */
export async function umaQuote(client: Client, payer: Payer, umaAddress: string, more: object = {}): Promise<object> {
  const { status, body, text } = await lookUp(client, payer, umaAddress);
  expect(status, text).toBe(200);
  return {
    source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' },
    lookupId: body.lookupId,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
    ...more,
  };
}
