import { type TSchema, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Country, CreatedAt, DateTime, Enum, IdOf, Timestamp } from '../../engine/http/schemas.ts';
import { ApiToken } from '../../parties/platforms/schemas.ts';
import { OutgoingTransaction } from '../../payments/transactions/schemas.ts';
import { operatorActionNames } from './actions.ts';

const MAX_REASON = 500;

const Mode = Enum(['SANDBOX', 'PRODUCTION'], {
  description: 'SANDBOX simulates every payment; PRODUCTION moves real money and requires `MASTER_KEY`.',
});

const platformMembers = {
  id: IdOf('Platform'),
  name: Type.String({ description: 'Name for display of the platform.' }),
  mode: Mode,
  isRegulatedFinancialInstitution: Type.Boolean({
    description: 'Whether the platform verifies its customers itself, so that they start APPROVED.',
  }),
  createdAt: CreatedAt,
};

export const OperatorPlatform = Type.Object(platformMembers, {
  $id: 'OperatorPlatform',
  description: 'A platform of this service.',
});

export const OperatorPlatformList = PageOf(OperatorPlatform, 'OperatorPlatformListResponse');

export const OperatorPlatformCreate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name for display of the platform.' }),
    mode: Mode,
    isRegulatedFinancialInstitution: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether the platform verifies its customers itself, so that they start APPROVED.',
      }),
    ),
  },
  { $id: 'OperatorPlatformCreateRequest', description: 'A platform to be created.' },
);

export const OperatorPlatformCreated = Type.Object(
  { ...platformMembers, token: Described(ApiToken, 'Credentials of the new platform, with the secret.') },
  { $id: 'OperatorPlatformCreated', description: 'A new platform.' },
);

const SuspendedPayment = Type.Object(
  {
    platformId: IdOf('Platform', { description: 'Platform to which the payment belongs.' }),
    transaction: Described(OutgoingTransaction, 'Payment whose payout and refund have failed.'),
  },
  { $id: 'OperatorSuspendedPayment', description: 'A payment whose money is in suspense.' },
);

export const SuspendedPaymentList = PageOf(SuspendedPayment, 'OperatorSuspendedPaymentListResponse');

export const LedgerAuditRequest = Type.Object(
  { platformId: Type.Optional(IdOf('Platform', { description: 'Only this platform; by default every platform.' })) },
  { $id: 'LedgerAuditRequest', description: 'Scope of an audit.' },
);

export const LedgerAudit = Type.Object(
  {
    findings: Type.Array(
      Type.Object({
        invariant: Type.Integer({ description: 'Number of the broken invariant.' }),
        title: Type.String({ description: 'Rule that is broken.' }),
        platformId: IdOf('Platform', { description: 'Platform that is concerned.' }),
        subject: Type.String({ description: 'Account, transaction, currency or key of the finding.' }),
        message: Type.String({ description: 'Numbers that do not match.' }),
      }),
      { description: 'Broken invariants; empty when the ledger is correct.' },
    ),
    checked: Type.Array(
      Type.Object({
        invariant: Type.Integer({ description: 'Number of the invariant.' }),
        title: Type.String({ description: 'Rule that was verified.' }),
        hasMore: Type.Boolean({ description: 'Whether more findings exist than are listed.' }),
      }),
      { description: 'Invariants that were verified.' },
    ),
  },
  { $id: 'LedgerAudit', description: 'Result of an audit of the ledger.' },
);

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const BankFileFinding = Type.Object(
  {
    code: Type.String({ description: 'Kind of problem.' }),
    message: Type.String({ description: 'Explanation for the operator.' }),
    platformId: orNull(Type.String(), 'Platform that is concerned; null where it is not known.'),
    transactionId: orNull(Type.String(), 'Transaction that is concerned; null where it is not known.'),
    source: Type.String({ description: 'File or payment of the finding.' }),
    createdAt: CreatedAt,
  },
  { $id: 'OperatorBankFileFinding', description: 'A problem in the exchange of files with banks.' },
);

export const BankFileFindingList = PageOf(BankFileFinding, 'OperatorBankFileFindingListResponse');

