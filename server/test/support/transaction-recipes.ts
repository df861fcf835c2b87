import { expect } from 'vitest';
import { APPROVAL, newAgent, policyWith, transferOut } from './agents.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { umaPayment } from './deferral.ts';
import { advance, eventsOf, executed, quoted, useCurrencies } from './payment-world.ts';
import { newPayer, type Payer, payeeWithSuffix, quoteFor, transactionIn } from './payments.ts';
import { newEuropean } from './sca.ts';
import { until } from './server-process.ts';
import { umaQuote } from './uma.ts';
import { openReceiver } from './webhook-receiver.ts';

export interface Place {
  app: TestApp;
  /** A separate platform. */
  client: Client;
}

/** Creates a transaction and returns the observed value of its member. */
type Recipe = (place: Place) => Promise<string | undefined>;

export type TransactionMember = 'status' | 'pendingReason' | 'failureReason' | 'refund.status' | 'refund.reason';

const DOMAIN = 'sandbox.causeway.test';
const read = async (client: Client, id: string) => (await client.get(`/transactions/${id}`)).body;

/** A payment to an account with a scenario: quoted, and executed by default. */
async function payment({ client }: Place, suffix: string, isExecuted = true): Promise<string> {
  const payer = await newPayer(client);
  const quote = await quoted(client, quoteFor(payer, await payeeWithSuffix(client, payer.customerId, suffix)));
  if (isExecuted) await executed(client, quote.id);
  return quote.transactionId;
}

async function transfer({ client }: Place, path: 'transfer-in' | 'transfer-out', suffix: string): Promise<string> {
  const payer = await newPayer(client);
  const own = { accountId: payer.accountId };
  const other = { accountId: await payeeWithSuffix(client, payer.customerId, suffix) };
  const isOut = path === 'transfer-out';
  const { body } = await client.post(`/${path}`, {
    source: isOut ? own : other,
    destination: isOut ? other : own,
    amount: 1_000,
  });
  return body.id;
}

async function realtimeQuote({ client }: Place, given?: Payer) {
  const payer = given ?? (await newPayer(client, { balance: 0 }));
  const source = { sourceType: 'REALTIME_FUNDING', customerId: payer.customerId, currency: 'USD' };
  return quoted(client, quoteFor(payer, await payeeWithSuffix(client, payer.customerId, '111'), { source }));
}

