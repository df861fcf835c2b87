import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { listCustomerAccounts } from '../../parties/accounts/account-list.ts';
import {
  createExternalAccount,
  deleteExternalAccount,
  externalAccountCreationProblems,
  listExternalAccounts,
} from '../../parties/accounts/external-accounts.ts';
import { externalAccountJson } from '../../parties/accounts/external-record.ts';
import {
  ExternalAccount,
  ExternalAccountCreateRequest,
  ExternalAccountList,
} from '../../parties/accounts/external-schemas.ts';
import { InternalAccountList, InternalAccountTypeName } from '../../parties/accounts/schemas.ts';
import { listTransactions } from '../../payments/transaction-list/list.ts';
import { Transaction, TransactionPage } from '../../payments/transaction-list/schemas.ts';
import { getTransaction, transactionJson } from '../../payments/transactions/record.ts';
import { getAction, listActions, shownAction } from './action-record.ts';
import { admitted, ownExternalAccount } from './admission.ts';
import { beginningChecks, readingChecks, reasonsOf } from './checks.ts';
import type { AgentDeps } from './deps.ts';
import { actingOf, mayDo, moneyRoutes } from './money-routes.ts';
import { agentJson } from './record.ts';
import { ActionQuery, Agent, AgentAction, AgentActionList, AgentTransactionQuery } from './schemas.ts';

const tag = 'Agent Operations';

/** Operations of agents, on behalf of their customer and within their policy. */
export const meRoutes = (deps: AgentDeps): Route[] => [
  meRoute(deps),
  ...transactionRoutes(deps),
  ...moneyRoutes(deps),
  ...actionRoutes(deps),
  ...accountRoutes(deps),
  ...payeeRoutes(deps),
];

const meRoute = (deps: AgentDeps): Route =>
  route({
    method: 'GET',
    path: '/agents/me',
    operationId: 'getAgentMe',
    tag,
    summary: 'Read the calling agent, its policy and what it has spent',
    access: 'AGENT',
    responses: { 200: Agent },
    errors: [],
    handle: async (context) => ok(agentJson(await admitted(deps, actingOf(context), 'readOwn'), context.now)),
  });

const transactionRoutes = (deps: AgentDeps): Route[] => [
  route({
    method: 'GET',
    path: '/agents/me/transactions',
    operationId: 'agentListTransactions',
    tag,
    summary: "List the transactions of the agent's customer",
    access: 'AGENT',
    query: AgentTransactionQuery,
    responses: { 200: TransactionPage },
    errors: ['INVALID_INPUT'],
    reasons: reasonsOf(readingChecks),
    authorize: mayDo(deps, 'readTransactions'),
    handle: async (context) => {
      const acting = actingOf(context);
      const filter = { ...context.query, customerId: acting.customerId };
      return ok(await listTransactions(deps.db, acting.platform, filter));
    },
  }),
  route({
    method: 'GET',
    path: '/agents/me/transactions/{transactionId}',
    operationId: 'agentGetTransaction',
    tag,
    summary: "Read a transaction of the agent's customer",
    access: 'AGENT',
    params: Type.Object({ transactionId: IdOf('Transaction') }),
    responses: { 200: Transaction },
    errors: ['TRANSACTION_NOT_FOUND'],
    reasons: reasonsOf(readingChecks),
    authorize: mayDo(deps, 'readTransactions'),
    handle: async (context) => {
      const acting = actingOf(context);
      const transaction = await getTransaction(deps.db, acting.platform.id, context.params.transactionId);
      if (transaction.customerId === acting.customerId) return ok(transactionJson(transaction));
      throw new ApiError('TRANSACTION_NOT_FOUND', 'There is no such transaction.');
    },
  }),
];

const actionRoutes = (deps: AgentDeps): Route[] => [
  route({
    method: 'GET',
    path: '/agents/me/actions',
    operationId: 'agentListActions',
    tag,
    summary: 'List what the agent wanted done',
    access: 'AGENT',
    query: ActionQuery,
    responses: { 200: AgentActionList },
    errors: ['INVALID_INPUT'],
    handle: async (context) => {
      const { id: agentId, platformId } = await admitted(deps, actingOf(context), 'readOwn');
      return ok(await listActions(deps.db, { platformId, now: context.now }, { ...context.query, agentId }));
    },
  }),
  route({
    method: 'GET',
    path: '/agents/me/actions/{actionId}',
    operationId: 'agentGetAction',
    tag,
    summary: 'Read what became of an action of the agent',
    access: 'AGENT',
    params: Type.Object({ actionId: IdOf('AgentAction') }),
    responses: { 200: AgentAction },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async (context) => {
      const { id: agentId, platformId } = await admitted(deps, actingOf(context), 'readOwn');
      const action = await getAction(deps.db, { platformId, agentId, id: context.params.actionId });
      return ok(await shownAction(deps.db, action, context.now));
    },
  }),
];

