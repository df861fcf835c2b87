import { Type } from '@sinclair/typebox';
import { InternalAccount } from '../accounts/schemas.ts';
import { Card } from '../cards/schemas.ts';
import type { Database } from '../db/database.ts';
import type { Vault } from '../db/vault.ts';
import { PageQuery } from '../http/paging.ts';
import { ok, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import { listDeadJobs } from '../jobs/oversight.ts';
import type { Worker } from '../jobs/worker.ts';
import { listPlatforms } from '../platforms/platforms.ts';
import { ApiToken, TokenCreate } from '../platforms/schemas.ts';
import type { ShowBankFiles } from '../providers/rails/bank-files/port.ts';
import type { PaymentNeeds } from '../transactions/lifecycle.ts';
import { OutgoingTransaction } from '../transactions/schemas.ts';
import { listActions } from './actions.ts';
import { closeCard } from './cards.ts';
import { addPlatform, addToken, auditLedger, retryJob, setAccountStatus } from './interventions.ts';
import { reviewRoutes } from './review-routes.ts';
import type { ReviewNeeds } from './reviews.ts';
import {
  BankFiles,
  CustomerLock,
  DeadJob,
  DeadJobList,
  LedgerAudit,
  LedgerAuditRequest,
  OperatorActionList,
  OperatorPlatformCreate,
  OperatorPlatformCreated,
  OperatorPlatformList,
  StatusReason,
  SuspendedPaymentList,
} from './schemas.ts';
import { listSuspended, refundSuspended } from './suspended.ts';
import type { UmaKeyNeeds } from './uma-keys.ts';
import { umaKeyRoutes } from './uma-routes.ts';
import { unlockCustomer } from './unlock.ts';

interface Needs extends ReviewNeeds, PaymentNeeds, UmaKeyNeeds {
  db: Database;
  vault: Vault;
  worker: Pick<Worker, 'wake'>;
  bankFiles: { overview: ShowBankFiles };
  /** Whether production platforms may be made here. */
  allowsProduction: boolean;
}

const tag = 'Operator';

export const operatorRoutes = (needs: Needs): Route[] => [
  ...platformRoutes(needs),
  ...jobRoutes(needs),
  ...ledgerRoutes(needs),
  ...suspendedRoutes(needs),
  ...reviewRoutes(needs),
  bankFilesRoute(needs),
  statusRoute(needs, {
    verb: 'freeze',
    operationId: 'operatorFreezeInternalAccount',
    to: 'FROZEN',
    summary: 'Freeze an internal account',
    description:
      'It can neither send nor receive until it is unfrozen. What it has paid still arrives, and refunds reach it; a payment on its way to it fails and is refunded.',
  }),
  statusRoute(needs, {
    verb: 'unfreeze',
    operationId: 'operatorUnfreezeInternalAccount',
    to: 'ACTIVE',
    summary: 'Unfreeze an internal account',
    description: 'It can send and receive again.',
  }),
  unlockRoute(needs),
  ...umaKeyRoutes(needs),
  cardRoute(needs),
  actionsRoute(needs),
];

const PlatformPath = { platformId: IdOf('Platform') };

const platformRoutes = (needs: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/operator/platforms',
    operationId: 'operatorListPlatforms',
    tag,
    summary: 'List platforms',
    access: 'OPERATOR',
    query: Type.Object(PageQuery),
    answers: { 200: OperatorPlatformList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listPlatforms(needs.db, query)),
  }),
  route({
    method: 'POST',
    path: '/operator/platforms',
    operationId: 'operatorCreatePlatform',
    tag,
    summary: 'Create a platform',
    description:
      "With its configuration, its accounts and a first token that may do everything. The token's clientSecret is in this answer and never shown again. PRODUCTION needs MASTER_KEY in the environment of the server.",
    access: 'OPERATOR',
    body: OperatorPlatformCreate,
    secretAnswer: true,
    answers: { 201: OperatorPlatformCreated },
    errors: ['INVALID_INPUT', 'CONFLICT'],
    handle: async ({ operator, body, now }) => ({
      status: 201,
      body: await addPlatform(needs, body, { ...operator, now }),
    }),
  }),
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/tokens',
    operationId: 'operatorCreateToken',
    tag,
    summary: 'Create an API token of a platform',
    description: 'clientSecret is in this answer and never shown again.',
    access: 'OPERATOR',
    params: Type.Object(PlatformPath),
    body: TokenCreate,
    secretAnswer: true,
    answers: { 201: ApiToken },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, body, now }) => ({
      status: 201,
      body: await addToken(needs, { ...params, ...body }, { ...operator, now }),
    }),
  }),
];

const jobRoutes = (needs: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/operator/jobs/dead',
    operationId: 'operatorListDeadJobs',
    tag,
    summary: 'List jobs that have failed for good',
    access: 'OPERATOR',
    query: Type.Object(PageQuery),
    answers: { 200: DeadJobList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listDeadJobs(needs.db, query)),
  }),
  route({
    method: 'POST',
    path: '/operator/jobs/{jobId}/retry',
    operationId: 'operatorRetryJob',
    tag,
    summary: 'Give a dead job a fresh set of tries',
    description: 'It runs at once.',
    access: 'OPERATOR',
    params: Type.Object({ jobId: IdOf('TimedJob') }),
    answers: { 200: DeadJob },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) => {
      const job = await retryJob(needs, params.jobId, { ...operator, now });
      needs.worker.wake();
      return ok(job);
    },
  }),
];

