import type {
  CardTransaction,
  CurrencyAmount,
  IncomingTransaction,
  OutgoingTransaction,
  TimelineEntry,
} from '../../src/api/client.ts';
import type { Names } from '../../src/pages/payments/names.ts';

const UUID = '01900000-0000-7000-8000-00000000000';
const at = '2026-11-17T09:30:00.000Z';

export const customerId = `Customer:${UUID}1` as const;
export const payerAccount = `InternalAccount:${UUID}2` as const;
export const platformAccount = `InternalAccount:${UUID}3` as const;
export const payeeAccount = `ExternalAccount:${UUID}4` as const;

export const money = (amount: number, code = 'USD', decimals = 2): CurrencyAmount => ({
  amount,
  currency: { code, name: code, symbol: code, decimals },
});

const shared = { customerId, platformCustomerId: 'c-1', direction: 'DEBIT', createdAt: at, updatedAt: at } as const;

export const outgoing = (changes: Partial<OutgoingTransaction>): OutgoingTransaction => ({
  ...shared,
  id: `Transaction:${UUID}5`,
  type: 'OUTGOING',
  status: 'COMPLETED',
  source: { sourceType: 'ACCOUNT', accountId: payerAccount, currency: 'USD' } as OutgoingTransaction['source'],
  destination: {
    destinationType: 'ACCOUNT',
    accountId: payeeAccount,
    currency: 'MXN',
  } as OutgoingTransaction['destination'],
  sentAmount: money(10_000),
  ...changes,
});

export const incoming = (changes: Partial<IncomingTransaction>): IncomingTransaction => ({
  ...shared,
  id: `Transaction:${UUID}6`,
  type: 'INCOMING',
  status: 'COMPLETED',
  destination: {
    destinationType: 'ACCOUNT',
    accountId: payerAccount,
    currency: 'USD',
  } as IncomingTransaction['destination'],
  receivedAmount: money(5_000),
  ...changes,
});

export const purchase = (changes: Partial<CardTransaction>): CardTransaction => ({
  ...shared,
  id: `CardTransaction:${UUID}7` as CardTransaction['id'],
  type: 'CARD',
  status: 'AUTHORIZED',
  accountId: payerAccount,
  merchant: { descriptor: 'BLUE BOTTLE' } as CardTransaction['merchant'],
  authorizedAmount: money(1_250),
  authorizedAt: at,
  ...changes,
});

export const refund = (status: 'PENDING' | 'COMPLETED' | 'FAILED', changes: object = {}) =>
  ({ status, initiatedAt: '2026-11-17T09:32:00.000Z', ...changes }) as NonNullable<OutgoingTransaction['refund']>;

/** Names of the customer and of the payee. */
export const names: Names = (() => {
  const known = new Map([
    [customerId as string, { name: 'Ada Lovelace', country: 'GB' }],
    [payeeAccount as string, { name: 'Sor Juana', country: 'MX' }],
    [platformAccount as string, { name: 'Acme' }],
  ]);
  return { of: (id) => known.get(id) ?? { name: id }, has: (id) => known.has(id) };
})();

/** An entry of a timeline, some seconds after its begin. */
export const entry = (kind: TimelineEntry['kind'], seconds: number, changes: object = {}): TimelineEntry =>
  ({
    id: `${kind}-${seconds}`,
    kind,
    at: new Date(Date.parse(at) + seconds * 1_000).toISOString(),
    wallAt: at,
    title: `${kind} at ${seconds}`,
    status: 'DONE',
    isFailure: false,
    refs: [],
    detail: {},
    ...changes,
  }) as object as TimelineEntry;
