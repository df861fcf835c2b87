import { generateKeyPairSync } from 'node:crypto';
import { base58 } from '@scure/base';
import { Authenticator } from './authenticator.ts';
import type { Client } from './client.ts';

export const CODE = '123456';
export const ORIGIN = 'http://localhost:3000';
export const IP = '203.0.113.7';

/** A customer subject to strong customer authentication. */
export async function newEuropean(client: Client, more: object = {}): Promise<string> {
  const { status, body } = await client.post('/customers', {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    region: 'DE',
    email: 'ada@example.com',
    phoneNumber: '+4915112345678',
    ...more,
  });
  if (status !== 201) throw new Error(`no customer: ${JSON.stringify(body)}`);
  return body.id;
}

/** The operations on one customer, by the last segments of their paths. */
export const sca = (client: Client, customerId: string) => {
  const to = (path: string) => `/sca/${path}?customerId=${customerId}`;
  return {
    factors: () => client.get(to('factors')),
    enroll: (type: string) => client.post(to('factors'), { type }),
    confirm: (body: object) => client.post(to('factors/confirm'), body),
    remove: (credentialId: string) => client.delete(to(`factors/${credentialId}`)),
    start: (factor: string) => client.post(to('login/start'), { factor }),
    complete: (body: object) => client.post(to('login/complete'), { endUserIpAddress: IP, ...body }),
    record: (eventType: string) => client.post(to('record-event'), { eventType }),
    reset: (factor: string) => client.post(to('factors/reset'), { factor }),
    resetStatus: (id: string) => client.get(to(`factors/reset/${id}`)),
    completeReset: (id: string, body?: object) => client.post(to(`factors/reset/${id}/complete`), body),
  };
};

export async function enrollTotp(client: Client, customerId: string): Promise<string[]> {
  const { enroll, confirm } = sca(client, customerId);
  const { body: started } = await enroll('TOTP');
  const { body } = await confirm({ type: 'TOTP', secret: started.secret, code: CODE });
  return body.recoveryCodes;
}

export async function enrollPasskey(client: Client, customerId: string, authenticator = new Authenticator()) {
  const { enroll, confirm } = sca(client, customerId);
  const { body: started } = await enroll('PASSKEY');
  const credential = authenticator.register({ challenge: started.options.challenge, origin: ORIGIN });
  const confirmed = await confirm({ type: 'PASSKEY', origin: ORIGIN, credential });
  if (confirmed.status !== 200) throw new Error(`no passkey: ${confirmed.text}`);
  return authenticator;
}

/** A new address that receives USDC. */
export async function newUsdcAddress(client: Client, customerId: string): Promise<string> {
  const { publicKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const accountInfo = { accountType: 'SOLANA_WALLET', address };
  const { body } = await client.post('/customers/external-accounts', { customerId, currency: 'USDC', accountInfo });
  return body.id;
}
