import type { Server } from './place.ts';

/** Number of concurrent creations. */
const AT_ONCE = 32;
const BALANCE = 100_000_000_000;

export interface Payer {
  customerId: string;
  accountId: string;
}

/** Address of the service with the credentials of a platform. */
export type Address = Pick<Server, 'url' | 'authorization'>;

/** Calls the service as a platform does. */
export class Api {
  readonly #base: URL;
  readonly #authorization: string;

  constructor({ url, authorization }: Address) {
    this.#base = new URL('/api/2025-10-13/', url);
    this.#authorization = authorization;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are what the API says
  async ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, headers: object = {}): Promise<any> {
    const content = body && { 'content-type': 'application/json' };
    const sent = { authorization: this.#authorization, ...content, ...headers };
    const init = { method, headers: sent, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(new URL(path, this.#base), init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  }
}

/** Customers with their funded accounts, created through the API. */
export async function newPayers(server: Address, count: number): Promise<Payer[]> {
  const api = new Api(server);
  const payers: Payer[] = [];
  while (payers.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - payers.length) }, () => newPayer(api));
    payers.push(...(await Promise.all(some)));
  }
  return payers;
}

async function newPayer(api: Api): Promise<Payer> {
  const { id: customerId } = await api.ask('POST', 'customers', {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
  });
  const { data } = await api.ask('GET', `customers/internal-accounts?customerId=${customerId}&currency=USD`);
  const accountId = data[0].id;
  await api.ask('POST', `sandbox/internal-accounts/${accountId}/fund`, { amount: BALANCE });
  return { customerId, accountId };
}

/** One quote created by the service, and the ids it shares with its copies. */
export interface Template {
  payer: Payer;
  quoteId: string;
  transactionId: string;
  /** Ids that all copies share. */
  kept: readonly string[];
}

/** Account numbers by what the sandbox does with a payout: 003 is paid after six minutes, others at once. */
const payouts = { LATER: '12345003', AT_ONCE: '12345678' };
type Payout = keyof typeof payouts;

const payee = (payout: Payout) => ({
  currency: 'GBP',
  accountInfo: {
    accountType: 'GBP_ACCOUNT',
    sortCode: '401276',
    accountNumber: payouts[payout],
    beneficiary: {
      beneficiaryType: 'INDIVIDUAL',
      fullName: 'Grace Hopper',
      address: { line1: '1 Example Street', city: 'London', postalCode: 'N1 1AA', country: 'GB' },
    },
  },
});

async function newPayee(server: Address, customerId: string, payout: Payout = 'LATER'): Promise<string> {
  return (await new Api(server).ask('POST', 'customers/external-accounts', { customerId, ...payee(payout) })).id;
}

/** Dollars that arrive as pounds: fees and both positions are involved. */
const quoteRequest = (accountId: string, payeeId: string) => ({
  source: { sourceType: 'ACCOUNT', accountId },
  destination: { destinationType: 'ACCOUNT', accountId: payeeId },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
});

/** Bodies of POST /quotes, for many payers: each has a daily limit. */
export async function newQuoteBodies(server: Address, count: number, payout?: Payout): Promise<string[]> {
  const payers = await newPayers(server, count);
  const payeeId = await newPayee(server, payers[0]?.customerId ?? '', payout);
  return payers.map(({ accountId }) => JSON.stringify(quoteRequest(accountId, payeeId)));
}

export async function newTemplate(server: Server, platformId: string): Promise<Template> {
  const [payer] = await newPayers(server, 1);
  if (!payer) throw new Error('no payer was made');
  const payeeId = await newPayee(server, payer.customerId);
  const quote = await new Api(server).ask('POST', 'quotes', quoteRequest(payer.accountId, payeeId));
  return { payer, quoteId: quote.id, transactionId: quote.transactionId, kept: [platformId, payeeId] };
}

/** A separate platform, so that nothing else is measured or received. */
export async function newPlatform(
  { url, ...server }: Address,
  name: string,
): Promise<{ id: string; address: Address }> {
  const { id, token } = await new Api({ url, ...server }).ask('POST', 'sandbox/platforms', { name });
  const credentials = Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64');
  return { id, address: { url, authorization: `Basic ${credentials}` } };
}
