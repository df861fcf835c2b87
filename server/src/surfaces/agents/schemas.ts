import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf, PageQuery } from '../../engine/http/paging.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { AccountId, Amount, CreatedAt, DateTime, Enum, IdOf, Timestamp, UpdatedAt } from '../../engine/http/schemas.ts';
import { Personal, Secret } from '../../engine/http/sensitivity.ts';
import { MAX_AMOUNT } from '../../foundation/kernel/money.ts';
import { Quote } from '../../payments/quotes/schemas.ts';
import { Transaction, TransactionQuery } from '../../payments/transaction-list/schemas.ts';
import { actionStatuses, actionTypes } from './action-record.ts';
import { agentPermissions, executionModes } from './policy-names.ts';

const CODE_PATTERN = '^[Aa][Gg][Ee][Nn][Tt]-[A-Za-z0-9]{4}-[A-Za-z0-9]{4}$';
const MAX_NAME = 255;
const MAX_TEXT = 1_000;
const MAX_ACCOUNTS = 100;

const Limit = (description: string) => Amount({ minimum: 0, description });
const NullableLimit = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: MAX_AMOUNT, description });

const CurrencyCode = Type.String({ minLength: 3, maxLength: 10, description: 'Currency of the limits, by its code.' });
const ExecutionModeName = Enum(executionModes, {
  $id: 'AgentExecutionMode',
  description: 'AUTO carries an order out at once, APPROVAL_REQUIRED waits for the platform.',
});
const Permissions = Type.Array(Enum(agentPermissions, { $id: 'AgentPermission' }), {
  minItems: 1,
  maxItems: 20,
  description: 'Operations that the agent may call.',
});

const optionalLimits = {
  dailyLimit: Type.Optional(
    NullableLimit('Most that the agent may spend in a day of UTC, in the smallest unit of `currency`; null: no limit.'),
  ),
  dailyTransactionLimit: Type.Optional(
    NullableLimit('Most payments that the agent may make in a day of UTC; null: no limit.'),
  ),
  monthlyLimit: Type.Optional(
    NullableLimit(
      'Most that the agent may spend in a month of UTC, in the smallest unit of `currency`; null: no limit.',
    ),
  ),
};

const SpendingLimits = Type.Object(
  {
    currency: CurrencyCode,
    perTransactionLimit: Limit('Largest single payment, in the smallest unit of `currency`.'),
    ...optionalLimits,
  },
  { $id: 'AgentSpendingLimits', description: 'Limits for the payments of an agent.' },
);
const SpendingLimitsUpdate = Type.Object(
  {
    currency: Type.Optional(CurrencyCode),
    perTransactionLimit: Type.Optional(Limit('Largest single payment, in the smallest unit of `currency`.')),
    ...optionalLimits,
  },
  { $id: 'AgentSpendingLimitsUpdate', description: 'Change of the limits; members that are absent keep their values.' },
);

const AccountRule = Type.Object(
  {
    accountId: Described(AccountId, 'Account to which the rule applies.'),
    executionMode: Type.Optional(
      Described(ExecutionModeName, 'Mode for payments from this account, in place of `defaultExecutionMode`.'),
    ),
    perTransactionLimit: Type.Optional(
      NullableLimit(
        'Largest single payment from this account, in the currency of `spendingLimits`; null: no rule of its own.',
      ),
    ),
  },
  { $id: 'AgentAccountRule', description: 'Rule for one account, in place of the general one.' },
);

const AccountRestrictions = Type.Object(
  {
    allowedAccountIds: Type.Optional(
      Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: AccountId,
        maxItems: MAX_ACCOUNTS,
        description: 'Accounts that the agent may debit or collect money for; null: every account of the customer.',
      }),
    ),
    accountRules: Type.Optional(
      Type.Array(AccountRule, { maxItems: MAX_ACCOUNTS, description: 'Rules for single accounts.' }),
    ),
  },
  { $id: 'AgentAccountRestrictions', description: 'Accounts that the agent may use.' },
);

const ApprovalThresholds = Type.Object(
  {
    currency: Type.Optional(Described(CurrencyCode, 'Currency of `amount`, by its code.')),
    amount: Type.Optional(
      NullableLimit(
        'Payments above this amount require an approval in any mode, in the smallest unit of `currency`; null: no threshold.',
      ),
    ),
  },
  { $id: 'AgentApprovalThresholds', description: 'Amount above which the platform must approve.' },
);

