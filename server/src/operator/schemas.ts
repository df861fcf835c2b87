import { type TSchema, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Country, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { ApiToken } from '../platforms/schemas.ts';
import { OutgoingTransaction } from '../transactions/schemas.ts';
import { operatorActionNames } from './actions.ts';

const MAX_REASON = 500;

const Mode = Enum(['SANDBOX', 'PRODUCTION'], { description: 'PRODUCTION moves real money and requires MASTER_KEY' });

const platformMembers = {
  id: IdOf('Platform'),
  name: Type.String(),
  mode: Mode,
  isRegulatedFinancialInstitution: Type.Boolean(),
  createdAt: Timestamp,
};

export const OperatorPlatform = Type.Object(platformMembers, { $id: 'OperatorPlatform' });

export const OperatorPlatformList = PageOf(OperatorPlatform, 'OperatorPlatformListResponse');

export const OperatorPlatformCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    mode: Mode,
    isRegulatedFinancialInstitution: Type.Optional(
      Type.Boolean({ default: true, description: 'regulated: its customers start APPROVED' }),
    ),
  },
  { $id: 'OperatorPlatformCreateRequest' },
);

export const OperatorPlatformCreated = Type.Object(
  { ...platformMembers, token: ApiToken },
  { $id: 'OperatorPlatformCreated' },
);

export const DeadJob = Type.Object(
  {
    id: IdOf('TimedJob'),
    platformId: IdOf('Platform'),
    kind: Type.String(),
    resourceId: Type.String({ description: 'resource of the job' }),
    runAt: Timestamp,
    attempts: Type.Integer({ description: 'attempts so far' }),
    lastError: Type.Union([Type.String(), Type.Null()]),
    createdAt: Timestamp,
  },
  { $id: 'OperatorJob' },
);

export const DeadJobList = PageOf(DeadJob, 'OperatorDeadJobListResponse');

const SuspendedPayment = Type.Object(
  { platformId: IdOf('Platform'), transaction: OutgoingTransaction },
  { $id: 'OperatorSuspendedPayment' },
);

export const SuspendedPaymentList = PageOf(SuspendedPayment, 'OperatorSuspendedPaymentListResponse');

export const LedgerAuditRequest = Type.Object(
  { platformId: Type.Optional(IdOf('Platform', { description: 'every platform by default' })) },
  { $id: 'LedgerAuditRequest' },
);

export const LedgerAudit = Type.Object(
  {
    findings: Type.Array(
      Type.Object({
        invariant: Type.Integer(),
        title: Type.String(),
        platformId: IdOf('Platform'),
        subject: Type.String({ description: 'account, transaction, currency or key of the finding' }),
        message: Type.String(),
      }),
      { description: 'empty when the ledger is correct' },
    ),
    checked: Type.Array(
      Type.Object({
        invariant: Type.Integer(),
        title: Type.String(),
        hasMore: Type.Boolean({ description: 'more findings exist than are listed' }),
      }),
    ),
  },
  { $id: 'LedgerAudit' },
);

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const BankFiles = Type.Object(
  {
    isConfigured: Type.Boolean({ description: 'BANK_FILES_DIR and BANK_FILES_CONFIG are set' }),
    payments: Type.Array(
      Type.Object({
        state: Type.String(),
        currency: Type.String(),
        count: Type.Integer(),
      }),
    ),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        format: Type.String(),
        state: Type.String({ description: 'WRITTEN: published in the outbox' }),
        payments: Type.Integer(),
        createdAt: Timestamp,
        writtenAt: orNull(Timestamp),
      }),
      { description: 'outgoing files, newest first' },
    ),
    inbox: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: orNull(Type.String()),
        state: Type.String(),
        handled: Type.Integer({ description: 'number of its items that are processed' }),
        error: orNull(Type.String()),
        receivedAt: Timestamp,
      }),
      { description: 'incoming files, newest first' },
    ),
    findings: Type.Array(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        platformId: orNull(Type.String()),
        transactionId: orNull(Type.String()),
        source: Type.String({ description: 'file or payment of the finding' }),
        createdAt: Timestamp,
      }),
      { description: 'newest first' },
    ),
  },
  { $id: 'OperatorBankFiles' },
);

export const StatusReason = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: MAX_REASON, description: 'recorded in the log of actions' }) },
  { $id: 'OperatorStatusRequest' },
);

export const CustomerLock = Type.Object(
  {
    customerId: IdOf('Customer'),
    suspended: Type.Boolean(),
    lockedUntil: Type.Union([Timestamp, Type.Null()]),
    failedAttempts: Type.Integer({ minimum: 0 }),
  },
  { $id: 'OperatorCustomerLock' },
);

export const ScaRegionRequest = Type.Object(
  {
    region: Country({ description: 'country that decides about strong customer authentication' }),
    ...StatusReason.properties,
  },
  { $id: 'OperatorScaRegionRequest' },
);

export const ScaRegion = Type.Object(
  {
    customerId: IdOf('Customer'),
    region: Country(),
    requiresSca: Type.Boolean(),
  },
  { $id: 'OperatorScaRegion' },
);

export const SenderDomain = Type.Object(
  { domain: Type.String({ examples: ['mail.example.com'] }), createdAt: Timestamp },
  { $id: 'OperatorSenderDomain' },
);

export const SenderDomains = Type.Object({ data: Type.Array(SenderDomain) }, { $id: 'OperatorSenderDomainList' });

const OperatorAction = Type.Object(
  {
    id: IdOf('OperatorAction'),
    operatorId: Type.Optional(IdOf('Operator')),
    systemUser: Type.Optional(Type.String({ description: 'user who ran the causeway command, instead of operatorId' })),
    action: Enum(operatorActionNames),
    platformId: Type.Optional(IdOf('Platform')),
    resourceId: Type.Optional(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown()),
    createdAt: Timestamp,
  },
  { $id: 'OperatorAction' },
);

export const OperatorActionList = PageOf(OperatorAction, 'OperatorActionListResponse');
