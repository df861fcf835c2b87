import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as api from '@causeway/client';

export type NewContractor = { person: api.IndividualCustomerCreateRequest; bank: api.ExternalAccountCreateRequest };
/** `amount` is in US cents. A reference, such as `2026-11 Frida`, is paid at most once; pay a failed one under another. */
export type NewPayout = { contractorId: api.CustomerId; amount: number; reference: string };
export type Payout = { status: string; reason?: string | undefined; sequence: number };
type Answer = readonly [status: number, body?: object];

/** Answer to a request that failed. A webhook that is not answered with success is sent again. */
const failure = (error: unknown): Answer =>
  error instanceof api.CausewayError
    ? [error.status ?? 502, { reason: error.code, errors: error.fieldErrors }]
    : [error instanceof api.WebhookError ? 401 : 500];

/** `payouts` stands for a table of your database. */
export function createPayroll(cw: api.Client, payouts = new Map<string, Payout>()) {
  async function onboard({ person, bank }: NewContractor): Promise<Answer> {
    const { id } = await cw.customers.create(person);
    await cw.customers.externalAccounts.create({ ...bank, customerId: id });
    return [201, { id, verifyAt: (await cw.customers.createKycLink(id)).kycUrl }];
  }

  async function pay({ contractorId, amount, reference }: NewPayout): Promise<Answer> {
    const payout = payouts.get(reference) ?? { status: 'STARTED', sequence: 0 };
    if (payout.status !== 'STARTED') return [200, payout];
    const person = await cw.customers.get(contractorId);
    const [from] = (await cw.platform.internalAccounts.list({ currency: 'USD' })).data;
    const [to] = (await cw.customers.externalAccounts.list({ customerId: contractorId })).data;
    if (!('kycStatus' in person) || person.kycStatus !== 'APPROVED') return [409, { reason: 'NOT_VERIFIED' }];
    if (!from || !to) return [409, { reason: 'NO_ACCOUNT' }];
    if (!payouts.has(reference)) payouts.set(reference, payout);
    const quote: api.QuoteRequest = {
      source: { sourceType: 'ACCOUNT', accountId: from.id },
      destination: { destinationType: 'ACCOUNT', accountId: to.id },
      ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount, immediatelyExecute: true },
      ...{ purposeOfPayment: 'SALARY_PAYMENT', description: reference },
    };
    const paid = await cw.quotes.create(quote, { idempotencyKey: reference }).asResult();
    if (paid.ok) return [201, { transactionId: paid.value.transactionId }];
    if (paid.error.code !== 'INVALID_AMOUNT') throw paid.error;
    payouts.set(reference, { ...payout, status: 'FAILED', reason: 'INSUFFICIENT_BALANCE' });
    return [402, { reason: 'INSUFFICIENT_BALANCE', hint: paid.error.details.hint }];
  }

  /** Events may arrive twice or late: `sequence` orders those of one payment. */
  function receive({ sequence, data }: api.ReceivedWebhook): Answer {
    if (!('sentAmount' in data)) return [204];
    const { description = '', status, failureReason: reason } = data;
    if (sequence > (payouts.get(description)?.sequence ?? 0)) payouts.set(description, { status, reason, sequence });
    return [204];
  }

  async function answer({ url, method, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    if (url === '/webhooks') return receive(await cw.webhooks.unwrap(body, headers));
    if (url === '/contractors') return onboard(JSON.parse(body.toString()));
    if (url === '/payouts' && method === 'POST') return pay(JSON.parse(body.toString()));
    return url === '/payouts' ? [200, Object.fromEntries(payouts)] : [404];
  }

  return createServer(async (request, response) => {
    const [status, body] = await answer(request, await buffer(request)).catch(failure);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
  });
}
