import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { CreatedAt, Currency, CurrencyAmount, DateTime, Enum, IdOf, Timestamp } from '../../engine/http/schemas.ts';
import { accountKinds } from './account-kinds.ts';
import { ACCOUNT_ID } from './accounts.ts';
import { checkSubjects } from './checks.ts';

export const AccountKind = Enum(accountKinds, {
  $id: 'LedgerAccountKind',
  description:
    'CUSTOMER and PLATFORM accounts have owners; each other kind is one account of the platform per currency in the books of the service.',
});

export const LedgerAccountId = Type.String({
  $id: 'LedgerAccountId',
  pattern: ACCOUNT_ID,
  description: 'Id of an internal account, or kind and currency of a system account, such as `rail.nostro:USD`.',
  examples: ['rail.nostro:USD'],
});

export const AsOf = DateTime({
  description:
    "Moment on the platform's clock, including the entries of its millisecond; the current time by default, never a later one.",
});

export const Since = DateTime({
  description: "Only entries at this time or later, on the platform's clock.",
  examples: ['2026-01-01T00:00:00Z'],
});
export const Until = DateTime({
  description: "Only entries before this time, on the platform's clock.",
  examples: ['2026-02-01T00:00:00Z'],
});

const asOf = Described(Timestamp, "Moment of the balances, on the platform's clock.");
const Title = Type.String({ description: 'Name of the kind in plain words, such as `Payouts in transit`.' });
const Meaning = Type.String({ description: 'Meaning of a balance of this kind.' });

export const LedgerAccount = Type.Object(
  {
    id: LedgerAccountId,
    kind: AccountKind,
    title: Title,
    description: Meaning,
    customerId: Type.Optional(
      IdOf('Customer', { description: 'Owner; absent for accounts of the platform and of the service.' }),
    ),
    status: Type.String({ description: 'Status of the account; system accounts are always ACTIVE.' }),
    balance: Described(CurrencyAmount, 'Amount owed to the owner that is available; negative is owed by the owner.'),
    heldBalance: Described(CurrencyAmount, 'Amount held for pending payments of the account.'),
    totalBalance: Described(CurrencyAmount, 'Sum of `balance` and `heldBalance`.'),
    asOf,
    createdAt: CreatedAt,
  },
  { $id: 'LedgerAccount', description: 'An account of the ledger in the books of the platform.' },
);

export const LedgerAccountList = Type.Object(
  { asOf, ...PageOf(LedgerAccount, 'LedgerAccounts').properties },
  { $id: 'LedgerAccountListResponse' },
);

const EntrySide = Type.Object(
  { id: LedgerAccountId, kind: AccountKind, title: Title },
  { $id: 'LedgerEntrySide', description: 'One of the two accounts of an entry.' },
);

const EntryId = (description: string) => Type.String({ description });

const entryMembers = {
  id: EntryId('Transaction, phase and number of the entry, such as `Transaction:.../execute/1`.'),
  transactionId: Type.String({ description: 'Transaction, card transaction or stablecoin operation that was posted.' }),
  phase: Type.String({ description: 'Step of the transaction, such as `execute`, `complete` or `refund`.' }),
  code: Type.String({ description: 'Reason of the entry within its phase.' }),
  debitAccount: Described(EntrySide, 'Account whose balance the entry reduces.'),
  creditAccount: Described(EntrySide, 'Account whose balance the entry increases.'),
  amount: Described(CurrencyAmount, 'Amount that the entry moves; always positive.'),
  reverses: Type.Optional(EntryId('Entry that this one reverses; absent unless it is a reversal.')),
  reversedBy: Type.Optional(EntryId('Entry that reverses this one; absent while there is none.')),
  createdAt: CreatedAt,
};

const LedgerEntry = Type.Object(entryMembers, {
  $id: 'LedgerEntry',
  description: 'A debit and a credit of the same amount. Entries never change.',
});

export const LedgerEntryList = PageOf(LedgerEntry, 'LedgerEntryListResponse');

const AccountEntry = Type.Object(
  {
    ...entryMembers,
    direction: Enum(['DEBIT', 'CREDIT'], { description: 'Side of the account that is listed.' }),
    balanceAfter: Described(CurrencyAmount, 'Available balance of the account after the entry.'),
  },
  { $id: 'LedgerAccountEntry', description: 'An entry, as the listed account sees it.' },
);

export const AccountEntryList = PageOf(AccountEntry, 'LedgerAccountEntryListResponse');

