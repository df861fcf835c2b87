import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/foundation/kernel/ids.ts';
import {
  APPROVAL,
  agentQuote,
  execute,
  newAgent,
  pay,
  policyWith,
  type TestAgent,
  transferIn,
  transferOut,
  usageOf,
} from './support/agents.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { eventsOf } from './support/payment-world.ts';
import { balanceOf, fund, newPayer, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';
import { loginByCode, newWallet } from './support/wallets.ts';

let app: TestApp;
let other: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  other = await TestApp.start({ beside: app });
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await other.stop();
  await app.stop();
});

const cautious = (more: Parameters<typeof policyWith>[0] = {}, platform = client): Promise<TestAgent> =>
  newAgent(platform, { policy: policyWith({ ...APPROVAL, ...more }) });

const actionPath = ({ agentId, id }: { agentId: string; id: string }) => `/agents/${agentId}/actions/${id}`;
const byAction = {
  approve: (action: any): Promise<Answer> => client.post(`${actionPath(action)}/approve`),
  reject: (action: any, reason?: string): Promise<Answer> =>
    client.post(`${actionPath(action)}/reject`, reason && { reason }),
};
/** Reads the transaction from the list: a pending action does not name it. */
async function transactionOf({ customerId, agentId }: any): Promise<any> {
  const { body } = await client.get(`/transactions?customerId=${customerId}`);
  return body.data.find((one: { agentId?: string }) => one.agentId === agentId);
}
const byTransaction = {
  approve: async (action: any): Promise<Answer> =>
    client.post(`/transactions/${(await transactionOf(action)).id}/approve`),
  reject: async (action: any, reason?: string): Promise<Answer> =>
    client.post(`/transactions/${(await transactionOf(action)).id}/reject`, reason && { reason }),
};
const asRead = async ({ client: me }: TestAgent, { id }: { id: string }) =>
  (await me.get(`/agents/me/actions/${id}`)).body;
const spendable = async ({ payer }: TestAgent): Promise<number> => (await balanceOf(client, payer)).balance;
const typesOf = async (id: string): Promise<string[]> => (await eventsOf(app, client, id)).map(({ type }) => type);

type Ending = [status: string, failureReason: string | undefined];
const ways: [string, (agent: TestAgent, amount?: number) => Promise<Answer>, string, Ending][] = [
  ['the execution of a quote', pay, 'OUTGOING_PAYMENT', ['FAILED', 'QUOTE_EXECUTION_FAILED']],
  ['a transfer out', transferOut, 'OUTGOING_PAYMENT', ['FAILED', 'APPROVAL_REJECTED']],
  ['a transfer in', transferIn, 'INCOMING_PAYMENT', ['REJECTED', undefined]],
];