const ledgerRoutes = (needs: Needs): Route[] => [
  route({
    method: 'POST',
    path: '/operator/ledger/audit',
    operationId: 'operatorAuditLedger',
    tag,
    summary: 'Check every invariant of the ledger',
    description: 'Reads the whole ledger, beside payments that go on. A ledger that is right has no findings.',
    access: 'OPERATOR',
    body: LedgerAuditRequest,
    bodyOptional: true,
    answers: { 200: LedgerAudit },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, body, now }) => ok(await auditLedger(needs, body?.platformId, { ...operator, now })),
  }),
];

const suspendedRoutes = (needs: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/operator/transactions/suspended',
    operationId: 'operatorListSuspendedTransactions',
    tag,
    summary: 'List payments that were neither paid out nor refunded',
    description: 'Of every platform. Payout and refund have failed, and the money waits in suspense for a decision.',
    access: 'OPERATOR',
    query: Type.Object(PageQuery),
    answers: { 200: SuspendedPaymentList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listSuspended(needs.db, query)),
  }),
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/transactions/{transactionId}/refund',
    operationId: 'operatorRefundTransaction',
    tag,
    summary: 'Refund a payment whose refund has failed',
    description:
      'What waits in suspense goes back to whom it came from, fees included, at the locked rate. Emits OUTGOING_PAYMENT.REFUND_PENDING and OUTGOING_PAYMENT.REFUND_COMPLETED.',
    access: 'OPERATOR',
    params: Type.Object({ ...PlatformPath, transactionId: IdOf('Transaction') }),
    body: StatusReason,
    answers: { 200: OutgoingTransaction },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT'],
    handle: async ({ operator, params, body, now }) => ({
      status: 200,
      text: await refundSuspended(needs, { ...params, ...body }, { ...operator, now }),
    }),
  }),
];

interface StatusFace {
  verb: string;
  operationId: string;
  to: 'FROZEN' | 'ACTIVE';
  summary: string;
  description: string;
}

const statusRoute = (needs: Needs, { verb, operationId, to, summary, description }: StatusFace): Route =>
  route({
    method: 'POST',
    path: `/operator/platforms/{platformId}/internal-accounts/{accountId}/${verb}`,
    operationId,
    tag,
    summary,
    description: `${description} Emits INTERNAL_ACCOUNT.STATUS_UPDATED.`,
    access: 'OPERATOR',
    params: Type.Object({ ...PlatformPath, accountId: IdOf('InternalAccount') }),
    body: StatusReason,
    answers: { 200: InternalAccount },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'INVALID_STATE_TRANSITION'],
    handle: async ({ operator, params, body, now }) => {
      const wish = { ...params, to, reason: body.reason };
      return { status: 200, text: await setAccountStatus(needs, wish, { ...operator, now }) };
    },
  });

const unlockRoute = ({ db }: Needs): Route =>
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/customers/{customerId}/unlock',
    operationId: 'operatorUnlockCustomer',
    tag,
    summary: 'Let a customer in again',
    description: 'Who was locked out or suspended after failed logins starts anew, with no failure counted.',
    access: 'OPERATOR',
    params: Type.Object({ ...PlatformPath, customerId: IdOf('Customer') }),
    body: StatusReason,
    answers: { 200: CustomerLock },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'USER_NOT_FOUND', 'INVALID_STATE_TRANSITION'],
    handle: async ({ operator, params, body, now }) =>
      ok(await unlockCustomer(db, { ...params, ...body }, { ...operator, now })),
  });

const cardRoute = ({ db }: Needs): Route =>
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/cards/{cardId}/close',
    operationId: 'operatorCloseCard',
    tag,
    summary: 'Close a card for good',
    description: 'In whatever state it is. Its stateReason is CLOSED_BY_SERVICE. Emits CARD.STATE_CHANGE.',
    access: 'OPERATOR',
    params: Type.Object({ ...PlatformPath, cardId: IdOf('Card') }),
    body: StatusReason,
    answers: { 200: Card },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CARD_ALREADY_CLOSED', 'CONFLICT'],
    handle: async ({ operator, params, body, now }) =>
      ok(await closeCard(db, { ...params, ...body }, { ...operator, now })),
  });

const bankFilesRoute = ({ bankFiles }: Needs): Route =>
  route({
    method: 'GET',
    path: '/operator/bank-files',
    operationId: 'operatorShowBankFiles',
    tag,
    summary: 'Tell how it stands with the files of banks',
    description:
      'Payments by state and currency, the newest files that went out and came in, and the newest findings: what banks said that fits no payment, and so moved no money.',
    access: 'OPERATOR',
    answers: { 200: BankFiles },
    errors: [],
    handle: async () => ok(await bankFiles.overview()),
  });

const actionsRoute = ({ db }: Needs): Route =>
  route({
    method: 'GET',
    path: '/operator/actions',
    operationId: 'operatorListActions',
    tag,
    summary: 'List what operators have done',
    description: 'Each action was recorded together with its effect.',
    access: 'OPERATOR',
    query: Type.Object({ platformId: Type.Optional(IdOf('Platform')), ...PageQuery }),
    answers: { 200: OperatorActionList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listActions(db, query)),
  });
