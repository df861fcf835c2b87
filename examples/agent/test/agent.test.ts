import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import {
  type Client,
  type CustomerId,
  createClient,
  type ExternalAccountId,
  type RedeemedAgent,
} from '@causeway/client';
import { createSandbox, type SandboxPlatform } from '@causeway/testing';
import { connectAgent, decide, payInvoice } from '../src/agent.ts';

const { CAUSEWAY_URL: url, CAUSEWAY_CLIENT_ID: clientId = '', CAUSEWAY_CLIENT_SECRET: clientSecret = '' } = process.env;
const sandbox = await createSandbox(url ? { url, clientId, clientSecret } : {});
after(() => sandbox.close());

let platform: SandboxPlatform;
let cw: Client;
let customerId: CustomerId;
let payee: ExternalAccountId;
let agent: RedeemedAgent;
beforeEach(async () => {
  platform = await sandbox.platform();
  const { apiUrl, clientId, clientSecret } = platform;
  cw = createClient({ baseUrl: apiUrl, clientId, clientSecret });
  const customer = await cw.customers.create({ customerType: 'INDIVIDUAL', fullName: platform.magic.fullName() });
  customerId = customer.id;
  await platform.fund('USD', 100_000, { customerId });
  const bank = platform.magic.account('USD_ACCOUNT');
  payee = (await cw.customers.externalAccounts.create({ customerId, ...bank })).id;
  agent = await connectAgent(cw, apiUrl, customerId);
});

async function pay(number: string, amount: number) {
  const result = await payInvoice(agent, { number, amount, payee });
  assert(result.ok, 'the policy rejects the payment');
  return result.value;
}

async function balance(): Promise<number | undefined> {
  const { data } = await cw.customers.internalAccounts.list({ customerId, currency: 'USD' });
  return data[0]?.balance.amount;
}

test('pays a small invoice alone, once', async () => {
  const action = await pay('1001', 9_000);
  assert.equal(action.status, 'APPROVED');
  await platform.webhooks.waitFor('OUTGOING_PAYMENT.COMPLETED', ({ data }) => data.description === '1001');
  assert.equal((await pay('1001', 9_000)).id, action.id);
  assert.equal(await balance(), 91_000);
});

test('pays a large invoice after an approval', async () => {
  const action = await pay('1002', 30_000);
  assert.equal(action.status, 'PENDING_APPROVAL');
  await platform.webhooks.waitFor('AGENT_ACTION.PENDING_APPROVAL', ({ data }) => data.id === action.id);
  assert.equal(await balance(), 100_000);
  await decide(cw, ({ quote }) => quote?.totalSendingAmount === 30_000);
  await platform.webhooks.waitFor('OUTGOING_PAYMENT.COMPLETED', ({ data }) => data.description === '1002');
  assert.equal((await agent.actions.get(action.id)).status, 'APPROVED');
  assert.equal(await balance(), 70_000);
});

test('shows the agent the reason of a rejection', async () => {
  const { id } = await pay('1003', 30_000);
  await decide(cw, () => false);
  const { status, rejectionReason } = await agent.actions.get(id);
  assert.deepEqual([status, rejectionReason], ['REJECTED', 'No such order.']);
  assert.equal(await balance(), 100_000);
});

test('cannot exceed the limit of its policy', async () => {
  const result = await payInvoice(agent, { number: '1004', amount: 60_000, payee });
  assert(!result.ok);
  assert.equal(result.error.details.reason, 'PER_TRANSACTION_LIMIT_EXCEEDED');
  assert.equal(await balance(), 100_000);
});