describe.each(ways)('%s that requires approval', (_, ask, family, ending) => {
  it('moves no money, shows no transaction, and notifies the platform', async () => {
    const agent = await cautious();
    const before = await spendable(agent);
    const { body: action, status } = await ask(agent);
    expect(status).toBeLessThan(202);
    expect(action).toMatchObject({
      id: expect.stringMatching(/^AgentAction:/),
      agentId: agent.id,
      customerId: agent.payer.customerId,
      status: 'PENDING_APPROVAL',
    });
    expect(action.transaction).toBeUndefined();
    const transaction = await transactionOf(action);
    expect(transaction.status).toBe('PENDING');
    expect(transaction.pendingReason).toBeUndefined();
    expect(await spendable(agent)).toBe(before);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0 });
    const [event] = await eventsOf(app, client, action.id);
    app.contract.checkEvent(event ?? {});
    expect([event?.type, event?.data]).toEqual(['AGENT_ACTION.PENDING_APPROVAL', action]);
    expect(await asRead(agent, action)).toEqual(action);
    const { body: waiting } = await client.get(`/agents/approvals?agentId=${agent.id}`);
    expect(waiting.data).toEqual([action]);
  });

  it.each([
    ['the action', byAction],
    ['the transaction', byTransaction],
  ])('is executed when %s is approved, and counts towards the limits from then on', async (name, word) => {
    const agent = await cautious();
    const { body: action } = await ask(agent);
    const { id } = await transactionOf(action);
    const { status, body } = await word.approve(action);
    expect([status, body.id, body.status === 'FAILED']).toEqual([200, name === 'the action' ? action.id : id, false]);
    const approved = await asRead(agent, action);
    expect(approved).toMatchObject({ id: action.id, status: 'APPROVED', transaction: { id } });
    const done = await transactionIn(client, id, 'COMPLETED');
    expect(done.agentId).toBe(agent.id);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 1, dailySpend: done.sentAmount.amount });
    expect((await typesOf(id)).at(-1)).toBe(`${family}.COMPLETED`);
    expect((await client.get(`/agents/approvals?agentId=${agent.id}`)).body.data).toEqual([]);
    const again = [await byAction.approve(action), await byAction.reject(action)];
    expect(again.map(({ status, body }) => [status, body.details.reason])).toEqual(
      Array.from({ length: 2 }, () => [409, 'NOT_PENDING_APPROVAL']),
    );
    const late = await byTransaction.approve(action);
    expect([late.status, late.body.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
  });

  it.each([
    ['the action', byAction],
    ['the transaction', byTransaction],
  ])('ends when %s is rejected, together with its transaction', async (_name, word) => {
    const agent = await cautious();
    const before = await spendable(agent);
    const { body: action } = await ask(agent);
    const { status } = await word.reject(action, 'Not this month');
    expect(status).toBe(200);
    const rejected = await asRead(agent, action);
    expect(rejected).toMatchObject({ status: 'REJECTED', rejectionReason: 'Not this month' });
    expect(rejected.transaction).toBeUndefined();
    const over = await transactionOf(action);
    expect([over.status, over.failureReason]).toEqual(ending);
    expect((await typesOf(over.id)).at(-1)).toBe(`${family}.FAILED`);
    expect(await spendable(agent)).toBe(before);
    expect((await byAction.approve(action)).status).toBe(409);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 0 });
  });

  it('is decided exactly once by twenty concurrent decisions on two processes', async () => {
    const agent = await cautious();
    const { body: action } = await ask(agent, 10_000);
    const { id } = await transactionOf(action);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_one, i) => {
        const path =
          i % 2 ? `${actionPath(action)}/${i % 4 === 1 ? 'reject' : 'approve'}` : `/transactions/${id}/approve`;
        return (i % 3 ? client : other.client).post(path);
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const { status } = await asRead(agent, action);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: status === 'APPROVED' ? 1 : 0 });
  });

  it.each([
    ['the agent is paused', (agent: TestAgent) => client.patch(`/agents/${agent.id}`, { isPaused: true }), /paused/],
    [
      'the policy forbids it',
      (agent: TestAgent) => client.patch(`/agents/${agent.id}/policy`, { permissions: ['VIEW_TRANSACTIONS'] }),
      /does not include/,
    ],
    [
      'a limit is lower',
      (agent: TestAgent) => client.patch(`/agents/${agent.id}/policy`, { spendingLimits: { dailyLimit: 9_999 } }),
      /limit of a day is 9999/,
    ],
  ])('fails if it is approved while %s', async (_name, forbid, reason) => {
    const agent = await cautious();
    const before = await spendable(agent);
    const { body: action } = await ask(agent, 10_000);
    expect((await forbid(agent)).status).toBe(200);
    const { status, body } = await byAction.approve(action);
    expect([status, body.status]).toEqual([200, 'FAILED']);
    expect(body.rejectionReason).toMatch(reason);
    expect(body.transaction.status).toBe('FAILED');
    expect(await spendable(agent)).toBe(before);
    expect(await asRead(agent, action)).toEqual(body);
  });

  it('is rejected when its agent is deleted', async () => {
    const agent = await cautious();
    const { body: action } = await ask(agent);
    expect((await client.delete(`/agents/${agent.id}`)).status).toBe(204);
    await until(
      async () => (await client.get(`/agents/approvals?agentId=${agent.id}`)).body.data.length === 0,
      'no approvals',
    );
    expect((await transactionOf(action)).status).toBe(ending[0]);
    expect((await byAction.approve(action)).status).toBe(409);
  });
});