export const AgentPolicy = Type.Object(
  {
    permissions: Permissions,
    defaultExecutionMode: Described(ExecutionModeName, 'Mode of payments from accounts without a rule of their own.'),
    spendingLimits: Described(SpendingLimits, 'Limits for single payments, days and months.'),
    accountRestrictions: Type.Optional(
      Described(AccountRestrictions, 'Accounts that the agent may use; absent: every account of the customer.'),
    ),
    approvalThresholds: Type.Optional(
      Described(ApprovalThresholds, 'Amount above which the platform must approve; absent: no threshold.'),
    ),
  },
  { $id: 'AgentPolicy', description: 'Rules that every request of an agent must follow.' },
);

export const AgentPolicyUpdate = Type.Object(
  {
    permissions: Type.Optional(Permissions),
    defaultExecutionMode: Type.Optional(
      Described(ExecutionModeName, 'New mode of payments from accounts without a rule of their own.'),
    ),
    spendingLimits: Type.Optional(SpendingLimitsUpdate),
    accountRestrictions: Type.Optional(AccountRestrictions),
    approvalThresholds: Type.Optional(ApprovalThresholds),
  },
  { $id: 'AgentPolicyUpdateRequest', minProperties: 1 },
);

const AgentUsage = Type.Object(
  {
    dailyTransactionCount: Type.Integer({ description: 'Payments that the agent has made on the counted day.' }),
    dailySpend: Type.Integer({
      description:
        'Sum that the agent has spent on the counted day, in the smallest unit of the currency of `spendingLimits`.',
    }),
    dailyResetDate: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Day in UTC that the daily figures count; absent before the first payment.',
      }),
    ),
    monthlySpend: Type.Integer({
      description:
        'Sum that the agent has spent in the counted month, in the smallest unit of the currency of `spendingLimits`.',
    }),
    monthlyResetMonth: Type.Optional(
      Pattern('^\\d{4}-\\d{2}$', 'a month, like 2026-01', {
        description: 'Month in UTC that `monthlySpend` counts; absent before the first payment.',
      }),
    ),
  },
  { $id: 'AgentUsage', description: 'Part of the limits that the agent has used.' },
);

export const Agent = Type.Object(
  {
    id: IdOf('Agent'),
    name: Personal(Type.String({ description: 'Name for display of the agent.' })),
    customerId: IdOf('Customer', { description: 'Customer for whom the agent acts.' }),
    isPaused: Type.Boolean({ description: 'Whether the agent is paused; a paused agent can only read.' }),
    isConnected: Type.Boolean({
      description: 'Whether a device code was redeemed, so that the agent has an access token.',
    }),
    policy: Described(AgentPolicy, 'Rules for the requests of the agent.'),
    usage: Described(AgentUsage, 'Part of the limits that the agent has used.'),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'Agent', description: 'A program that acts for one customer within a policy.' },
);

export const AgentList = PageOf(Agent, 'AgentListResponse');

const name = Personal(
  Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'Name for display of the agent.' }),
);

export const AgentCreate = Type.Object(
  {
    name,
    customerId: IdOf('Customer', { description: 'Customer for whom the agent will act.' }),
    policy: Described(AgentPolicy, 'Rules for the requests of the agent.'),
  },
  { $id: 'AgentCreateRequest', description: 'An agent to be created.' },
);

export const AgentUpdate = Type.Object(
  {
    name: Type.Optional(name),
    isPaused: Type.Optional(
      Type.Boolean({ description: 'Pauses or resumes the agent; a paused agent can only read.' }),
    ),
  },
  { $id: 'AgentUpdateRequest', minProperties: 1 },
);

export const AgentQuery = Type.Object({
  customerId: Type.Optional(IdOf('Customer', { description: 'Only agents of this customer.' })),
  isPaused: Type.Optional(Type.Boolean({ description: 'Only agents that are paused, or only those that are not.' })),
  isConnected: Type.Optional(Type.Boolean({ description: 'Only agents with an access token, or only those without.' })),
  createdAfter: Type.Optional(DateTime({ description: 'Only agents created at this time or later.' })),
  createdBefore: Type.Optional(DateTime({ description: 'Only agents created at this time or earlier.' })),
  updatedAfter: Type.Optional(DateTime({ description: 'Only agents changed at this time or later.' })),
  updatedBefore: Type.Optional(DateTime({ description: 'Only agents changed at this time or earlier.' })),
  ...PageQuery,
});

const code = Secret(
  Pattern(CODE_PATTERN, 'a device code, like AGENT-K7QX-93MD', {
    examples: ['AGENT-K7QX-93MD'],
    description: 'Device code that the agent redeems for its access token.',
  }),
);
export const CodePath = Type.Object({ code });