export const BankFiles = Type.Object(
  {
    isConfigured: Type.Boolean({ description: 'Whether `BANK_FILES_DIR` and `BANK_FILES_CONFIG` are set.' }),
    payments: Type.Array(
      Type.Object({
        state: Type.String({ description: 'State of the payments.' }),
        currency: Type.String({ description: 'Currency of the payments, by its code.' }),
        count: Type.Integer({ description: 'Number of the payments.' }),
      }),
      { description: 'Payments for bank files, by state and currency.' },
    ),
    files: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the file.' }),
        format: Type.String({ description: 'Format of the file, such as `pain.001`.' }),
        state: Type.String({ description: 'State of the file; WRITTEN means published in the outbox.' }),
        payments: Type.Integer({ description: 'Number of payments in the file.' }),
        createdAt: CreatedAt,
        writtenAt: orNull(Timestamp, 'Time of publication in the outbox; null before that.'),
      }),
      { description: 'Outgoing files, newest first.' },
    ),
    inbox: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the file.' }),
        kind: orNull(Type.String(), 'Kind of report that the file contains; null where it could not be read.'),
        state: Type.String({ description: 'State of the file.' }),
        handled: Type.Integer({ description: 'Number of items of the file that are processed.' }),
        error: orNull(Type.String(), 'Reason why the file could not be read; null where it could.'),
        receivedAt: Described(Timestamp, 'Time at which the file was found in the inbox.'),
      }),
      { description: 'Incoming files, newest first.' },
    ),
    findings: Type.Array(BankFileFinding, {
      description: 'The newest problems that need an operator; `GET /operator/bank-files/findings` lists all.',
    }),
  },
  { $id: 'OperatorBankFiles', description: 'State of the exchange of files with banks.' },
);

export const StatusReason = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: MAX_REASON,
      description: 'Reason for the action, recorded in the log of actions.',
    }),
  },
  { $id: 'OperatorStatusRequest', description: 'Reason for an action.' },
);

export const CustomerLock = Type.Object(
  {
    customerId: IdOf('Customer'),
    suspended: Type.Boolean({ description: 'Whether the customer is suspended until an operator ends it.' }),
    lockedUntil: Type.Union([Timestamp, Type.Null()], {
      description: 'Time until which the customer is locked; null while the customer is not.',
    }),
    failedAttempts: Type.Integer({ minimum: 0, description: 'Failed logins and proofs in a row.' }),
  },
  { $id: 'OperatorCustomerLock', description: 'Locks of a customer.' },
);

export const ScaRegionRequest = Type.Object(
  {
    region: Country({
      description: 'Country that decides about strong customer authentication, by its ISO 3166-1 alpha-2 code.',
    }),
    ...StatusReason.properties,
  },
  { $id: 'OperatorScaRegionRequest', description: 'Change of the region of a customer.' },
);

export const ScaRegion = Type.Object(
  {
    customerId: IdOf('Customer'),
    region: Country({
      description: 'Country that decides about strong customer authentication, by its ISO 3166-1 alpha-2 code.',
    }),
    requiresSca: Type.Boolean({
      description: 'Whether payments of the customer require strong customer authentication.',
    }),
  },
  { $id: 'OperatorScaRegion', description: 'Region of a customer.' },
);

export const SenderDomain = Type.Object(
  {
    domain: Type.String({
      examples: ['mail.example.com'],
      description: 'Domain from which the platform may send mail.',
    }),
    createdAt: CreatedAt,
  },
  { $id: 'OperatorSenderDomain', description: 'A domain from which a platform may send mail.' },
);

export const SenderDomains = Type.Object(
  { data: Type.Array(SenderDomain, { description: 'Every allowed domain of the platform.' }) },
  { $id: 'OperatorSenderDomainList', description: 'Domains from which a platform may send mail.' },
);

const OperatorAction = Type.Object(
  {
    id: IdOf('OperatorAction'),
    operatorId: Type.Optional(IdOf('Operator', { description: 'Operator who acted; absent for the command line.' })),
    operatorName: Type.Optional(Type.String({ description: 'Name of the operator; absent for the command line.' })),
    systemUser: Type.Optional(
      Type.String({ description: 'User who ran the causeway command, in place of `operatorId`.' }),
    ),
    action: Enum(operatorActionNames, { description: 'Kind of action.' }),
    platformId: Type.Optional(
      IdOf('Platform', { description: 'Platform that is concerned; absent for actions on the whole service.' }),
    ),
    resourceId: Type.Optional(
      Type.String({ description: 'Resource that was changed or read; absent where there is none.' }),
    ),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'Further data about the action.' }),
    createdAt: CreatedAt,
  },
  { $id: 'OperatorAction', description: 'An entry in the log of operator actions.' },
);

export const OperatorActionQuery = {
  platformId: Type.Optional(IdOf('Platform', { description: 'Only actions on this platform.' })),
  operatorId: Type.Optional(IdOf('Operator', { description: 'Only actions of this operator.' })),
  action: Type.Optional(Enum(operatorActionNames, { description: 'Only actions of this kind.' })),
  resourceId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only actions on the resource with this id.' }),
  ),
  since: Type.Optional(DateTime({ description: 'Only actions at this time or later.' })),
  until: Type.Optional(DateTime({ description: 'Only actions before this time.' })),
};

export const OperatorActionList = PageOf(OperatorAction, 'OperatorActionListResponse');
