import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxFx } from '../src/engine/providers/fx/sandbox.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { mulDivCeil, mulDivFloor } from '../src/foundation/kernel/money.ts';
import { Rates } from '../src/parties/rates/rates.ts';
import {
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
import type { Client } from './support/client.ts';
import { balanceOf, fund, newPayer, payeeWithSuffix, transactionIn } from './support/payments.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const withPolicy = (policy: Parameters<typeof policyWith>[0], platform = client): Promise<TestAgent> =>
  newAgent(platform, { policy: policyWith(policy) });
const change = (agent: TestAgent, update: object) => agent.platform.patch(`/agents/${agent.id}/policy`, update);
const reasonOf = ({ status, body }: { status: number; body: any }) =>
  status < 300 ? body.status : [status, body.code, body.details.reason];
const rejected = (reason: string) => [403, 'FORBIDDEN', reason];

describe('spending limits', () => {
  const rules: [string, object, number[], string][] = [
    ['perTransactionLimit', { perTransactionLimit: 5_000 }, [5_001], 'PER_TRANSACTION_LIMIT_EXCEEDED'],
    ['dailyLimit', { dailyLimit: 9_000 }, [5_000, 4_001], 'DAILY_LIMIT_EXCEEDED'],
    ['dailyTransactionLimit', { dailyTransactionLimit: 2 }, [1_000, 1_000, 1_000], 'DAILY_TRANSACTION_LIMIT_EXCEEDED'],
    ['monthlyLimit', { monthlyLimit: 9_000 }, [5_000, 4_001], 'MONTHLY_LIMIT_EXCEEDED'],
    ['a limit of zero', { perTransactionLimit: 0 }, [1_000], 'PER_TRANSACTION_LIMIT_EXCEEDED'],
  ];
  it.each(rules)(
    'enforce %s for transfers, and do not count rejected transfers',
    async (_, limits, amounts, reason) => {
      const agent = await withPolicy({ spendingLimits: limits });
      const before = (await balanceOf(client, agent.payer)).balance;
      const allowed = amounts.slice(0, -1);
      for (const amount of allowed) expect(reasonOf(await transferOut(agent, amount))).toBe('APPROVED');
      const answer = await transferOut(agent, amounts.at(-1));
      expect(reasonOf(answer)).toEqual(rejected(reason));
      expect(answer.body.details.hint).toMatch(/\w/);
      const spent = allowed.reduce((sum, amount) => sum + amount, 0);
      expect((await balanceOf(client, agent.payer)).balance).toBe(before - spent);
      expect(await usageOf(agent)).toMatchObject({
        dailyTransactionCount: allowed.length,
        dailySpend: spent,
        monthlySpend: spent,
      });
    },
  );

  it('allow spending up to the exact limit', async () => {
    const limits = { perTransactionLimit: 5_000, dailyLimit: 10_000, dailyTransactionLimit: 2, monthlyLimit: 10_000 };
    const agent = await withPolicy({ spendingLimits: limits });
    for (let i = 0; i < 2; i++) expect(reasonOf(await transferOut(agent, 5_000))).toBe('APPROVED');
    expect(reasonOf(await transferOut(agent, 1_000))).toEqual(rejected('DAILY_LIMIT_EXCEEDED'));
  });

  it('are checked in order, after permission and accounts', async () => {
    const agent = await withPolicy({
      permissions: ['VIEW_TRANSACTIONS'],
      accountRestrictions: { allowedAccountIds: [] },
      spendingLimits: { perTransactionLimit: 10, dailyLimit: 9, dailyTransactionLimit: 0, monthlyLimit: 8 },
    });
    const steps: [string, object][] = [
      ['PERMISSION_MISSING', { permissions: ['CREATE_TRANSFERS'] }],
      ['ACCOUNT_NOT_ALLOWED', { accountRestrictions: { allowedAccountIds: null } }],
      ['PER_TRANSACTION_LIMIT_EXCEEDED', { spendingLimits: { perTransactionLimit: 10_000 } }],
      ['DAILY_LIMIT_EXCEEDED', { spendingLimits: { dailyLimit: null } }],
      ['DAILY_TRANSACTION_LIMIT_EXCEEDED', { spendingLimits: { dailyTransactionLimit: null } }],
      ['MONTHLY_LIMIT_EXCEEDED', { spendingLimits: { monthlyLimit: null } }],
    ];
    for (const [reason, update] of steps) {
      expect(reasonOf(await transferOut(agent, 2_000))).toEqual(rejected(reason));
      expect((await change(agent, update)).status).toBe(200);
    }
    expect(reasonOf(await transferOut(agent, 2_000))).toBe('APPROVED');
  });

  it('count quotes including their fees, and transfers in', async () => {
    const agent = await withPolicy({});
    const quote = await agentQuote(agent, 10_000);
    expect(reasonOf(await execute(agent, quote.id))).toBe('APPROVED');
    expect(reasonOf(await transferIn(agent, 3_000))).toBe('APPROVED');
    expect(await usageOf(agent)).toMatchObject({
      dailyTransactionCount: 2,
      dailySpend: quote.totalSendingAmount + 3_000,
    });
    await change(agent, { spendingLimits: { perTransactionLimit: 9_999 } });
    expect(reasonOf(await pay(agent, 10_000))).toEqual(rejected('PER_TRANSACTION_LIMIT_EXCEEDED'));
  });

  it('count payments that fail later, and not payments that the rail rejects immediately', async () => {
    const agent = await withPolicy({});
    const rejectedAtOnce = { ...agent, payee: await payeeWithSuffix(client, agent.payer.customerId, '002') };
    const { status, body } = await transferOut(rejectedAtOnce, 1_000);
    expect([status, body.status, body.transaction.status]).toEqual([201, 'FAILED', 'FAILED']);
    expect(body.rejectionReason).toBe(body.transaction.failureReason);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0 });
    const failing = { ...agent, payee: await payeeWithSuffix(client, agent.payer.customerId, '004') };
    const paid = await transferOut(failing, 1_000);
    expect(paid.body.status).toBe('APPROVED');
    await transactionIn(client, paid.body.transaction.id, 'FAILED');
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 1_000 });
  });

  it('do not count payments rejected for insufficient balance', async () => {
    const payer = await newPayer(client, { balance: 5_000 });
    const agent = await newAgent(client, { payer });
    const { status, body } = await pay(agent, 6_000);
    expect([status, body.code]).toEqual([400, 'INVALID_AMOUNT']);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 });
    expect((await agent.client.get('/agents/me/actions')).body.data).toEqual([]);
  });

  it('reset daily and monthly in UTC, on the clock of the platform', async () => {
    const platform = await app.newPlatform();
    const { body: clock } = await platform.get('/sandbox/clock');
    const now = new Date(clock.now);
    const advanceTo = async (date: Date) => {
      const { body } = await platform.get('/sandbox/clock');
      const seconds = Math.ceil((date.getTime() - Date.parse(body.now)) / 1_000);
      await platform.post('/sandbox/clock/advance', { seconds });
    };
    const day = (offset: number, hours = 12) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10 + offset, hours));
    await advanceTo(day(0, 23));
    const limits = { dailyLimit: 10_000, dailyTransactionLimit: 2, monthlyLimit: 15_000 };
    const agent = await withPolicy({ spendingLimits: limits }, platform);
    const today = day(0).toISOString().slice(0, 10);
    expect(reasonOf(await transferOut(agent, 10_000))).toBe('APPROVED');
    expect(reasonOf(await transferOut(agent, 1_000))).toEqual(rejected('DAILY_LIMIT_EXCEEDED'));
    expect(await usageOf(agent)).toMatchObject({ dailyResetDate: today, dailySpend: 10_000 });
    await advanceTo(day(1, 0));
    expect(await usageOf(agent)).toEqual({
      dailyTransactionCount: 0,
      dailySpend: 0,
      dailyResetDate: day(1).toISOString().slice(0, 10),
      monthlySpend: 10_000,
      monthlyResetMonth: today.slice(0, 7),
    });
    expect(reasonOf(await transferOut(agent, 5_001))).toEqual(rejected('MONTHLY_LIMIT_EXCEEDED'));
    expect(reasonOf(await transferOut(agent, 5_000))).toBe('APPROVED');
    await advanceTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)));
    expect(await usageOf(agent)).toMatchObject({ dailySpend: 0, monthlySpend: 0 });
    expect(reasonOf(await transferOut(agent, 10_000))).toBe('APPROVED');
    expect(await usageOf(agent)).toMatchObject({ dailySpend: 10_000, monthlySpend: 10_000 });
  });

  it('in another currency use the current rate, rounded against the agent', async () => {
    const rates = new Rates({ fx: { SANDBOX: sandboxFx, PRODUCTION: sandboxFx } });
    const { ratio } = await rates.mid('SANDBOX', { from: 'USD', to: 'MXN' }, new Date());
    const worth = Number(mulDivCeil(3_333n, ratio));
    expect(BigInt(worth)).toBe(mulDivFloor(3_333n, ratio) + 1n);
    const agent = await withPolicy({ spendingLimits: { currency: 'MXN', perTransactionLimit: worth - 1 } });
    expect(reasonOf(await transferOut(agent, 3_333))).toEqual(rejected('PER_TRANSACTION_LIMIT_EXCEEDED'));
    await change(agent, { spendingLimits: { perTransactionLimit: worth } });
    expect(reasonOf(await transferOut(agent, 3_333))).toBe('APPROVED');
    expect(await usageOf(agent)).toMatchObject({ dailySpend: worth });
  });
});

