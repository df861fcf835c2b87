import { Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { ApiToken } from '../platforms/schemas.ts';
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

export const StatusReason = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: MAX_REASON, description: 'kept in the log of actions' }) },
  { $id: 'OperatorStatusRequest' },
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
