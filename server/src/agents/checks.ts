import { ApiError } from '../kernel/errors.ts';
import type { AccountRule, AgentPermission, ExecutionMode, Policy } from './policy.ts';
import type { Usage } from './usage.ts';

/** What an agent wants, and how it stands. */
export interface Wish {
  /** Any one of these is enough; none: nothing is needed. */
  permissions: readonly AgentPermission[];
  /** The customer's accounts that it uses. */
  accounts: readonly string[];
}

export interface Facts extends Wish {
  policy: Policy;
  isPaused: boolean;
  isDeleted: boolean;
}

/** The same of a wish that moves money. */
export interface SpendFacts extends Facts {
  usage: Usage;
  /** Its worth in the currency of the limits. */
  amount: bigint;
  /** Its worth in the currency of the threshold, where there is one. */
  amountForThreshold: bigint | undefined;
}

interface Check<F extends Facts> {
  reason: string;
  isBroken: (facts: F) => boolean;
  message: (facts: F) => string;
  hint: string;
}

/** One rule that the wish breaks, the first in the order of the list; undefined: none. */
export function refusalOf<F extends Facts>(facts: F, checks: readonly Check<F>[]): ApiError | undefined {
  const broken = checks.find(({ isBroken }) => isBroken(facts));
  return broken && new ApiError('FORBIDDEN', broken.message(facts), { reason: broken.reason, hint: broken.hint });
}

const PATCH_POLICY = 'The platform changes it with PATCH /agents/{agentId}/policy.';

const permission: Check<Facts> = {
  reason: 'PERMISSION_MISSING',
  isBroken: ({ permissions, policy }) =>
    permissions.length > 0 && !permissions.some((one) => policy.permissions.includes(one)),
  message: ({ permissions }) => `The agent's policy does not include ${permissions.join(' or ')}.`,
  hint: PATCH_POLICY,
};

/** What an agent reads takes its permission, and no more. */
export const readingChecks: readonly Check<Facts>[] = [permission];

/** Everything an agent begins. */
export const beginningChecks: readonly Check<Facts>[] = [
  {
    reason: 'AGENT_DELETED',
    isBroken: ({ isDeleted }) => isDeleted,
    message: () => 'The agent was deleted.',
    hint: 'POST /agents makes another.',
  },
  {
    reason: 'AGENT_PAUSED',
    isBroken: ({ isPaused }) => isPaused,
    message: () => 'The agent is paused.',
    hint: 'The platform lets it go on with PATCH /agents/{agentId} {"isPaused":false}.',
  },
  permission,
  {
    reason: 'ACCOUNT_NOT_ALLOWED',
    isBroken: (facts) => forbidden(facts).length > 0,
    message: (facts) => `The agent's policy does not allow ${forbidden(facts).join(' and ')}.`,
    hint: PATCH_POLICY,
  },
];

/** Everything that moves money: permission, accounts, then limits. */
export const spendingChecks: readonly Check<SpendFacts>[] = [
  ...beginningChecks,
  {
    reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
    isBroken: (facts) => facts.amount > atOnce(facts),
    message: (facts) => told(facts, facts.amount, `the agent may spend ${atOnce(facts)} at once`),
    hint: `Spend less at once. ${PATCH_POLICY}`,
  },
  {
    reason: 'DAILY_LIMIT_EXCEEDED',
    isBroken: ({ usage, amount, policy }) => exceeds(usage.dailySpend + amount, policy.spendingLimits.dailyLimit),
    message: (facts) =>
      told(facts, facts.usage.dailySpend + facts.amount, `the limit of a day is ${limitsOf(facts).dailyLimit}`),
    hint: 'The day starts anew at midnight UTC.',
  },
  {
    reason: 'DAILY_TRANSACTION_LIMIT_EXCEEDED',
    isBroken: ({ usage, policy }) =>
      exceeds(BigInt(usage.dailyCount) + 1n, policy.spendingLimits.dailyTransactionLimit),
    message: (facts) => `The agent has made the ${limitsOf(facts).dailyTransactionLimit} transactions of a day.`,
    hint: 'The day starts anew at midnight UTC.',
  },
  {
    reason: 'MONTHLY_LIMIT_EXCEEDED',
    isBroken: ({ usage, amount, policy }) => exceeds(usage.monthlySpend + amount, policy.spendingLimits.monthlyLimit),
    message: (facts) =>
      told(facts, facts.usage.monthlySpend + facts.amount, `the limit of a month is ${limitsOf(facts).monthlyLimit}`),
    hint: 'The month starts anew on its first day, at midnight UTC.',
  },
];

const limitsOf = ({ policy }: Facts) => policy.spendingLimits;

const told = (facts: Facts, sum: bigint, rule: string): string =>
  `With this it would be ${sum} ${limitsOf(facts).currency}; ${rule}.`;

const exceeds = (sum: bigint, limit: number | null | undefined): boolean =>
  typeof limit === 'number' && sum > BigInt(limit);

function forbidden({ accounts, policy }: Facts): string[] {
  const allowed = policy.accountRestrictions?.allowedAccountIds;
  return allowed ? accounts.filter((id) => !allowed.includes(id)) : [];
}

/** The least that any of its accounts lets through at once. */
function atOnce({ accounts, policy }: Facts): bigint {
  const { perTransactionLimit } = policy.spendingLimits;
  const limits = accounts.map((id) => ruleOf(policy, id)?.perTransactionLimit ?? perTransactionLimit);
  return BigInt(Math.min(...(limits.length > 0 ? limits : [perTransactionLimit])));
}

/** That of its accounts' rules, else the default; one that asks for an approval is enough, and so is the threshold. */
export function modeOf({ accounts, policy, amountForThreshold }: SpendFacts): ExecutionMode {
  const modes = accounts.map((id) => ruleOf(policy, id)?.executionMode ?? policy.defaultExecutionMode);
  const isAbove = amountForThreshold !== undefined && exceeds(amountForThreshold, policy.approvalThresholds?.amount);
  const needsApproval =
    isAbove || (modes.length > 0 ? modes : [policy.defaultExecutionMode]).includes('APPROVAL_REQUIRED');
  return needsApproval ? 'APPROVAL_REQUIRED' : 'AUTO';
}

const ruleOf = (policy: Policy, id: string): AccountRule | undefined =>
  policy.accountRestrictions?.accountRules?.find(({ accountId }) => accountId === id);
