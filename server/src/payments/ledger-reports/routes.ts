import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { ok, type Reply, type Route, route } from '../../engine/http/route.ts';
import { AccountOwnerId, DateTime, IdOf } from '../../engine/http/schemas.ts';
import type { Database } from '../../foundation/db/database.ts';
import { listAccountEntries } from './account-entries.ts';
import { getLedgerAccount, listLedgerAccounts, requireLedgerAccount } from './accounts.ts';
import { listBalanceChanges } from './balance-changes.ts';
import { readChecks, runChecks } from './checks.ts';
import { accountEntriesCsv, trialBalanceCsv } from './exports.ts';
import { readFlowGroups } from './flow-groups.ts';
import { listJournal } from './journal.ts';
import { readAsOf, readBoundedPeriod, readPeriod } from './period.ts';
import {
  AccountEntryList,
  AccountKind,
  AsOf,
  BalanceChangeList,
  LedgerAccount,
  LedgerAccountId,
  LedgerAccountList,
  LedgerChecks,
  LedgerEntryList,
  LedgerFlows,
  Since,
  TrialBalance,
  Until,
} from './schemas.ts';
import { readTrialBalance, trialBalanceJson } from './trial-balance.ts';

interface Deps {
  db: Database;
}

const tag = 'Ledger';
const CSV = 'text/csv';

export const ledgerReportRoutes = (deps: Deps): Route[] => [
  ...accountRoutes(deps),
  ...entryRoutes(deps),
  balanceChangesRoute(deps),
  ...reportRoutes(deps),
  ...checkRoutes(deps),
];

const AccountPath = Type.Object({ accountId: LedgerAccountId });
const currency = Type.Optional(
  Pattern('^[A-Z]{3,5}$', 'a currency code, like USD', { description: 'Only this currency, by its code.' }),
);

const accountRoutes = ({ db }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/ledger/accounts',
    operationId: 'listLedgerAccounts',
    tag,
    summary: 'List the accounts of the ledger',
    description: "Accounts of customers and of the platform, and the service's accounts in the platform's books.",
    access: 'VIEW',
    query: Type.Object({
      kind: Type.Optional(AccountKind),
      currency,
      ownerId: Type.Optional(AccountOwnerId),
      asOf: Type.Optional(AsOf),
      ...PageQuery,
    }),
    responses: { 200: LedgerAccountList },
    errors: ['INVALID_INPUT', 'TOTAL_OUT_OF_RANGE'],
    handle: async ({ caller, query: { asOf, ...query }, now }) =>
      ok(await listLedgerAccounts(db, caller.platform.id, { ...query, ...momentOf(asOf, now) })),
  }),
  route({
    method: 'GET',
    path: '/ledger/accounts/{accountId}',
    operationId: 'getLedgerAccount',
    tag,
    summary: 'Read an account of the ledger',
    access: 'VIEW',
    params: AccountPath,
    query: Type.Object({ asOf: Type.Optional(AsOf) }),
    responses: { 200: LedgerAccount },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'TOTAL_OUT_OF_RANGE'],
    handle: async ({ caller, params, query, now }) =>
      ok(await getLedgerAccount(db, caller.platform.id, { id: params.accountId, ...momentOf(query.asOf, now) })),
  }),
];

const momentOf = (asOf: string | undefined, now: Date) => ({ asOf: readAsOf(asOf, now), isNow: asOf === undefined });

const entryRoutes = ({ db }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/ledger/entries',
    operationId: 'listLedgerEntries',
    tag,
    summary: 'List the entries of a period',
    description: 'Newest first. With both kinds and a currency these are the entries that a flow adds up.',
    access: 'VIEW',
    query: Type.Object({
      since: Type.Optional(Since),
      until: Type.Optional(Until),
      currency,
      debitKind: Type.Optional(AccountKind),
      creditKind: Type.Optional(AccountKind),
      ...PageQuery,
    }),
    responses: { 200: LedgerEntryList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query: { since, until, ...query }, now }) =>
      ok(await listJournal(db, caller.platform.id, { ...query, period: readPeriod({ since, until }, now) })),
  }),
  route({
    method: 'GET',
    path: '/ledger/accounts/{accountId}/entries',
    operationId: 'listLedgerAccountEntries',
    tag,
    summary: 'List the entries of an account',
    description: 'Newest first, each with the balance after it.',
    access: 'VIEW',
    params: AccountPath,
    query: Type.Object({ since: Type.Optional(Since), until: Type.Optional(Until), ...PageQuery }),
    responses: { 200: AccountEntryList },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'TOTAL_OUT_OF_RANGE'],
    handle: async ({ caller, params, query: { since, until, ...request }, now }) => {
      const account = { platformId: caller.platform.id, accountId: params.accountId };
      await requireLedgerAccount(db, account.platformId, account.accountId);
      return ok(await listAccountEntries(db, account, { ...request, period: readPeriod({ since, until }, now) }));
    },
  }),
  route({
    method: 'GET',
    path: '/ledger/accounts/{accountId}/entries.csv',
    operationId: 'exportLedgerAccountEntries',
    tag,
    summary: 'Export the entries of an account as CSV',
    description: 'Oldest first, for at most 366 days. Amounts are in the smallest unit, times in UTC.',
    access: 'VIEW',
    params: AccountPath,
    query: Type.Object({ since: Since, until: Until }),
    responses: { 200: null },
    fileTypes: [CSV],
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params, query, now }) => {
      const period = readBoundedPeriod(query, now);
      const account = { platformId: caller.platform.id, accountId: params.accountId };
      await requireLedgerAccount(db, account.platformId, account.accountId);
      return csvFile(`entries-${account.accountId.replace(':', '-')}.csv`, accountEntriesCsv(db, account, period));
    },
  }),
];

