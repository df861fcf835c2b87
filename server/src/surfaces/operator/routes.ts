import { Type } from '@sinclair/typebox';
import type { ListFindings, ShowBankFiles } from '../../engine/bank-files/port.ts';
import { PageQuery } from '../../engine/http/paging.ts';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { Worker } from '../../engine/jobs/worker.ts';
import type { Ledger } from '../../engine/ledger/post.ts';
import type { Blobs } from '../../engine/providers/blobs/port.ts';
import type { UmaBanking, VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import { InternalAccount } from '../../parties/accounts/schemas.ts';
import type { AccessCache } from '../../parties/platforms/access.ts';
import { listPlatforms } from '../../parties/platforms/platforms.ts';
import { ApiToken, TokenCreate } from '../../parties/platforms/schemas.ts';
import { Card } from '../../payments/cards/schemas.ts';
import { OutgoingTransaction } from '../../payments/transactions/schemas.ts';
import { listOperatorActions } from './actions.ts';
import { closeCard } from './cards.ts';
import { creditRoutes } from './credit-routes.ts';
import { addPlatform, addToken, auditLedgerAs, setAccountStatus } from './interventions.ts';
import { jobRoutes } from './job-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { changeScaRegion } from './sca-region.ts';
import {
  BankFileFindingList,
  BankFiles,
  CustomerLock,
  LedgerAudit,
  LedgerAuditRequest,
  OperatorActionList,
  OperatorActionQuery,
  OperatorPlatformCreate,
  OperatorPlatformCreated,
  OperatorPlatformList,
  ScaRegion,
  ScaRegionRequest,
  StatusReason,
  SuspendedPaymentList,
} from './schemas.ts';
import { senderDomainRoutes } from './sender-domain-routes.ts';
import { SystemStatus } from './status-schemas.ts';
import { listSuspended, refundSuspended } from './suspended-payments.ts';
import { getSystemStatus, type ServerFacts } from './system-status.ts';
import { umaKeyRoutes } from './uma-routes.ts';
import { unlockCustomer } from './unlock.ts';

interface Deps {
  db: Database;
  vault: Vault;
  blobs: Blobs;
  ledger: Ledger;
  banking: UmaBanking;
  verification: VerificationProviders;
  worker: Pick<Worker, 'wake'>;
  bankFiles: { overview: ShowBankFiles; findings: ListFindings };
  /** Whether production platforms can be created. */
  allowsProduction: boolean;
  server: ServerFacts;
  sites: Pick<Sites, 'consoleUrl'>;
  accessCache: Pick<AccessCache, 'refresh'>;
}

const tag = 'Operator';

export const operatorRoutes = (deps: Deps): Route[] => [
  ...platformRoutes(deps),
  ...peopleRoutes(deps),
  ...jobRoutes(deps),
  ...ledgerRoutes(deps),
  ...suspendedRoutes(deps),
  ...creditRoutes(deps),
  ...reviewRoutes(deps),
  bankFilesRoute(deps),
  findingsRoute(deps),
  systemRoute(deps),
  statusRoute(deps, {
    verb: 'freeze',
    operationId: 'operatorFreezeInternalAccount',
    to: 'FROZEN',
    summary: 'Freeze an internal account',
    description:
      'It can neither send nor receive until it is unfrozen. Payments that it has sent still complete, and refunds are credited to it; a payment to it that is in progress fails and is refunded.',
  }),
  statusRoute(deps, {
    verb: 'unfreeze',
    operationId: 'operatorUnfreezeInternalAccount',
    to: 'ACTIVE',
    summary: 'Unfreeze an internal account',
    description: 'It can send and receive again.',
  }),
  unlockRoute(deps),
  scaRegionRoute(deps),
  ...umaKeyRoutes(deps),
  ...senderDomainRoutes(deps),
  cardRoute(deps),
  actionsRoute(deps),
];

const PlatformPath = { platformId: IdOf('Platform') };

const platformRoutes = (deps: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/operator/platforms',
    operationId: 'operatorListPlatforms',
    tag,
    summary: 'List platforms',
    access: 'OPERATOR',
    query: Type.Object(PageQuery),
    responses: { 200: OperatorPlatformList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listPlatforms(deps.db, query)),
  }),
  route({
    method: 'POST',
    path: '/operator/platforms',
    operationId: 'operatorCreatePlatform',
    tag,
    summary: 'Create a platform',
    description:
      'Creates its configuration, its accounts and a first token with every permission. clientSecret of the token is in this response and never shown again. PRODUCTION requires MASTER_KEY in the environment of the server.',
    access: 'OPERATOR',
    stepUp: true,
    body: OperatorPlatformCreate,
    secretResponse: true,
    responses: { 201: OperatorPlatformCreated },
    errors: ['INVALID_INPUT', 'CONFLICT'],
    reasons: { CONFLICT: ['MASTER_KEY_NOT_SET'] },
    handle: async ({ operator, body, now }) => ({
      status: 201,
      body: await addPlatform(deps, body, { ...operator, now }),
    }),
  }),
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/tokens',
    operationId: 'operatorCreateToken',
    tag,
    summary: 'Create an API token of a platform',
    description: 'clientSecret is in this response and never shown again.',
    access: 'OPERATOR',
    stepUp: true,
    params: Type.Object(PlatformPath),
    body: TokenCreate,
    secretResponse: true,
    responses: { 201: ApiToken },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, body, now }) => ({
      status: 201,
      body: await addToken(deps, { ...params, ...body }, { ...operator, now }),
    }),
  }),
];