describe('an approval', () => {
  it('of an expired quote fails, and the quote keeps its own outcome', async () => {
    const platform = await app.newPlatform();
    const agent = await cautious({}, platform);
    const { body: action } = await pay(agent);
    await platform.post('/sandbox/clock/advance', { seconds: 3_600 });
    const { status, body } = await platform.post(`${actionPath(action)}/approve`);
    expect([status, body.status, body.transaction.status]).toEqual([200, 'FAILED', 'EXPIRED']);
    expect(body.rejectionReason).toMatch(/expired/);
  });

  it('stays pending while the balance is insufficient, and succeeds after funding', async () => {
    const payer = await newPayer(client, { balance: 10_000 });
    const agent = await newAgent(client, { payer, policy: policyWith(APPROVAL) });
    const transfer = (await transferOut(agent, 9_000)).body;
    const quote = (await pay(agent, 9_000)).body;
    expect((await byAction.approve(quote)).body.status).toBe('APPROVED');
    const { status, body } = await byAction.approve(transfer);
    expect([status, body.code]).toEqual([400, 'INVALID_AMOUNT']);
    expect((await asRead(agent, transfer)).status).toBe('PENDING_APPROVAL');
    await fund(client, payer.accountId, 10_000);
    expect((await byAction.approve(transfer)).body.status).toBe('APPROVED');
  });

  it('of a quote that the platform has already executed fails, and the payment is unaffected', async () => {
    const agent = await cautious();
    const { body: action } = await pay(agent);
    expect((await client.post(`/quotes/${action.quote.id}/execute`)).status).toBe(200);
    const { body } = await byAction.approve(action);
    expect(body.status).toBe('FAILED');
    await transactionIn(client, body.transaction.id, 'COMPLETED');
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 0 });
  });

  it('of fifty concurrent actions never exceeds a limit: the excess fails', async () => {
    const agent = await cautious({ spendingLimits: { dailyLimit: 7_500 } });
    const actions = await Promise.all(Array.from({ length: 25 }, () => transferOut(agent, 1_000)));
    const quotes = await Promise.all(Array.from({ length: 25 }, () => pay(agent, 1_000)));
    const answers = await Promise.all([...actions, ...quotes].map(({ body }) => byAction.approve(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(answers.filter(({ body }) => body.status === 'APPROVED')).toHaveLength(7);
    expect(answers.filter(({ body }) => body.status === 'FAILED')).toHaveLength(43);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 7, dailySpend: 7_000 });
    expect(await spendable(agent)).toBe(1_000_000 - 7_000);
  });

  it('is limited to the actions of that agent and platform, and requires TRANSACT', async () => {
    const agent = await cautious();
    const colleague = await cautious();
    const { body: action } = await transferOut(agent);
    const stranger = await app.newPlatform();
    expect((await client.post(`/agents/${colleague.id}/actions/${action.id}/approve`)).status).toBe(404);
    expect((await client.post(`/agents/${agent.id}/actions/${newId('AgentAction')}/approve`)).status).toBe(404);
    expect((await stranger.post(`${actionPath(action)}/approve`)).status).toBe(404);
    const { id } = await transactionOf(action);
    expect((await stranger.post(`/transactions/${id}/approve`)).status).toBe(404);
    const manager = await app.clientWith(['MANAGE']);
    expect((await manager.post(`${actionPath(action)}/approve`)).status).toBe(403);
  });

  it('is listed by agent, customer and time, in both orders, page by page', async () => {
    const platform = await app.newPlatform();
    const [one, two] = [await cautious({}, platform), await cautious({}, platform)];
    const ids: string[] = [];
    for (const agent of [one, two, one]) ids.push((await transferOut(agent)).body.id);
    const [first, second, third] = ids;
    const listed = async (query: string) =>
      (await platform.get(`/agents/approvals?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed('')).toEqual([third, second, first]);
    expect(await listed('sortOrder=asc')).toEqual([first, second, third]);
    expect(await listed(`agentId=${one.id}`)).toEqual([third, first]);
    expect(await listed(`customerId=${two.payer.customerId}`)).toEqual([second]);
    expect(await listed('startDate=2020-01-01T00:00:00Z&endDate=2021-01-01T00:00:00Z')).toEqual([]);
    expect(await listed('startDate=2020-01-01T00:00:00Z')).toHaveLength(3);
    const { body: page } = await platform.get('/agents/approvals?limit=2&sortOrder=asc');
    expect([page.hasMore, page.totalCount]).toEqual([true, 3]);
    expect(await listed(`limit=2&sortOrder=asc&cursor=${page.nextCursor}`)).toEqual([third]);
    const { body: own } = await one.client.get('/agents/me/actions?limit=1&status=PENDING_APPROVAL');
    expect([own.data[0].id, own.hasMore]).toEqual([third, true]);
    const rest = await one.client.get(`/agents/me/actions?cursor=${own.nextCursor}`);
    expect(rest.body.data.map(({ id }: { id: string }) => id)).toEqual([first]);
  });
});

describe('a quote of an agent', () => {
  it('is executed once and requested for approval once', async () => {
    const auto = await newAgent(client);
    const quote = await agentQuote(auto);
    const answers = await Promise.all(Array.from({ length: 10 }, () => execute(auto, quote.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await usageOf(auto)).toMatchObject({ dailyTransactionCount: 1 });
    const agent = await cautious();
    const asked = await agentQuote(agent);
    expect((await execute(agent, asked.id)).body.status).toBe('PENDING_APPROVAL');
    const again = await execute(agent, asked.id);
    expect([again.status, again.body.details.reason]).toEqual([409, 'ALREADY_REQUESTED']);
  });

  it('is not executed after it has expired or while it awaits external funding', async () => {
    const platform = await app.newPlatform();
    const agent = await newAgent(platform);
    const quote = await agentQuote(agent);
    await platform.post('/sandbox/clock/advance', { seconds: 3_600 });
    const { status, body } = await execute(agent, quote.id);
    expect([status, body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
    const funded = await agent.client.post('/agents/me/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: agent.payee },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
    });
    expect([funded.status, funded.body.source.customerId]).toEqual([201, agent.payer.customerId]);
    expect((await execute(agent, funded.body.id)).status).toBe(400);
  });

  it('of a customer subject to strong customer authentication is left to the platform', async () => {
    const payer = await newPayer(client, { region: 'DE', phoneNumber: '+4915112345678' });
    const agent = await newAgent(client, { payer });
    const { status, body } = await pay(agent);
    expect([status, body.details.reason]).toEqual([409, 'SCA_REQUIRED']);
    expect((await transferOut(agent)).body.details.reason).toBe('SCA_REQUIRED');
  });

  it('from an embedded wallet requires the stamp of its holder', async () => {
    const wallet = await newWallet(client);
    const session = await loginByCode(wallet);
    await fund(client, wallet.accountId, 50_000_000);
    const payer = { customerId: wallet.customerId, accountId: wallet.accountId, currency: 'USDB' };
    const agent = await newAgent(client, { payer });
    const quote = await agentQuote(agent, 5_000_000);
    const stamped = (payload: string) => ({ 'service-wallet-signature': session.key.stamp(payload) });
    const ask = (headers?: Record<string, string>) =>
      agent.client.post(`/agents/me/quotes/${quote.id}/execute`, undefined, headers && { headers });
    expect((await ask()).body.code).toBe('WALLET_SIGNATURE_MISSING');
    expect((await ask(stamped('something else'))).body.code).toBe('WALLET_SIGNATURE_INVALID');
    await client.patch(`/agents/${agent.id}/policy`, APPROVAL);
    const { body: action } = await ask(stamped(quote.payloadToSign));
    expect(action.status).toBe('PENDING_APPROVAL');
    const { body: approved } = await byAction.approve(action);
    expect(approved.status).toBe('APPROVED');
    await transactionIn(client, approved.transaction.id, 'COMPLETED');
  });
});

describe('a transfer that awaits approval', () => {
  it.each([transferOut, transferIn])('cannot be cancelled, because nothing was sent', async (ask) => {
    const agent = await cautious();
    const { body: action } = await ask(agent);
    const { status, body } = await client.post(`/transactions/${(await transactionOf(action)).id}/cancel`);
    expect([status, body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
    expect((await asRead(agent, action)).status).toBe('PENDING_APPROVAL');
  });

  it('fails if its payee was deleted in the meantime', async () => {
    const agent = await cautious();
    const { body: action } = await transferOut(agent);
    expect((await agent.client.delete(`/agents/me/external-accounts/${agent.payee}`)).status).toBe(204);
    const { status, body } = await byTransaction.approve(action);
    expect([status, body.status]).toEqual([200, 'FAILED']);
    expect(await asRead(agent, action)).toMatchObject({
      status: 'FAILED',
      rejectionReason: expect.stringMatching(/external account/),
    });
  });
});
