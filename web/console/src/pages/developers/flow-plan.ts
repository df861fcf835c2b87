import type { FlowCall } from './flow-call.ts';

/** Payment that a flow makes. */
export interface Plan {
  /** A new customer with a funded account, a new customer who sends the money for the quote, or an existing account. */
  source: 'NEW' | 'REALTIME' | 'EXISTING';
  sourceCurrency: string;
  /** Account and its owner, for an existing source. */
  accountId: string;
  customerId: string;
  destination: PayeeType | 'INTERNAL' | 'UMA';
  /** Last digits of the payee's account, which select an outcome; empty for the default outcome. */
  ending: string;
  umaAddress: string;
  side: 'SENDING' | 'RECEIVING';
  /** In the smallest unit of the currency of the fixed side. */
  amount: number;
}

export type PayeeType = 'MXN_ACCOUNT' | 'EUR_ACCOUNT' | 'GBP_ACCOUNT' | 'USD_ACCOUNT';

interface Payee {
  label: string;
  currency: string;
  /** Member that selects the outcome by its last digits. */
  identifier: string;
  info: Readonly<Record<string, unknown>>;
}

const person = (fullName: string, countryOfResidence: string) => ({
  beneficiaryType: 'INDIVIDUAL',
  fullName,
  countryOfResidence,
});

/** Types of external accounts, each with an example. */
export const payees: Readonly<Record<PayeeType, Payee>> = {
  MXN_ACCOUNT: {
    label: 'Bank account in Mexico, by CLABE',
    currency: 'MXN',
    identifier: 'clabeNumber',
    info: { clabeNumber: '002010077777777771', beneficiary: person('Sor Juana', 'MX') },
  },
  EUR_ACCOUNT: {
    label: 'Bank account in Germany, by IBAN',
    currency: 'EUR',
    identifier: 'iban',
    info: { iban: 'DE89370400440532013000', beneficiary: person('Emmy Noether', 'DE') },
  },
  GBP_ACCOUNT: {
    label: 'Bank account in the United Kingdom',
    currency: 'GBP',
    identifier: 'accountNumber',
    info: { sortCode: '204514', accountNumber: '12345678', beneficiary: person('Mary Somerville', 'GB') },
  },
  USD_ACCOUNT: {
    label: 'Bank account in the United States',
    currency: 'USD',
    identifier: 'accountNumber',
    info: { accountNumber: '100000000001', routingNumber: '021000021', beneficiary: person('Maria Mitchell', 'US') },
  },
};

export const isPayee = (destination: Plan['destination']): destination is PayeeType =>
  Object.hasOwn(payees, destination);

export const initialPlan: Plan = {
  source: 'NEW',
  sourceCurrency: 'USD',
  accountId: '',
  customerId: '',
  destination: 'MXN_ACCOUNT',
  ending: '',
  umaAddress: '$success.usd@sandbox.causeway.test',
  side: 'SENDING',
  amount: 10_000,
};

interface Preset {
  label: string;
  plan: Plan;
}

export const presets: readonly Preset[] = [
  { label: 'Payout to Mexico that is returned', plan: { ...initialPlan, destination: 'MXN_ACCOUNT', ending: '005' } },
  {
    label: 'Payout to Germany by IBAN',
    plan: { ...initialPlan, destination: 'EUR_ACCOUNT', side: 'RECEIVING', amount: 25_000 },
  },
  { label: 'Transfer between customers', plan: { ...initialPlan, destination: 'INTERNAL', amount: 2_500 } },
];

/** Responses so far, by the key of their step. */
export type Responses = Readonly<Record<string, unknown>>;

export interface Step {
  key: string;
  title: string;
  /** Contains placeholders for ids of calls that have not run yet. */
  callWith: (responses: Responses) => FlowCall;
}

/** Smallest funding of the payer: covers fees, and an amount that is fixed in the currency of the receiver. */
const FUNDING = 1_000_000;

export function stepsOf(plan: Plan): Step[] {
  return [...payerSteps(plan), ...payeeSteps(plan), quoteStep(plan), ...executionSteps(plan)];
}

function payerSteps({ source, sourceCurrency, amount }: Plan): Step[] {
  const customer = customerStep('payer', 'Create the customer who pays', 'Ada Lovelace');
  if (source === 'EXISTING') return [];
  if (source === 'REALTIME') return [customer];
  return [
    customer,
    accountStep({ key: 'source', title: "Find the payer's account", owner: 'payer', currency: sourceCurrency }),
    {
      key: 'funding',
      title: 'Fund the account',
      callWith: (responses) => ({
        name: 'sandbox.internalAccounts.fund',
        ids: [member(responses, 'source', 'data.0.id')],
        body: { amount: Math.max(FUNDING, amount * 2) },
      }),
    },
  ];
}

