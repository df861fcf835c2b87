/** What an agent may do. VIEW_TRANSACTIONS includes balances. */
export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const;
export type AgentPermission = (typeof agentPermissions)[number];

/** Whether what an agent wants done is done, or waits until the platform approves of it. */
export const executionModes = ['AUTO', 'APPROVAL_REQUIRED'] as const;
export type ExecutionMode = (typeof executionModes)[number];

/** In the smallest unit of their currency. Null, or left out: there is none. */
export interface SpendingLimits {
  currency: string;
  perTransactionLimit: number;
  dailyLimit?: number | null;
  dailyTransactionLimit?: number | null;
  monthlyLimit?: number | null;
}

export interface AccountRule {
  accountId: string;
  executionMode?: ExecutionMode;
  /** In the currency of the spending limits; null: theirs. */
  perTransactionLimit?: number | null;
}

export interface Policy {
  permissions: readonly AgentPermission[];
  defaultExecutionMode: ExecutionMode;
  spendingLimits: SpendingLimits;
  accountRestrictions?: {
    /** Null: all of the customer's. */
    allowedAccountIds?: readonly string[] | null;
    accountRules?: readonly AccountRule[];
  };
  /** Above it an approval is needed in any mode. */
  approvalThresholds?: { currency?: string; amount?: number | null };
}

/** As the API shows it: what does not apply is null, or left out where the wire knows no null. */
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
