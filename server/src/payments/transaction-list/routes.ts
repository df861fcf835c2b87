import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { AnyTransactionId } from '../../engine/http/schemas.ts';
import type { Database } from '../../foundation/db/database.ts';
import { listTransactions, showTransaction } from './list.ts';
import { Transaction, TransactionPage, TransactionQuery } from './schemas.ts';

const tag = 'Transactions';

interface Deps {
  db: Database;
}

export const transactionListRoutes = (deps: Deps): Route[] => [listRoute(deps), readRoute(deps)];

const listRoute = ({ db }: Deps): Route =>
  route({
    method: 'GET',
    path: '/transactions',
    operationId: 'listTransactions',
    tag,
    summary: 'List transactions',
    description: 'Newest first by default; sortOrder=asc reverses the order. Several filters are combined with AND.',
    access: 'VIEW',
    query: TransactionQuery,
    responses: { 200: TransactionPage },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listTransactions(db, caller.platform, query)),
  });

const readRoute = ({ db }: Deps): Route =>
  route({
    method: 'GET',
    path: '/transactions/{transactionId}',
    operationId: 'getTransactionById',
    tag,
    summary: 'Read a transaction',
    access: 'VIEW',
    params: Type.Object({
      transactionId: AnyTransactionId,
    }),
    responses: { 200: Transaction },
    errors: ['TRANSACTION_NOT_FOUND'],
    handle: async ({ caller, params: { transactionId } }) => ({
      status: 200,
      text: await showTransaction(db, caller.platform.id, transactionId),
    }),
  });
