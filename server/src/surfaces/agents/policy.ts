import type { Static } from '@sinclair/typebox';
import type { AgentPolicy, AgentPolicyUpdate } from './schemas.ts';

export type Policy = Static<typeof AgentPolicy>;
export type PolicyUpdate = Static<typeof AgentPolicyUpdate>;
export type AccountRule = NonNullable<NonNullable<Policy['accountRestrictions']>['accountRules']>[number];

/** JSON of a policy. Members that do not apply are null, or absent where the schema does not allow null. */
export function policyJson({ spendingLimits, ...policy }: Policy) {
  const { currency, perTransactionLimit, dailyLimit, dailyTransactionLimit, monthlyLimit } = spendingLimits;
  return {
    ...policy,
    spendingLimits: {
      currency,
      perTransactionLimit,
      dailyLimit: dailyLimit ?? null,
      ...(typeof dailyTransactionLimit === 'number' && { dailyTransactionLimit }),
      monthlyLimit: monthlyLimit ?? null,
    },
  };
}
