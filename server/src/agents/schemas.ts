import { Type } from '@sinclair/typebox';
import { PageOf, PageQuery } from '../http/paging.ts';
import { Pattern } from '../http/pattern-text.ts';
import { AccountId, Amount, DateTime, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';
import { Quote } from '../quotes/schemas.ts';
import { Transaction, TransactionQuery } from '../transactions/schemas.ts';
import { actionStatuses, actionTypes } from './action-record.ts';
import { agentPermissions, executionModes } from './policy-names.ts';

const CODE_PATTERN = '^[Aa][Gg][Ee][Nn][Tt]-[A-Za-z0-9]{4}-[A-Za-z0-9]{4}$';
const MAX_NAME = 255;
const MAX_TEXT = 1_000;
const MAX_ACCOUNTS = 100;

const Limit = (description: string) => Amount({ minimum: 0, description });
const NullableLimit = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: MAX_AMOUNT, description });

const CurrencyCode = Type.String({ minLength: 3, maxLength: 10 });
const ExecutionModeName = Enum(executionModes, { $id: 'AgentExecutionMode' });
const Permissions = Type.Array(Enum(agentPermissions, { $id: 'AgentPermission' }), { minItems: 1, maxItems: 20 });

const optionalLimits = {
  dailyLimit: Type.Optional(NullableLimit('of a day in UTC; null: none')),
  dailyTransactionLimit: Type.Optional(NullableLimit('how many a day; null: any number')),
  monthlyLimit: Type.Optional(NullableLimit('of a month in UTC; null: none')),
};

const SpendingLimits = Type.Object(
  { currency: CurrencyCode, perTransactionLimit: Limit('in the smallest unit of the currency'), ...optionalLimits },
  { $id: 'AgentSpendingLimits' },
);
const SpendingLimitsUpdate = Type.Object(
  {
    currency: Type.Optional(CurrencyCode),
    perTransactionLimit: Type.Optional(Limit('in the smallest unit of the currency')),
    ...optionalLimits,
  },
  { $id: 'AgentSpendingLimitsUpdate' },
);

const AccountRule = Type.Object(
  {
    accountId: AccountId,
    executionMode: Type.Optional(ExecutionModeName),
    perTransactionLimit: Type.Optional(NullableLimit('in place of that of spendingLimits, in its currency')),
  },
  { $id: 'AgentAccountRule' },
);

const AccountRestrictions = Type.Object(
  {
    allowedAccountIds: Type.Optional(
      Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: AccountId,
        maxItems: MAX_ACCOUNTS,
        description: 'accounts that the agent may debit or collect money for; null: every account of the customer',
      }),
    ),
    accountRules: Type.Optional(Type.Array(AccountRule, { maxItems: MAX_ACCOUNTS })),
  },
  { $id: 'AgentAccountRestrictions' },
);

const ApprovalThresholds = Type.Object(
  {
    currency: Type.Optional(CurrencyCode),
    amount: Type.Optional(NullableLimit('above it an approval is needed in any mode; null: none')),
  },
  { $id: 'AgentApprovalThresholds' },
);

export const AgentPolicy = Type.Object(
  {
    permissions: Permissions,
    defaultExecutionMode: ExecutionModeName,
    spendingLimits: SpendingLimits,
    accountRestrictions: Type.Optional(AccountRestrictions),
    approvalThresholds: Type.Optional(ApprovalThresholds),
  },
  { $id: 'AgentPolicy' },
);

export const AgentPolicyUpdate = Type.Object(
  {
    permissions: Type.Optional(Permissions),
    defaultExecutionMode: Type.Optional(ExecutionModeName),
    spendingLimits: Type.Optional(SpendingLimitsUpdate),
    accountRestrictions: Type.Optional(AccountRestrictions),
    approvalThresholds: Type.Optional(ApprovalThresholds),
  },
  { $id: 'AgentPolicyUpdateRequest', minProperties: 1 },
);

const AgentUsage = Type.Object(
  {
    dailyTransactionCount: Type.Integer(),
    dailySpend: Type.Integer({ description: 'in the currency of spendingLimits' }),
    dailyResetDate: Type.Optional(Type.String({ format: 'date', description: 'the day that is counted' })),
    monthlySpend: Type.Integer(),
    monthlyResetMonth: Type.Optional(
      Pattern('^\\d{4}-\\d{2}$', 'a month, like 2026-01', { description: 'the month that is counted' }),
    ),
  },
  { $id: 'AgentUsage' },
);

