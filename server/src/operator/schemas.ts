import { type TSchema, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { ApiToken } from '../platforms/schemas.ts';
import { OutgoingTransaction } from '../transactions/schemas.ts';
import { actionNames } from './actions.ts';

const MAX_REASON = 500;

const Mode = Enum(['SANDBOX', 'PRODUCTION'], { description: 'PRODUCTION moves real money and needs MASTER_KEY' });

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
    resourceId: Type.String({ description: 'what the job is about' }),
    runAt: Timestamp,
    attempts: Type.Integer({ description: 'tries so far' }),
    lastError: Type.Union([Type.String(), Type.Null()]),
    createdAt: Timestamp,
  },
  { $id: 'OperatorJob' },
);

export const DeadJobList = PageOf(DeadJob, 'OperatorDeadJobListResponse');

export const SuspendedPayment = Type.Object(
  { platformId: IdOf('Platform'), transaction: OutgoingTransaction },
  { $id: 'OperatorSuspendedPayment' },
);

export const SuspendedPaymentList = PageOf(SuspendedPayment, 'OperatorSuspendedPaymentListResponse');

export const LedgerAuditRequest = Type.Object(
  { platformId: Type.Optional(IdOf('Platform', { description: 'left out: every platform' })) },
  { $id: 'LedgerAuditRequest' },
);

export const LedgerAudit = Type.Object(
  {
    findings: Type.Array(
      Type.Object({
        invariant: Type.Integer(),
        title: Type.String(),
        platformId: Type.String(),
        subject: Type.String({ description: 'the account, transaction, currency or key it is about' }),
        message: Type.String(),
      }),
      { description: 'empty: the books are right' },
    ),
    checked: Type.Array(
      Type.Object({
        invariant: Type.Integer(),
        title: Type.String(),
        hasMore: Type.Boolean({ description: 'there are more findings than shown' }),
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
        state: Type.String({ description: 'WRITTEN: it is in the outbox, or was taken from there' }),
        payments: Type.Integer(),
        createdAt: Timestamp,
        writtenAt: orNull(Timestamp),
      }),
      { description: 'that went out, newest first' },
    ),
    inbox: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: orNull(Type.String()),
        state: Type.String(),
        handled: Type.Integer({ description: 'how much of it has taken effect' }),
        error: orNull(Type.String()),
        receivedAt: Timestamp,
      }),
      { description: 'that came in, newest first' },
    ),
    findings: Type.Array(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        platformId: orNull(Type.String()),
        transactionId: orNull(Type.String()),
        source: Type.String({ description: 'the file or payment it is about' }),
        createdAt: Timestamp,
      }),
      { description: 'newest first' },
    ),
  },
  { $id: 'OperatorBankFiles' },
);

export const StatusReason = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: MAX_REASON, description: 'kept in the log of actions' }) },
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

const OperatorAction = Type.Object(
  {
    id: IdOf('OperatorAction'),
    operatorId: IdOf('Operator'),
    action: Enum(actionNames),
    platformId: Type.Optional(IdOf('Platform')),
    resourceId: Type.Optional(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown()),
    createdAt: Timestamp,
  },
  { $id: 'OperatorAction' },
);

export const OperatorActionList = PageOf(OperatorAction, 'OperatorActionListResponse');