describe('account restrictions', () => {
  it('reject disallowed accounts for quotes and transfers, on both sides of a transfer in', async () => {
    const payer = await newPayer(client);
    const agent = await newAgent(client, { payer });
    await change(agent, {
      accountRestrictions: { allowedAccountIds: [agent.payee] },
    });
    const source = { sourceType: 'ACCOUNT', accountId: payer.accountId };
    const destination = { destinationType: 'ACCOUNT', accountId: agent.payee };
    const request = { source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 };
    expect(reasonOf(await agent.client.post('/agents/me/quotes', request))).toEqual(rejected('ACCOUNT_NOT_ALLOWED'));
    expect(reasonOf(await transferOut(agent))).toEqual(rejected('ACCOUNT_NOT_ALLOWED'));
    await change(agent, { accountRestrictions: { allowedAccountIds: [payer.accountId] } });
    expect(reasonOf(await transferOut(agent))).toBe('APPROVED');
    expect(reasonOf(await transferIn(agent))).toEqual(rejected('ACCOUNT_NOT_ALLOWED'));
    await change(agent, { accountRestrictions: { allowedAccountIds: [payer.accountId, agent.payee] } });
    expect(reasonOf(await transferIn(agent))).toBe('APPROVED');
  });

  it('apply to the account that a pull quote credits, at creation and at execution', async () => {
    const agent = await withPolicy({});
    const { accountId } = agent.payer;
    const pull = () =>
      agent.client.post('/agents/me/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: agent.payee },
        destination: { destinationType: 'ACCOUNT', accountId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      });
    const { body: quote } = await pull();
    const rule = { accountId, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 10 };
    const restrict = (accountRestrictions: object) => change(agent, { accountRestrictions });
    await restrict({ allowedAccountIds: [agent.payee], accountRules: [rule] });
    expect(reasonOf(await pull())).toEqual(rejected('ACCOUNT_NOT_ALLOWED'));
    expect(reasonOf(await execute(agent, quote.id))).toEqual(rejected('ACCOUNT_NOT_ALLOWED'));
    await restrict({ allowedAccountIds: null });
    expect(reasonOf(await execute(agent, quote.id))).toEqual(rejected('PER_TRANSACTION_LIMIT_EXCEEDED'));
    await restrict({ accountRules: [{ ...rule, perTransactionLimit: null }] });
    expect(reasonOf(await execute(agent, quote.id))).toBe('PENDING_APPROVAL');
  });

  it('are checked again when a quote is executed', async () => {
    const agent = await withPolicy({});
    const quote = await agentQuote(agent);
    await change(agent, { accountRestrictions: { allowedAccountIds: [agent.payee] } });
    expect(reasonOf(await execute(agent, quote.id))).toEqual(rejected('ACCOUNT_NOT_ALLOWED'));
  });

  it('set an execution mode and a limit per account', async () => {
    const agent = await withPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const { accountId } = agent.payer;
    const rule = (more: object) => change(agent, { accountRestrictions: { accountRules: [{ accountId, ...more }] } });
    expect(reasonOf(await transferOut(agent, 1_000))).toBe('PENDING_APPROVAL');
    await rule({ executionMode: 'AUTO', perTransactionLimit: 2_000 });
    expect(reasonOf(await transferOut(agent, 2_000))).toBe('APPROVED');
    expect(reasonOf(await transferOut(agent, 2_001))).toEqual(rejected('PER_TRANSACTION_LIMIT_EXCEEDED'));
    await rule({ perTransactionLimit: null });
    expect(reasonOf(await transferOut(agent, 2_001))).toBe('PENDING_APPROVAL');
    await change(agent, { defaultExecutionMode: 'AUTO' });
    await rule({ executionMode: 'APPROVAL_REQUIRED' });
    expect(reasonOf(await transferOut(agent, 1_000))).toBe('PENDING_APPROVAL');
    expect(reasonOf(await transferIn(agent, 1_000))).toBe('PENDING_APPROVAL');
  });
});