const currency = Type.Optional(
  Type.String({ maxLength: 10, description: 'Only accounts of this currency, by its code.' }),
);

const accountRoutes = (deps: AgentDeps): Route[] => [
  route({
    method: 'GET',
    path: '/agents/me/internal-accounts',
    operationId: 'agentListInternalAccounts',
    tag,
    summary: "List the internal accounts of the agent's customer, with their balances",
    access: 'AGENT',
    query: Type.Object({ currency, type: Type.Optional(InternalAccountTypeName), ...PageQuery }),
    responses: { 200: InternalAccountList },
    errors: ['INVALID_INPUT'],
    reasons: reasonsOf(readingChecks),
    authorize: mayDo(deps, 'readBalances'),
    handle: async (context) => {
      const acting = actingOf(context);
      const filter = { ...context.query, customerId: acting.customerId };
      return ok(await listCustomerAccounts(deps, acting.platform.id, filter));
    },
  }),
  route({
    method: 'GET',
    path: '/agents/me/external-accounts',
    operationId: 'agentListExternalAccounts',
    tag,
    summary: "List the external accounts of the agent's customer",
    access: 'AGENT',
    query: Type.Object({ currency, ...PageQuery }),
    responses: { 200: ExternalAccountList },
    errors: ['INVALID_INPUT'],
    reasons: reasonsOf(readingChecks),
    authorize: mayDo(deps, 'readPayees'),
    handle: async (context) => {
      const acting = actingOf(context);
      const filter = { ...context.query, customerId: acting.customerId };
      return ok(await listExternalAccounts(deps.db, { platformId: acting.platform.id, owner: 'CUSTOMER' }, filter));
    },
  }),
];

const AccountPath = Type.Object({ externalAccountId: IdOf('ExternalAccount') });

const payeeRoutes = (deps: AgentDeps): Route[] => [
  route({
    method: 'POST',
    path: '/agents/me/external-accounts',
    operationId: 'agentCreateExternalAccount',
    tag,
    summary: "Add an external account of the agent's customer",
    access: 'AGENT',
    body: Type.Omit(ExternalAccountCreateRequest, ['customerId'], { $id: 'AgentExternalAccountCreateRequest' }),
    rules: ({ caller, now, body, checks }) => {
      const { platform, customerId } = actingOf({ caller, now });
      return externalAccountCreationProblems(deps, {
        platform,
        input: { ...body, customerId },
        checks,
      });
    },
    idempotency: 'OPTIONAL',
    responses: { 201: ExternalAccount },
    errors: ['INVALID_INPUT', 'INVALID_BANK_ACCOUNT', 'CONFLICT', 'USER_NOT_FOUND', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['EXTERNAL_ACCOUNT_EXISTS'], ...reasonsOf(beginningChecks) },
    authorize: mayDo(deps, 'changePayees'),
    handle: async (context) => {
      const acting = actingOf(context);
      const input = { ...context.body, customerId: acting.customerId };
      const { platform, now } = acting;
      const { receipt, checks } = context;
      return { status: 201, text: await createExternalAccount(deps, { platform, input, now, receipt, checks }) };
    },
  }),
  route({
    method: 'GET',
    path: '/agents/me/external-accounts/{externalAccountId}',
    operationId: 'agentGetExternalAccount',
    tag,
    summary: "Read an external account of the agent's customer",
    access: 'AGENT',
    params: AccountPath,
    responses: { 200: ExternalAccount },
    errors: ['REFERENCE_NOT_FOUND'],
    reasons: reasonsOf(readingChecks),
    authorize: mayDo(deps, 'readPayees'),
    handle: async (context) => {
      const acting = actingOf(context);
      return ok(externalAccountJson(await ownExternalAccount(deps, acting, context.params.externalAccountId)));
    },
  }),
  route({
    method: 'DELETE',
    path: '/agents/me/external-accounts/{externalAccountId}',
    operationId: 'agentDeleteExternalAccount',
    tag,
    summary: "Delete an external account of the agent's customer",
    access: 'AGENT',
    params: AccountPath,
    responses: { 204: null },
    errors: ['REFERENCE_NOT_FOUND', 'BENEFICIARY_TRUSTED', 'CONFLICT'],
    reasons: reasonsOf(beginningChecks),
    authorize: mayDo(deps, 'changePayees'),
    handle: async (context) => {
      const acting = actingOf(context);
      const { id, platformId } = await ownExternalAccount(deps, acting, context.params.externalAccountId);
      await deleteExternalAccount(deps.db, { platformId, id, owner: 'CUSTOMER' }, acting.now);
      return noContent;
    },
  }),
];