/** A payment whose customer must authenticate and never does. */
async function unprovedPayment({ client }: Place): Promise<string> {
  await useCurrencies(client, ['USD', 'EUR']);
  const customerId = await newEuropean(client);
  const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}&currency=USD`);
  const accountId = body.data[0].id;
  await client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000 });
  const payee = await payeeWithSuffix(client, customerId, '111');
  const quote = await quoted(client, quoteFor({ customerId, accountId, currency: 'USD' }, payee));
  await executed(client, quote.id);
  return quote.transactionId;
}

/** An incoming payment with this response of the platform's endpoint. */
async function incoming({ client }: Place, answer: number | { status: number; body: object } | 'nothing') {
  const receiver = await openReceiver();
  receiver.answer(({ event }) => {
    if (event.type !== 'INCOMING_PAYMENT.PENDING') return 200;
    if (answer === 'nothing') return new Promise(() => {});
    if (typeof answer === 'number') return answer;
    return (response) =>
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await client.patch('/config', { webhookEndpoint: receiver.url });
  const { body } = await client.post('/sandbox/uma/receive', await umaPayment(client));
  return { id: body.id as string, close: () => receiver.close() };
}

async function decided(place: Place, answer: Parameters<typeof incoming>[1]): Promise<any> {
  const { id, close } = await incoming(place, answer);
  await until(async () => (await read(place.client, id)).status !== 'PENDING', 'a decision');
  await close();
  return read(place.client, id);
}

const failing =
  (suffix: string, path?: 'transfer-in' | 'transfer-out'): Recipe =>
  async (place) => {
    const id = await (path ? transfer(place, path, suffix) : payment(place, suffix));
    return (await transactionIn(place.client, id, 'FAILED')).failureReason;
  };

const ending =
  (suffix: string, status: string, seconds = 0): Recipe =>
  async (place) => {
    const id = await payment(place, suffix);
    if (seconds > 0) {
      await transactionIn(place.client, id, 'COMPLETED');
      await advance(place.client, seconds);
    }
    return (await transactionIn(place.client, id, status)).status;
  };

const delayed =
  (suffix: string): Recipe =>
  async (place) => {
    const id = await payment(place, suffix);
    await until(async () => (await read(place.client, id)).pendingReason !== undefined, 'the delay');
    return (await read(place.client, id)).pendingReason;
  };

/** The scenario that produces each value in the sandbox. */
export const transactionRecipes: Readonly<Record<TransactionMember, Readonly<Record<string, Recipe>>>> = {
  status: {
    CREATED: async (place) => (await read(place.client, await payment(place, '018', false))).status,
    PENDING: async (place) => (await read(place.client, await payment(place, '111', false))).status,
    PENDING_AUTHORIZATION: async (place) => (await read(place.client, await unprovedPayment(place))).status,
    PROCESSING: async (place) => (await read(place.client, await payment(place, '003'))).status,
    COMPLETED: ending('111', 'COMPLETED'),
    FAILED: ending('004', 'FAILED'),
    REFUNDED: ending('019', 'REFUNDED', 61),
    REJECTED: async (place) => (await decided(place, 403)).status,
    EXPIRED: async (place) => {
      const id = await payment(place, '111', false);
      await advance(place.client, 3_600);
      return (await read(place.client, id)).status;
    },
  },
  pendingReason: {
    COUNTERPARTY_DECLARATION_REQUIRED: delayed('011'),
    WALLET_VERIFICATION_REQUIRED: delayed('012'),
    COUNTERPARTY_INFORMATION_REQUIRED: delayed('013'),
    COMPLIANCE_REVIEW: delayed('014'),
  },
  failureReason: {
    QUOTE_EXPIRED: async (place) => {
      const id = await payment(place, '111', false);
      await advance(place.client, 3_600);
      return (await read(place.client, id)).failureReason;
    },
    QUOTE_EXECUTION_FAILED: failing('002'),
    FUNDING_AMOUNT_MISMATCH: async (place) => {
      const quote = await realtimeQuote(place);
      await place.client.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD', currencyAmount: 1 });
      return (await read(place.client, quote.transactionId)).failureReason;
    },
    SCA_NOT_COMPLETED: async (place) => {
      const id = await unprovedPayment(place);
      await advance(place.client, 3_600);
      return (await read(place.client, id)).failureReason;
    },
    PAYOUT_RETURNED: async (place) => {
      const id = await payment(place, '005');
      await transactionIn(place.client, id, 'COMPLETED');
      await advance(place.client, 61);
      return (await read(place.client, id)).failureReason;
    },
    LIMIT_EXCEEDED: async (place) => {
      const payer = await newPayer(place.client, { balance: 1_100_000_000 });
      const { accountId } = await newPayer(place.client, { balance: 0 });
      const request = quoteFor(payer, accountId, { lockedCurrencyAmount: 100_000_000, immediatelyExecute: true });
      for (let i = 0; i < 10; i++) await quoted(place.client, request);
      const quote = await realtimeQuote(place, payer);
      await place.client.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' });
      return (await read(place.client, quote.transactionId)).failureReason;
    },
    APPROVAL_REJECTED: async ({ client }) => {
      const agent = await newAgent(client, { policy: policyWith(APPROVAL) });
      const { body: action } = await transferOut(agent);
      await client.post(`/agents/${agent.id}/actions/${action.id}/reject`);
      const { body } = await client.get(`/transactions?customerId=${action.customerId}&status=FAILED`);
      return body.data[0].failureReason;
    },
    ACCOUNT_CANNOT_RECEIVE: failing('004'),
    ACCOUNT_INVALID: failing('003', 'transfer-out'),
    COMPLIANCE_REJECTED: async (place) => {
      const payer = await newPayer(place.client);
      const request = await umaQuote(place.client, payer, `$fail.compliance.usd@${DOMAIN}`);
      const { id, transactionId } = await quoted(place.client, request);
      await executed(place.client, id);
      return (await transactionIn(place.client, transactionId, 'FAILED')).failureReason;
    },
    INSUFFICIENT_FUNDS: failing('002', 'transfer-in'),
    ACCOUNT_CLOSED: failing('003', 'transfer-in'),
    COLLECTION_FAILED: failing('004', 'transfer-in'),
    LNURLP_FAILED: failing('015'),
    PAY_REQUEST_FAILED: failing('016'),
    OFFRAMP_FAILED: failing('017'),
    MISSING_MANDATORY_PAYEE_DATA: async (place) =>
      (await decided(place, { status: 422, body: { requiredFields: ['BIRTH_DATE'] } })).failureReason,
    PAYMENT_APPROVAL_WEBHOOK_ERROR: async (place) => (await decided(place, 500)).failureReason,
    PAYMENT_APPROVAL_TIMED_OUT: async (place) => {
      const { id, close } = await incoming(place, 202);
      await advance(place.client, 20);
      await until(async () => (await read(place.client, id)).status === 'FAILED', 'the end of the time');
      await close();
      return (await read(place.client, id)).failureReason;
    },
  },
  'refund.status': {
    PENDING: async (place) => {
      const id = await payment(place, '004');
      await transactionIn(place.client, id, 'FAILED');
      const notified = (await eventsOf(place.app, place.client, id)).find(({ type }) =>
        type.endsWith('REFUND_PENDING'),
      );
      expect(notified).toBeDefined();
      return notified?.data.refund.status;
    },
    COMPLETED: async (place) =>
      (await transactionIn(place.client, await payment(place, '004'), 'FAILED')).refund.status,
    FAILED: async (place) => (await transactionIn(place.client, await payment(place, '007'), 'FAILED')).refund.status,
  },
  'refund.reason': {
    TRANSACTION_FAILED: async (place) =>
      (await transactionIn(place.client, await payment(place, '004'), 'FAILED')).refund.reason,
    USER_CANCELLATION: async (place) =>
      (await transactionIn(place.client, await payment(place, '006'), 'COMPLETED')).refund.reason,
  },
};

/** Values that no sandbox scenario produces, with the reason. */
export const obsolete: Partial<Record<TransactionMember, Readonly<Record<string, string>>>> = {
  failureReason: {
    LIGHTNING_PAYMENT_FAILED: 'deprecated: only in old data of this API family',
    COUNTERPARTY_POST_TX_FAILED: 'deprecated: only in old data of this API family',
    QUOTE_RATE_UNAVAILABLE: 'a rate is locked with the quote: none is asked for at the execution',
  },
  'refund.reason': { TIMEOUT: 'money that a bank brings after the quote has expired: realtime-funding-bank.test.ts' },
};