const ledgerRoutes = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/operator/ledger/audit',
    operationId: 'operatorAuditLedger',
    tag,
    summary: 'Check every invariant of the ledger',
    description: 'Reads the whole ledger while payments continue. A correct ledger has no findings.',
    access: 'OPERATOR',
    body: LedgerAuditRequest,
    bodyOptional: true,
    responses: { 200: LedgerAudit },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, body, now }) => ok(await auditLedgerAs(deps.db, body?.platformId, { ...operator, now })),
  }),
];

const suspendedRoutes = (deps: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/operator/transactions/suspended',
    operationId: 'operatorListSuspendedTransactions',
    tag,
    summary: 'List payments that were neither paid out nor refunded',
    description: 'Payments of every platform whose payout and refund have failed. Their funds are in suspense.',
    access: 'OPERATOR',
    query: Type.Object(PageQuery),
    responses: { 200: SuspendedPaymentList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listSuspended(deps.db, query)),
  }),
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/transactions/{transactionId}/refund',
    operationId: 'operatorRefundTransaction',
    tag,
    summary: 'Refund a payment whose refund has failed',
    description:
      'Returns the funds in suspense to the payer, including fees, at the locked rate. Emits OUTGOING_PAYMENT.REFUND_PENDING and OUTGOING_PAYMENT.REFUND_COMPLETED.',
    access: 'OPERATOR',
    stepUp: true,
    params: Type.Object({ ...PlatformPath, transactionId: IdOf('Transaction') }),
    body: StatusReason,
    responses: { 200: OutgoingTransaction },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT'],
    handle: async ({ operator, params, body, now }) => ({
      status: 200,
      text: await refundSuspended(deps, { ...params, ...body }, { ...operator, now }),
    }),
  }),
];

interface StatusRoute {
  verb: string;
  operationId: string;
  to: 'FROZEN' | 'ACTIVE';
  summary: string;
  description: string;
}

const statusRoute = (deps: Deps, { verb, operationId, to, summary, description }: StatusRoute): Route =>
  route({
    method: 'POST',
    path: `/operator/platforms/{platformId}/internal-accounts/{accountId}/${verb}`,
    operationId,
    tag,
    summary,
    description: `${description} Emits INTERNAL_ACCOUNT.STATUS_UPDATED.`,
    access: 'OPERATOR',
    stepUp: true,
    params: Type.Object({ ...PlatformPath, accountId: IdOf('InternalAccount') }),
    body: StatusReason,
    responses: { 200: InternalAccount },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'INVALID_STATE_TRANSITION'],
    handle: async ({ operator, params, body, now }) => {
      const change = { ...params, to, reason: body.reason };
      return { status: 200, text: await setAccountStatus(deps, change, { ...operator, now }) };
    },
  });