export const Agent = Type.Object(
  {
    id: IdOf('Agent'),
    name: Personal(Type.String()),
    customerId: IdOf('Customer'),
    isPaused: Type.Boolean(),
    isConnected: Type.Boolean({ description: 'a device code was redeemed' }),
    policy: AgentPolicy,
    usage: AgentUsage,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Agent' },
);

export const AgentList = PageOf(Agent, 'AgentListResponse');

const name = Personal(Type.String({ minLength: 1, maxLength: MAX_NAME }));

export const AgentCreate = Type.Object(
  { name, customerId: IdOf('Customer'), policy: AgentPolicy },
  { $id: 'AgentCreateRequest' },
);

export const AgentUpdate = Type.Object(
  { name: Type.Optional(name), isPaused: Type.Optional(Type.Boolean()) },
  { $id: 'AgentUpdateRequest', minProperties: 1 },
);

export const AgentQuery = Type.Object({
  customerId: Type.Optional(IdOf('Customer')),
  isPaused: Type.Optional(Type.Boolean()),
  isConnected: Type.Optional(Type.Boolean()),
  createdAfter: Type.Optional(DateTime()),
  createdBefore: Type.Optional(DateTime()),
  updatedAfter: Type.Optional(DateTime()),
  updatedBefore: Type.Optional(DateTime()),
  ...PageQuery,
});

const code = Secret(Pattern(CODE_PATTERN, 'a device code, like AGENT-K7QX-93MD', { examples: ['AGENT-K7QX-93MD'] }));
export const CodePath = Type.Object({ code });

export const DeviceCode = Type.Object(
  { code, agentId: IdOf('Agent'), expiresAt: Timestamp, redeemed: Type.Boolean() },
  { $id: 'AgentDeviceCode' },
);

export const AgentCreated = Type.Object({ agent: Agent, deviceCode: DeviceCode }, { $id: 'AgentCreateResponse' });

export const DeviceCodeStatus = Type.Object(
  { code, redeemed: Type.Boolean() },
  { $id: 'AgentDeviceCodeStatusResponse' },
);

export const DeviceCodeRedeemed = Type.Object(
  {
    agentId: IdOf('Agent'),
    agentName: Personal(Type.String()),
    accessToken: Secret(
      Pattern('^gat_[0-9a-f]+$', 'an access token of an agent', { description: 'shown only in this answer' }),
    ),
    policy: AgentPolicy,
  },
  { $id: 'AgentDeviceCodeRedeemResponse' },
);

const ActionStatusName = Enum(actionStatuses, { $id: 'AgentActionStatus' });

const TransferDetails = Type.Object(
  {
    amount: Amount(),
    currency: Type.String(),
    sourceAccountId: AccountId,
    destinationAccountId: AccountId,
  },
  { $id: 'AgentTransferDetails' },
);

export const AgentAction = Type.Object(
  {
    id: IdOf('AgentAction'),
    agentId: IdOf('Agent'),
    customerId: IdOf('Customer'),
    platformCustomerId: Type.String(),
    status: ActionStatusName,
    type: Enum(actionTypes, { $id: 'AgentActionType' }),
    quote: Type.Optional(Quote),
    transferDetails: Type.Optional(TransferDetails),
    transaction: Type.Optional(Transaction),
    rejectionReason: Type.Optional(Type.String({ description: 'of an action that is REJECTED or FAILED' })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'AgentAction', description: 'transaction: of an action that is APPROVED or FAILED' },
);

export const AgentActionList = PageOf(AgentAction, 'AgentActionListResponse');

export const AgentActionReject = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: MAX_TEXT })) },
  { $id: 'AgentActionRejectRequest' },
);

export const ApprovalQuery = Type.Object({
  agentId: Type.Optional(IdOf('Agent')),
  customerId: Type.Optional(IdOf('Customer')),
  startDate: Type.Optional(DateTime({ description: 'createdAt at this time or later' })),
  endDate: Type.Optional(DateTime({ description: 'createdAt at this time or earlier' })),
  sortOrder: Type.Optional(Enum(['asc', 'desc'], { default: 'desc', description: 'by time' })),
  ...PageQuery,
});

export const ActionQuery = Type.Object({ status: Type.Optional(ActionStatusName), ...PageQuery });

/** Always limited to the agent's customer. */
export const AgentTransactionQuery = Type.Omit(TransactionQuery, ['customerId', 'platformCustomerId']);