function payeeSteps(plan: Plan): Step[] {
  const { destination, sourceCurrency, umaAddress } = plan;
  if (destination === 'INTERNAL') {
    return [
      customerStep('receiver', 'Create the customer who receives', 'Grace Hopper'),
      accountStep({
        key: 'target',
        title: "Find the receiver's account",
        owner: 'receiver',
        currency: sourceCurrency,
      }),
    ];
  }
  if (destination === 'UMA') {
    return [
      {
        key: 'lookup',
        title: 'Look up the UMA address',
        callWith: (responses) => ({
          name: 'receivers.lookupUma',
          ids: [umaAddress],
          query: { customerId: payerId(plan, responses) },
        }),
      },
    ];
  }
  const { currency, info, identifier } = payees[destination];
  const number = endingWith(String(info[identifier]), plan.ending);
  return [
    {
      key: 'payee',
      title: "Add the receiver's account",
      callWith: (responses) => ({
        name: 'customers.externalAccounts.create',
        body: {
          customerId: payerId(plan, responses),
          currency,
          accountInfo: { accountType: destination, ...info, [identifier]: number },
        },
      }),
    },
  ];
}

const quoteStep = (plan: Plan): Step => ({
  key: 'quote',
  title: 'Create the quote',
  callWith: (responses) => ({
    name: 'quotes.create',
    body: {
      ...(plan.destination === 'UMA' && { lookupId: member(responses, 'lookup', 'lookupId') }),
      source: sourceOf(plan, responses),
      destination: destinationOf(plan, responses),
      lockedCurrencySide: plan.side,
      lockedCurrencyAmount: plan.amount,
    },
  }),
});

function sourceOf(plan: Plan, responses: Responses): object {
  if (plan.source === 'REALTIME') {
    return {
      sourceType: 'REALTIME_FUNDING',
      currency: plan.sourceCurrency,
      customerId: payerId(plan, responses),
    };
  }
  const accountId = plan.source === 'EXISTING' ? plan.accountId : member(responses, 'source', 'data.0.id');
  return { sourceType: 'ACCOUNT', accountId };
}

function destinationOf({ destination, umaAddress }: Plan, responses: Responses): object {
  if (destination === 'UMA') return { destinationType: 'UMA_ADDRESS', umaAddress };
  const accountId =
    destination === 'INTERNAL' ? member(responses, 'target', 'data.0.id') : member(responses, 'payee', 'id');
  return { destinationType: 'ACCOUNT', accountId };
}

/** Money that a payer sends for a quote executes it. */
const executionSteps = ({ source, sourceCurrency }: Plan): Step[] => [
  source === 'REALTIME'
    ? {
        key: 'execution',
        title: 'Send the money for the quote',
        callWith: (responses) => ({
          name: 'sandbox.send',
          body: { quoteId: member(responses, 'quote', 'id'), currencyCode: sourceCurrency },
        }),
      }
    : {
        key: 'execution',
        title: 'Execute the quote',
        callWith: (responses) => ({ name: 'quotes.execute', ids: [member(responses, 'quote', 'id')] }),
      },
  {
    key: 'transaction',
    title: 'Read the transaction',
    callWith: (responses) => ({ name: 'transactions.get', ids: [member(responses, 'quote', 'transactionId')] }),
  },
];

const customerStep = (key: string, title: string, fullName: string): Step => ({
  key,
  title,
  callWith: () => ({ name: 'customers.create', body: { customerType: 'INDIVIDUAL', fullName, region: 'US' } }),
});

const accountStep = ({
  key,
  title,
  owner,
  currency,
}: Record<'key' | 'title' | 'owner' | 'currency', string>): Step => ({
  key,
  title,
  callWith: (responses) => ({
    name: 'customers.internalAccounts.list',
    query: { customerId: member(responses, owner, 'id'), currency },
  }),
});

const payerId = ({ source, customerId }: Plan, responses: Responses): string =>
  source === 'EXISTING' ? customerId : member(responses, 'payer', 'id');

const endingWith = (number: string, ending: string): string => number.slice(0, number.length - ending.length) + ending;

/** A member of an earlier response, or a placeholder that names it. */
function member(responses: Responses, key: string, path: string): string {
  let value = responses[key];
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : `{${key}.${path}}`;
}
