import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { AccountRule, Policy } from './policy.ts';
import type { AgentPermission, ExecutionMode } from './policy-names.ts';
import type { Usage } from './usage.ts';

/** A requested operation of an agent, with the current state of the agent. */
export interface RequestedOperation {
  /** Any one of these is sufficient; an empty list requires none. */
  permissions: readonly AgentPermission[];
  /** Accounts of the customer that the operation uses. */
  accounts: readonly string[];
}

export interface Facts extends RequestedOperation {
  policy: Policy;
  isPaused: boolean;
  isDeleted: boolean;
}

/** Facts about an operation that moves money. */
export interface SpendFacts extends Facts {
  usage: Usage;
  /** Amount in the currency of the limits. */
  amount: bigint;
  /** Amount in the currency of the approval threshold, if there is one. */
  amountForThreshold: bigint | undefined;
}

interface Check<F extends Facts> {
  reason: ReasonOf<'FORBIDDEN'>;
  isBroken: (facts: F) => boolean;
  message: (facts: F) => string;
  hint: string;
}

/** Error for the first failed check in the order of the list; undefined when all checks pass. */
export function rejectionOf<F extends Facts>(facts: F, checks: readonly Check<F>[]): ApiError | undefined {
  const broken = checks.find(({ isBroken }) => isBroken(facts));
  return broken && new ApiError('FORBIDDEN', broken.message(facts), { reason: broken.reason, hint: broken.hint });
}

/** Values of `details.reason` for operations with these checks. */
export const reasonsOf = (checks: readonly Pick<Check<never>, 'reason'>[]) => ({
  FORBIDDEN: checks.map(({ reason }) => reason),
});

const PATCH_POLICY = 'The platform changes it with PATCH /agents/{agentId}/policy.';

const permission: Check<Facts> = {
  reason: 'PERMISSION_MISSING',
  isBroken: ({ permissions, policy }) =>
    permissions.length > 0 && !permissions.some((one) => policy.permissions.includes(one)),
  message: ({ permissions }) => `The agent's policy does not include ${permissions.join(' or ')}.`,
  hint: PATCH_POLICY,
};

/** Checks for reads: only the permission. */
export const readingChecks: readonly Check<Facts>[] = [permission];

/** Checks for every operation that changes something. */
export const beginningChecks: readonly Check<Facts>[] = [
  {
    reason: 'AGENT_DELETED',
    isBroken: ({ isDeleted }) => isDeleted,
    message: () => 'The agent was deleted.',
    hint: 'POST /agents creates another.',
  },
  {
    reason: 'AGENT_PAUSED',
    isBroken: ({ isPaused }) => isPaused,
    message: () => 'The agent is paused.',
    hint: 'The platform resumes it with PATCH /agents/{agentId} {"isPaused":false}.',
  },
  permission,
  {
    reason: 'ACCOUNT_NOT_ALLOWED',
    isBroken: (facts) => forbidden(facts).length > 0,
    message: (facts) => `The agent's policy does not allow ${forbidden(facts).join(' and ')}.`,
    hint: PATCH_POLICY,
  },
];

/** Checks for every operation that moves money: permission, accounts, then limits. */
export const spendingChecks: readonly Check<SpendFacts>[] = [
  ...beginningChecks,
  {
    reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
    isBroken: (facts) => facts.amount > atOnce(facts),
    message: (facts) => exceeded(facts, facts.amount, `the agent may spend ${atOnce(facts)} at once`),
    hint: `Spend less at once. ${PATCH_POLICY}`,
  },
  {
    reason: 'DAILY_LIMIT_EXCEEDED',
    isBroken: ({ usage, amount, policy }) => exceeds(usage.dailySpend + amount, policy.spendingLimits.dailyLimit),
    message: (facts) =>
      exceeded(facts, facts.usage.dailySpend + facts.amount, `the limit of a day is ${limitsOf(facts).dailyLimit}`),
    hint: 'The day starts at midnight UTC.',
  },
  {
    reason: 'DAILY_TRANSACTION_LIMIT_EXCEEDED',
    isBroken: ({ usage, policy }) =>
      exceeds(BigInt(usage.dailyCount) + 1n, policy.spendingLimits.dailyTransactionLimit),
    message: (facts) => `The agent has made the ${limitsOf(facts).dailyTransactionLimit} transactions of a day.`,
    hint: 'The day starts at midnight UTC.',
  },
  {
    reason: 'MONTHLY_LIMIT_EXCEEDED',
    isBroken: ({ usage, amount, policy }) => exceeds(usage.monthlySpend + amount, policy.spendingLimits.monthlyLimit),
    message: (facts) =>
      exceeded(
        facts,
        facts.usage.monthlySpend + facts.amount,
        `the limit of a month is ${limitsOf(facts).monthlyLimit}`,
      ),
    hint: 'The month starts on its first day, at midnight UTC.',
  },
];

const limitsOf = ({ policy }: Facts) => policy.spendingLimits;

const exceeded = (facts: Facts, sum: bigint, rule: string): string =>
  `With this it would be ${sum} ${limitsOf(facts).currency}; ${rule}.`;

const exceeds = (sum: bigint, limit: number | null | undefined): boolean =>
  typeof limit === 'number' && sum > BigInt(limit);

function forbidden({ accounts, policy }: Facts): string[] {
  const allowed = policy.accountRestrictions?.allowedAccountIds;
  return allowed ? accounts.filter((id) => !allowed.includes(id)) : [];
}

/** Lowest limit per transaction among the rules for these accounts. */
function atOnce({ accounts, policy }: Facts): bigint {
  const { perTransactionLimit } = policy.spendingLimits;
  const limits = accounts.map((id) => ruleOf(policy, id)?.perTransactionLimit ?? perTransactionLimit);
  return BigInt(Math.min(...(limits.length > 0 ? limits : [perTransactionLimit])));
}

/** An approval is required if any account rule, or the default, requires one, or the amount exceeds the threshold. */
export function modeOf({ accounts, policy, amountForThreshold }: SpendFacts): ExecutionMode {
  const modes = accounts.map((id) => ruleOf(policy, id)?.executionMode ?? policy.defaultExecutionMode);
  const isAbove = amountForThreshold !== undefined && exceeds(amountForThreshold, policy.approvalThresholds?.amount);
  const needsApproval =
    isAbove || (modes.length > 0 ? modes : [policy.defaultExecutionMode]).includes('APPROVAL_REQUIRED');
  return needsApproval ? 'APPROVAL_REQUIRED' : 'AUTO';
}

const ruleOf = (policy: Policy, id: string): AccountRule | undefined =>
  policy.accountRestrictions?.accountRules?.find(({ accountId }) => accountId === id);
