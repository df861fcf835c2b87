import { describe, expect, it } from 'vitest';
import { fc } from '../../../server/test/support/seed.ts';
import type { FlowCall } from '../src/pages/developers/flow-call.ts';
import {
  initialPlan,
  isPayee,
  type PayeeType,
  type Plan,
  payees,
  presets,
  type Responses,
  type Step,
  stepsOf,
} from '../src/pages/developers/flow-plan.ts';

const EXISTING: Plan = {
  ...initialPlan,
  source: 'EXISTING',
  accountId: 'InternalAccount:1',
  customerId: 'Customer:1',
};

const keysOf = (plan: Plan): string[] => stepsOf(plan).map(({ key }) => key);
const callIn = (plan: Plan, key: string, responses: Responses = {}): FlowCall => {
  const step = stepsOf(plan).find((one) => one.key === key);
  if (!step) throw new Error(`no step ${key}`);
  return step.callWith(responses);
};

/** Responses with the members that later calls read. */
const responsesOf = (steps: readonly Step[]): Responses =>
  Object.fromEntries(
    steps.map(({ key }) => [
      key,
      {
        id: `${key}.id`,
        transactionId: `${key}.transaction`,
        lookupId: `${key}.lookup`,
        data: [{ id: `${key}.first` }],
      },
    ]),
  );

const plans = fc.record<Plan>({
  source: fc.constantFrom('NEW', 'REALTIME', 'EXISTING'),
  sourceCurrency: fc.constantFrom('USD', 'EUR'),
  accountId: fc.constant('InternalAccount:1'),
  customerId: fc.constant('Customer:1'),
  destination: fc.constantFrom(...(Object.keys(payees) as PayeeType[]), 'INTERNAL', 'UMA'),
  ending: fc.constantFrom('', '005', '110'),
  umaAddress: fc.constant('$ada@bank.test'),
  side: fc.constantFrom('SENDING', 'RECEIVING'),
  amount: fc.nat(1_000_000_000),
});

describe('the calls of a flow', () => {
  it('create a customer with money, a payee, a quote and the payment', () => {
    expect(keysOf(initialPlan)).toEqual([
      ...['payer', 'source', 'funding', 'payee', 'quote', 'execution', 'transaction'],
    ]);
  });

  it('need no payer for an existing account, and no funding for money that is sent for the quote', () => {
    expect(keysOf(EXISTING)).toEqual(['payee', 'quote', 'execution', 'transaction']);
    expect(keysOf({ ...initialPlan, source: 'REALTIME' })).toEqual([
      ...['payer', 'payee', 'quote', 'execution', 'transaction'],
    ]);
  });

  it('create a second customer for a transfer, and look up a UMA address', () => {
    expect(keysOf({ ...EXISTING, destination: 'INTERNAL' }).slice(0, 2)).toEqual(['receiver', 'target']);
    const uma = { ...EXISTING, destination: 'UMA' } as const;
    expect(keysOf(uma)[0]).toBe('lookup');
    expect(callIn(uma, 'lookup')).toEqual({
      name: 'receivers.lookupUma',
      ids: ['$success.usd@sandbox.causeway.test'],
      query: { customerId: 'Customer:1' },
    });
  });

  it('name the members of earlier responses until those are there', () => {
    expect(callIn(initialPlan, 'source').query).toEqual({ customerId: '{payer.id}', currency: 'USD' });
    expect(callIn(initialPlan, 'source', { payer: { id: 'Customer:9' } }).query).toEqual({
      customerId: 'Customer:9',
      currency: 'USD',
    });
    expect(callIn(initialPlan, 'funding').ids).toEqual(['{source.data.0.id}']);
    expect(callIn(initialPlan, 'funding', { source: { data: [] } }).ids).toEqual(['{source.data.0.id}']);
  });

  it('use every response that they name, and only those of calls before them', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const steps = stepsOf(plan);
        steps.forEach((step, at) => {
          const text = JSON.stringify(step.callWith(responsesOf(steps.slice(0, at))));
          expect([step.key, text.match(/\{\w+\.[\w.]+\}/g)]).toEqual([step.key, null]);
        });
        expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
      }),
    );
  });

  it('fix the side and the amount of the plan in the quote', () => {
    const { body } = callIn({ ...EXISTING, side: 'RECEIVING', amount: 25_000 }, 'quote', { payee: { id: 'P' } });
    expect(body).toEqual({
      source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1' },
      destination: { destinationType: 'ACCOUNT', accountId: 'P' },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 25_000,
    });
  });

  it('quote a UMA address with its lookup, and money to be sent with its currency and payer', () => {
    const plan: Plan = { ...initialPlan, source: 'REALTIME', destination: 'UMA', sourceCurrency: 'EUR' };
    expect(callIn(plan, 'quote', { payer: { id: 'C' }, lookup: { lookupId: 'L' } }).body).toMatchObject({
      lookupId: 'L',
      source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR', customerId: 'C' },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: plan.umaAddress },
    });
  });

  it('execute a quote, or send the money for it', () => {
    const responses = { quote: { id: 'Q', transactionId: 'T' } };
    expect(callIn(EXISTING, 'execution', responses)).toEqual({ name: 'quotes.execute', ids: ['Q'] });
    expect(callIn({ ...initialPlan, source: 'REALTIME' }, 'execution', responses)).toEqual({
      name: 'sandbox.send',
      body: { quoteId: 'Q', currencyCode: 'USD' },
    });
    expect(callIn(EXISTING, 'transaction', responses)).toEqual({ name: 'transactions.get', ids: ['T'] });
  });

  it('fund more than the payment needs', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (amount) => {
        const { body } = callIn({ ...initialPlan, amount }, 'funding');
        expect((body as { amount: number }).amount).toBeGreaterThanOrEqual(Math.max(1_000_000, 2 * amount));
      }),
    );
  });
});

describe('the payee of a flow', () => {
  it('has the number of its example, with the digits that select an outcome at its end', () => {
    for (const [type, { identifier, info, currency }] of Object.entries(payees)) {
      const number = String(info[identifier]);
      const accountOf = (ending: string) =>
        callIn({ ...EXISTING, destination: type as PayeeType, ending }, 'payee').body as {
          currency: string;
          accountInfo: Record<string, unknown>;
        };
      expect(accountOf('')).toMatchObject({ currency, accountInfo: { ...info, accountType: type } });
      expect(accountOf('005').accountInfo[identifier]).toBe(`${number.slice(0, -3)}005`);
    }
  });

  it('is an account, unlike a customer or a UMA address', () => {
    expect(['MXN_ACCOUNT', 'INTERNAL', 'UMA'].map((one) => isPayee(one as Plan['destination']))).toEqual([
      ...[true, false, false],
    ]);
  });
});

describe('the presets', () => {
  it('have labels of their own, and calls that are those of their plan', () => {
    expect(new Set(presets.map(({ label }) => label)).size).toBe(presets.length);
    expect(presets.map(({ plan }) => keysOf(plan).length)).toEqual([7, 7, 8]);
    const [returned] = presets;
    expect(returned?.plan).toMatchObject({ destination: 'MXN_ACCOUNT', ending: '005' });
  });
});