const unlockRoute = ({ db }: Deps): Route =>
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/customers/{customerId}/unlock',
    operationId: 'operatorUnlockCustomer',
    tag,
    summary: 'Unlock a customer',
    description: 'Ends a suspension and locks after failed logins and proofs. Resets the number of failures.',
    access: 'OPERATOR',
    params: Type.Object({ ...PlatformPath, customerId: IdOf('Customer') }),
    body: StatusReason,
    responses: { 200: CustomerLock },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'USER_NOT_FOUND', 'INVALID_STATE_TRANSITION'],
    handle: async ({ operator, params, body, now }) =>
      ok(await unlockCustomer(db, { ...params, ...body }, { ...operator, now })),
  });

const scaRegionRoute = ({ db }: Deps): Route =>
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/customers/{customerId}/sca-region',
    operationId: 'operatorChangeScaRegion',
    tag,
    summary: 'Change the country that decides about strong customer authentication',
    description:
      'It is set when a customer is created, and platforms cannot change it. Open quotes without a proof expire when the new country requires one.',
    access: 'OPERATOR',
    params: Type.Object({ ...PlatformPath, customerId: IdOf('Customer') }),
    body: ScaRegionRequest,
    responses: { 200: ScaRegion },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'USER_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'],
    handle: async ({ operator, params, body, now }) =>
      ok(await changeScaRegion(db, { ...params, ...body }, { ...operator, now })),
  });

const cardRoute = ({ db }: Deps): Route =>
  route({
    method: 'POST',
    path: '/operator/platforms/{platformId}/cards/{cardId}/close',
    operationId: 'operatorCloseCard',
    tag,
    summary: 'Close a card permanently',
    description: 'In any state. stateReason becomes CLOSED_BY_SERVICE. Emits CARD.STATE_CHANGE.',
    access: 'OPERATOR',
    stepUp: true,
    params: Type.Object({ ...PlatformPath, cardId: IdOf('Card') }),
    body: StatusReason,
    responses: { 200: Card },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CARD_ALREADY_CLOSED', 'CONFLICT'],
    handle: async ({ operator, params, body, now }) =>
      ok(await closeCard(db, { ...params, ...body }, { ...operator, now })),
  });

const bankFilesRoute = ({ bankFiles }: Deps): Route =>
  route({
    method: 'GET',
    path: '/operator/bank-files',
    operationId: 'operatorShowBankFiles',
    tag,
    summary: 'Read the state of the bank files',
    description:
      'Payments by state and currency, the newest outgoing and incoming files, and the newest findings: reports of banks that match no payment and had no effect.',
    access: 'OPERATOR',
    responses: { 200: BankFiles },
    errors: [],
    handle: async () => ok(await bankFiles.overview()),
  });

const findingsRoute = ({ bankFiles }: Deps): Route =>
  route({
    method: 'GET',
    path: '/operator/bank-files/findings',
    operationId: 'operatorListBankFileFindings',
    tag,
    summary: 'List the findings of the bank files',
    description:
      'Reports of banks that match no payment and had no effect, and payments that cannot be written to a file. Newest first.',
    access: 'OPERATOR',
    query: Type.Object(PageQuery),
    responses: { 200: BankFileFindingList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await bankFiles.findings(query)),
  });

const systemRoute = (deps: Deps): Route =>
  route({
    method: 'GET',
    path: '/operator/status',
    operationId: 'operatorReadStatus',
    tag,
    summary: 'Read the state of the service',
    description:
      'Versions, processes, backlogs of jobs and deliveries, keys, the database and its archive of write-ahead logs. Counts stop at 10,000.',
    access: 'OPERATOR',
    responses: { 200: SystemStatus },
    errors: [],
    handle: async ({ now }) => ok(await getSystemStatus(deps, now)),
  });

const actionsRoute = ({ db }: Deps): Route =>
  route({
    method: 'GET',
    path: '/operator/actions',
    operationId: 'operatorListActions',
    tag,
    summary: 'List actions of operators and commands',
    description:
      'Actions are recorded atomically with their effects. systemUser is the user who ran a causeway command on a machine of the service.',
    access: 'OPERATOR',
    query: Type.Object({ ...OperatorActionQuery, ...PageQuery }),
    responses: { 200: OperatorActionList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listOperatorActions(db, query)),
  });