const balanceChangesRoute = ({ db }: Deps): Route =>
  route({
    method: 'GET',
    path: '/internal-accounts/{id}/balance-changes',
    operationId: 'listInternalAccountBalanceChanges',
    tag: 'Internal Accounts',
    summary: 'List the changes of a balance in a window',
    description:
      'openingBalance plus the changes is closingBalance, and closingBalance is the openingBalance of the next window. ' +
      'A window is final 6 hours after its end; before that the response is 409. Newest first.',
    access: 'VIEW',
    params: Type.Object({ id: IdOf('InternalAccount') }),
    query: Type.Object({
      from: DateTime({ description: "Start of the window on the platform's clock, which it includes." }),
      to: DateTime({ description: "End of the window on the platform's clock, which it does not include." }),
      ...PageQuery,
    }),
    responses: { 200: BalanceChangeList },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['WINDOW_NOT_FINAL'] },
    handle: async ({ caller, params, query, now }) =>
      ok(await listBalanceChanges(db, { platformId: caller.platform.id, accountId: params.id }, { ...query, now })),
  });

const csvFile = (name: string, chunks: AsyncIterable<Buffer>): Reply => ({
  status: 200,
  headers: { 'content-disposition': `attachment; filename="${name}"` },
  file: { type: `${CSV}; charset=utf-8; header=present`, chunks },
});

const reportRoutes = ({ db }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/ledger/trial-balance',
    operationId: 'getTrialBalance',
    tag,
    summary: 'Read the trial balance at a moment',
    description: 'Debits and credits of each currency are equal.',
    access: 'VIEW',
    query: Type.Object({ asOf: Type.Optional(AsOf) }),
    responses: { 200: TrialBalance },
    errors: ['INVALID_INPUT', 'TOTAL_OUT_OF_RANGE'],
    handle: async ({ caller, query, now }) =>
      ok(trialBalanceJson(await readTrialBalance(db, caller.platform.id, readAsOf(query.asOf, now)))),
  }),
  route({
    method: 'GET',
    path: '/ledger/trial-balance.csv',
    operationId: 'exportTrialBalance',
    tag,
    summary: 'Export the trial balance as CSV',
    description: 'Amounts are in the smallest unit of their currency. Each currency ends with its sums.',
    access: 'VIEW',
    query: Type.Object({ asOf: Type.Optional(AsOf) }),
    responses: { 200: null },
    fileTypes: [CSV],
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query, now }) => {
      const balance = await readTrialBalance(db, caller.platform.id, readAsOf(query.asOf, now));
      return csvFile(`trial-balance-${balance.asOf.toISOString().slice(0, 10)}.csv`, trialBalanceCsv(balance));
    },
  }),
  route({
    method: 'GET',
    path: '/ledger/flows',
    operationId: 'getLedgerFlows',
    tag,
    summary: 'Read the flows between kinds of accounts',
    description: 'Adds up all entries of a period by the kinds of their accounts.',
    access: 'VIEW',
    query: Type.Object({ since: Type.Optional(Since), until: Type.Optional(Until), currency }),
    responses: { 200: LedgerFlows },
    errors: ['INVALID_INPUT', 'TOTAL_OUT_OF_RANGE'],
    handle: async ({ caller, query, now }) =>
      ok(await readFlowGroups(db, caller.platform.id, { period: readPeriod(query, now), currency: query.currency })),
  }),
];

const checkRoutes = ({ db }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/ledger/checks',
    operationId: 'getLedgerChecks',
    tag,
    summary: 'Read the checks of the ledger and their results',
    description: "Results concern the platform's books. Operators check all books with POST /operator/ledger/audit.",
    access: 'VIEW',
    responses: { 200: LedgerChecks },
    errors: [],
    handle: async ({ caller }) => ok(await readChecks(db, caller.platform.id)),
  }),
  route({
    method: 'POST',
    path: '/ledger/checks/run',
    operationId: 'runLedgerChecks',
    tag,
    summary: 'Run the checks of the ledger',
    description: 'Runs in the background, one run at a time. GET /ledger/checks returns the results.',
    access: 'VIEW',
    responses: { 202: LedgerChecks },
    errors: ['CONFLICT'],
    reasons: { CONFLICT: ['CHECKS_RUNNING'] },
    handle: async ({ caller, now }) => ({ status: 202, body: await runChecks(db, caller.platform, now) }),
  }),
];