const BalanceChange = Type.Object(
  {
    id: EntryId('Ledger entry of the change: transaction, phase and number, such as `Transaction:.../execute/1`.'),
    transactionId: Type.String({
      description: 'Transaction, card transaction or stablecoin operation that was posted.',
    }),
    code: Type.String({ description: 'Reason of the change within its transaction.' }),
    amount: Described(CurrencyAmount, 'Change of the available balance: positive for a credit, negative for a debit.'),
    balanceAfter: Described(CurrencyAmount, 'Available balance after the change.'),
    createdAt: CreatedAt,
  },
  { $id: 'BalanceChange', description: 'A change of the available balance of an internal account.' },
);

export const BalanceChangeList = Type.Object(
  {
    accountId: IdOf('InternalAccount', { description: 'Account whose balance has changed.' }),
    from: Described(Timestamp, 'Start of the window.'),
    to: Described(Timestamp, 'End of the window, which it does not include.'),
    openingBalance: Described(CurrencyAmount, 'Available balance before the first change of the window.'),
    closingBalance: Described(
      CurrencyAmount,
      'Available balance after the last change of the window: `openingBalance` plus the changes of all pages.',
    ),
    ...PageOf(BalanceChange, 'BalanceChanges').properties,
  },
  { $id: 'BalanceChangeListResponse', description: 'Changes of a balance in a window, newest first.' },
);

const Sum = (description: string) => Type.Integer({ format: 'int64', description });

const CurrencyBalances = Type.Object(
  {
    currency: Described(Currency, 'Currency of all amounts of this group, in its smallest unit.'),
    rows: Type.Array(
      Type.Object({
        kind: AccountKind,
        title: Title,
        description: Meaning,
        debit: Sum('Balance of all accounts of the kind if it is negative, without its sign; else 0.'),
        credit: Sum('Balance of all accounts of the kind if it is positive; else 0.'),
      }),
      { description: 'Kinds of accounts that have entries in the currency.' },
    ),
    debit: Sum('Sum of the debit column.'),
    credit: Sum('Sum of the credit column.'),
    difference: Sum('Credits minus debits: always 0.'),
  },
  { $id: 'TrialBalanceCurrency', description: 'Balances of one currency. Currencies are never added up.' },
);

export const TrialBalance = Type.Object(
  { asOf, data: Type.Array(CurrencyBalances, { description: 'One group per currency with entries.' }) },
  { $id: 'TrialBalance', description: 'Balances of all kinds of accounts of the platform at a moment.' },
);

const CurrencyFlows = Type.Object(
  {
    currency: Described(Currency, 'Currency of all amounts of this group, in its smallest unit.'),
    flows: Type.Array(
      Type.Object({
        from: AccountKind,
        fromTitle: Title,
        to: AccountKind,
        toTitle: Title,
        amount: Sum('Sum of the entries that debit `from` and credit `to`; reversals are flows of their own.'),
        entries: Type.Integer({ description: 'Number of these entries.' }),
      }),
      { description: 'Flows between two kinds of accounts.' },
    ),
  },
  { $id: 'LedgerFlowsCurrency', description: 'Flows of one currency. Currencies are never added up.' },
);

export const LedgerFlows = Type.Object(
  {
    since: Type.Optional(Described(Timestamp, 'Start of the period; absent for all entries up to `until`.')),
    until: Described(Timestamp, 'End of the period, which it does not include.'),
    data: Type.Array(CurrencyFlows, { description: 'One group per currency with entries.' }),
  },
  { $id: 'LedgerFlows', description: 'Amounts that moved between kinds of accounts in a period.' },
);

export const LedgerChecks = Type.Object(
  {
    isRunning: Type.Boolean({ description: 'Whether a run was started and has not ended.' }),
    requestedAt: Type.Optional(Described(Timestamp, 'Start of the last run; absent before the first one.')),
    finishedAt: Type.Optional(
      Described(Timestamp, 'End of the last run; absent while it runs and before the first one.'),
    ),
    data: Type.Array(
      Type.Object({
        invariant: Type.Integer({ description: 'Number of the invariant that the check verifies.' }),
        title: Type.String({ description: 'Rule that holds in correct books.' }),
        subject: Enum(checkSubjects, { description: 'Figures that the check covers.' }),
        result: Enum(['PASSED', 'FAILED', 'NOT_RUN'], { description: 'Result of the last completed run.' }),
        findings: Type.Array(
          Type.Object({
            subject: Type.String({ description: 'Account, transaction, currency or key that violates the rule.' }),
            message: Type.String({ description: 'Figures that do not match.' }),
          }),
          { description: 'First violations; empty if the rule holds.' },
        ),
        hasMore: Type.Boolean({ description: 'Whether there are more violations than `findings` lists.' }),
      }),
      { description: 'Every check of the ledger.' },
    ),
  },
  { $id: 'LedgerChecks', description: "Checks of the platform's books, with the results of the last run." },
);