export const DeviceCode = Type.Object(
  {
    code,
    agentId: IdOf('Agent', { description: 'Agent that the code connects.' }),
    expiresAt: Described(Timestamp, 'Time after which the code cannot be redeemed.'),
    redeemed: Type.Boolean({ description: 'Whether an agent has redeemed the code.' }),
  },
  { $id: 'AgentDeviceCode', description: 'A code that connects an agent, once.' },
);

export const AgentCreated = Type.Object(
  {
    agent: Described(Agent, 'The agent as it was created.'),
    deviceCode: Described(DeviceCode, 'Code that connects the agent; it is shown only here.'),
  },
  { $id: 'AgentCreateResponse', description: 'A new agent and the code that connects it.' },
);

export const DeviceCodeStatus = Type.Object(
  { code, redeemed: Type.Boolean({ description: 'Whether an agent has redeemed the code.' }) },
  { $id: 'AgentDeviceCodeStatusResponse', description: 'State of a device code.' },
);

export const DeviceCodeRedeemed = Type.Object(
  {
    agentId: IdOf('Agent'),
    agentName: Personal(Type.String({ description: 'Name for display of the agent.' })),
    accessToken: Secret(
      Pattern('^gat_[0-9a-f]+$', 'an access token of an agent', {
        description: 'Bearer token of the agent, shown only in this response.',
      }),
    ),
    policy: Described(AgentPolicy, 'Rules for the requests of the agent.'),
  },
  { $id: 'AgentDeviceCodeRedeemResponse', description: 'Access of an agent.' },
);

const ActionStatusName = Enum(actionStatuses, {
  $id: 'AgentActionStatus',
  description: 'PENDING_APPROVAL waits for the platform; APPROVED, REJECTED and FAILED are final.',
});

const TransferDetails = Type.Object(
  {
    amount: Amount({ description: 'Amount of the transfer, in the smallest unit of `currency`.' }),
    currency: Type.String({ description: 'Currency of the transfer, by its code.' }),
    sourceAccountId: Described(AccountId, 'Account that is debited.'),
    destinationAccountId: Described(AccountId, 'Account that is credited.'),
  },
  { $id: 'AgentTransferDetails', description: 'A transfer that an agent has requested.' },
);

export const AgentAction = Type.Object(
  {
    id: IdOf('AgentAction'),
    agentId: IdOf('Agent', { description: 'Agent that requested the action.' }),
    customerId: IdOf('Customer', { description: 'Customer for whom the agent acts.' }),
    platformCustomerId: Type.String({ description: "The platform's own id of the customer." }),
    status: Described(ActionStatusName, 'State of the action.'),
    type: Enum(actionTypes, { $id: 'AgentActionType', description: 'Operation that the agent requested.' }),
    quote: Type.Optional(Described(Quote, 'Quote to be executed; present for EXECUTE_QUOTE.')),
    transferDetails: Type.Optional(
      Described(TransferDetails, 'Transfer to be made; present for TRANSFER_OUT and TRANSFER_IN.'),
    ),
    transaction: Type.Optional(
      Described(Transaction, 'Payment that the action made; present once it is APPROVED or FAILED.'),
    ),
    rejectionReason: Type.Optional(Type.String({ description: 'Reason why the action is REJECTED or FAILED.' })),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'AgentAction', description: 'An operation of an agent that waits, or waited, for the platform.' },
);

export const AgentActionList = PageOf(AgentAction, 'AgentActionListResponse');

export const AgentActionReject = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: MAX_TEXT,
        description: 'Reason for the rejection, which the action shows as `rejectionReason`.',
      }),
    ),
  },
  { $id: 'AgentActionRejectRequest', description: 'Rejection of an action.' },
);

export const ApprovalQuery = Type.Object({
  agentId: Type.Optional(IdOf('Agent', { description: 'Only actions of this agent.' })),
  customerId: Type.Optional(IdOf('Customer', { description: 'Only actions for this customer.' })),
  startDate: Type.Optional(DateTime({ description: 'Only actions requested at this time or later.' })),
  endDate: Type.Optional(DateTime({ description: 'Only actions requested at this time or earlier.' })),
  sortOrder: Type.Optional(
    Enum(['asc', 'desc'], {
      default: 'desc',
      description: 'Order by time of creation: `desc` lists the newest first.',
    }),
  ),
  ...PageQuery,
});

export const ActionQuery = Type.Object({
  status: Type.Optional(Described(ActionStatusName, 'Only actions in this state.')),
  ...PageQuery,
});

/** Omits customer filters, because an agent only sees its own customer. */
export const AgentTransactionQuery = Type.Omit(TransactionQuery, ['customerId', 'platformCustomerId']);