describe('the approval threshold', () => {
  it('requires an approval above it, in any mode and any currency', async () => {
    const agent = await withPolicy({ approvalThresholds: { currency: 'USD', amount: 5_000 } });
    expect(reasonOf(await transferOut(agent, 5_000))).toBe('APPROVED');
    expect(reasonOf(await transferOut(agent, 5_001))).toBe('PENDING_APPROVAL');
    await change(agent, { approvalThresholds: { currency: 'JPY', amount: 1 } });
    expect(reasonOf(await transferOut(agent, 1_000))).toBe('PENDING_APPROVAL');
    await change(agent, { approvalThresholds: { amount: null } });
    expect(reasonOf(await transferOut(agent, 9_000))).toBe('APPROVED');
  });
});

describe('a policy update', () => {
  it('keeps unnamed fields, replaces lists, and removes a field with null', async () => {
    const agent = await withPolicy({
      spendingLimits: { dailyLimit: 500, dailyTransactionLimit: 5, monthlyLimit: 900 },
      accountRestrictions: { allowedAccountIds: null, accountRules: [] },
      approvalThresholds: { currency: 'USD', amount: 7 },
    });
    const { status, body } = await change(agent, {
      permissions: ['CREATE_QUOTES', 'CREATE_QUOTES'],
      spendingLimits: { dailyLimit: null, monthlyLimit: 800 },
      accountRestrictions: { accountRules: [{ accountId: agent.payer.accountId, perTransactionLimit: 3 }] },
      approvalThresholds: { amount: 8 },
    });
    expect(status).toBe(200);
    expect(body.policy).toEqual({
      permissions: ['CREATE_QUOTES'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: {
        currency: 'USD',
        perTransactionLimit: 1_000_000,
        dailyLimit: null,
        dailyTransactionLimit: 5,
        monthlyLimit: 800,
      },
      accountRestrictions: {
        allowedAccountIds: null,
        accountRules: [{ accountId: agent.payer.accountId, perTransactionLimit: 3 }],
      },
      approvalThresholds: { currency: 'USD', amount: 8 },
    });
    expect((await client.get(`/agents/${agent.id}`)).body).toEqual(body);
    expect((await change(agent, {})).status).toBe(400);
    expect((await change(agent, { spendingLimits: { currency: 'XXX' } })).body.details.errors[0].field).toBe(
      'spendingLimits.currency',
    );
  });

  it('returns every invalid field, for rules and for types', async () => {
    const agent = await withPolicy({});
    const { accountId } = agent.payer;
    const accountRules = [7, { accountId }, { accountId, perTransactionLimit: -1 }];
    const { status, body } = await change(agent, {
      spendingLimits: { currency: 'XYZ', dailyLimit: 1.5 },
      accountRestrictions: { allowedAccountIds: [5, newId('InternalAccount')], accountRules },
      approvalThresholds: { amount: 5 },
    });
    expect([status, body.details.errors.map(({ field }: { field: string }) => field).toSorted()]).toEqual([
      400,
      [
        'accountRestrictions.accountRules.0',
        'accountRestrictions.accountRules.2.accountId',
        'accountRestrictions.accountRules.2.perTransactionLimit',
        'accountRestrictions.allowedAccountIds.0',
        'accountRestrictions.allowedAccountIds.1',
        'approvalThresholds.currency',
        'spendingLimits.currency',
        'spendingLimits.dailyLimit',
      ],
    ]);
  });

  it('of the currency converts the unnamed limits and the spent amounts', async () => {
    const agent = await withPolicy({
      spendingLimits: { perTransactionLimit: 10_000, dailyLimit: 20_000, monthlyLimit: 30_000 },
    });
    const { accountId } = agent.payer;
    await change(agent, { accountRestrictions: { accountRules: [{ accountId, perTransactionLimit: 15_000 }] } });
    await transferOut(agent, 3_333);
    const rates = new Rates({ fx: { SANDBOX: sandboxFx, PRODUCTION: sandboxFx } });
    const { ratio } = await rates.mid('SANDBOX', { from: 'USD', to: 'EUR' }, new Date());
    const euros = (cents: bigint) => Number(mulDivFloor(cents, ratio));
    const { body } = await change(agent, { spendingLimits: { currency: 'EUR', monthlyLimit: 40_000 } });
    expect(body.policy.spendingLimits).toEqual({
      currency: 'EUR',
      perTransactionLimit: euros(10_000n),
      dailyLimit: euros(20_000n),
      monthlyLimit: 40_000,
    });
    expect(body.policy.accountRestrictions.accountRules).toEqual([{ accountId, perTransactionLimit: euros(15_000n) }]);
    expect(body.usage).toMatchObject({ dailyTransactionCount: 1, dailySpend: Number(mulDivCeil(3_333n, ratio)) });
    expect(await usageOf(agent)).toEqual(body.usage);
    await change(agent, { spendingLimits: { dailyLimit: 9_000_000_000_000_000 } });
    const { body: dong } = await change(agent, { spendingLimits: { currency: 'VND' } });
    expect(dong.policy.spendingLimits.dailyLimit).toBe(9_000_000_000_000_000);
  });
});

describe('concurrent spending', () => {
  const FIFTY = 50;
  const races: [string, object, number][] = [
    ['perTransactionLimit', { perTransactionLimit: 999 }, 0],
    ['dailyLimit', { dailyLimit: 10_000 }, 10],
    ['dailyTransactionLimit', { dailyTransactionLimit: 7 }, 7],
    ['monthlyLimit', { monthlyLimit: 8_999 }, 8],
  ];
  it.each(races)('of fifty requests never exceeds the limit %s', async (_, limits, most) => {
    const agent = await withPolicy({ spendingLimits: limits });
    const answers = await Promise.all(Array.from({ length: FIFTY }, () => transferOut(agent, 1_000)));
    const done = answers.filter(({ status }) => status === 201);
    expect(done).toHaveLength(most);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ status }) => status))).toEqual(new Set([403]));
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: most, dailySpend: most * 1_000 });
    expect((await balanceOf(client, agent.payer)).balance).toBe(1_000_000 - most * 1_000);
    expect((await agent.client.get('/agents/me/actions?limit=100')).body.totalCount).toBe(most);
  });

  it('of fifty quotes on two processes never exceeds the limits, transfers in included', async () => {
    const other = await TestApp.start({ beside: app });
    const agent = await withPolicy({ spendingLimits: { dailyLimit: 12_500, dailyTransactionLimit: 20 } });
    const elsewhere = { ...agent, client: agent.client.at(other.url) };
    const quotes = await Promise.all(Array.from({ length: 25 }, () => agentQuote(agent, 1_000)));
    const answers = await Promise.all(
      quotes.flatMap(({ id }, i) => [
        execute(i % 2 ? agent : elsewhere, id),
        transferIn(i % 2 ? elsewhere : agent, 1_000),
      ]),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(12);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(38);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 12, dailySpend: 12_000 });
    await other.stop();
  });

  it('ends when the agent is paused: earlier answers count, and later requests are rejected', async () => {
    const agent = await withPolicy({});
    const spends = Promise.all(Array.from({ length: 20 }, () => transferOut(agent, 1_000)));
    const paused = client.patch(`/agents/${agent.id}`, { isPaused: true });
    const answers = await spends;
    expect((await paused).status).toBe(200);
    const done = answers.filter(({ status }) => status === 201).length;
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(reasonOf(answer)).toEqual(rejected('AGENT_PAUSED'));
    }
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: done, dailySpend: done * 1_000 });
    await fund(client, agent.payer.accountId, 1);
    expect(reasonOf(await transferOut(agent, 1_000))).toEqual(rejected('AGENT_PAUSED'));
  });
});
