import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { MAX_AMOUNT, mulDivFloor, type Ratio } from '../../foundation/kernel/money.ts';
import { currencies } from '../../parties/rates/currencies.ts';
import type { AccountRule, Policy, PolicyUpdate } from './policy.ts';

interface Whose {
  platformId: string;
  /** Undefined while unknown: accounts are not checked then. */
  customerId: string | undefined;
  /** Field name of the policy in the request. */
  field: string;
}

/** Checks rules that span fields or need the database; the error lists every invalid field. */
export async function requirePolicy(db: Database, policy: Policy, whose: Whose): Promise<void> {
  const problems = await policyProblems(db, policy, whose);
  if (problems.length > 0) throw new InvalidFields(problems);
}

export async function policyProblems(
  db: Database,
  policy: Partial<Policy>,
  { field, ...whose }: Whose,
): Promise<FieldError[]> {
  const problems = [...memberProblems(policy), ...(await accountProblems(db, policy, whose))];
  const prefix = field && `${field}.`;
  return problems.map(([name, rule]) => ({ field: `${prefix}${name}`, message: `${prefix}${name} ${rule}.` }));
}

type Problem = [field: string, rule: string];

function memberProblems({ spendingLimits, accountRestrictions, approvalThresholds }: Partial<Policy>): Problem[] {
  const problems: Problem[] = [];
  const { currency: thresholdCurrency, amount } = approvalThresholds ?? {};
  if (spendingLimits && !currencies.has(spendingLimits.currency)) {
    problems.push(['spendingLimits.currency', UNKNOWN_CURRENCY]);
  }
  if (typeof amount === 'number' && thresholdCurrency === undefined) {
    problems.push(['approvalThresholds.currency', 'is required with amount']);
  }
  if (thresholdCurrency !== undefined && !currencies.has(thresholdCurrency)) {
    problems.push(['approvalThresholds.currency', UNKNOWN_CURRENCY]);
  }
  const ruled = (accountRestrictions?.accountRules ?? []).map(({ accountId }) => accountId);
  ruled.forEach((id, i) => {
    if (ruled.indexOf(id) < i) problems.push([ruleField(i), 'has a rule already']);
  });
  return problems;
}

const UNKNOWN_CURRENCY = 'is not a currency of this service';
const ruleField = (i: number): string => `accountRestrictions.accountRules.${i}.accountId`;

/** Rejects rules for accounts that the agent can never use. */
async function accountProblems(
  db: Database,
  { accountRestrictions }: Partial<Policy>,
  { platformId, customerId }: Omit<Whose, 'field'>,
): Promise<Problem[]> {
  if (customerId === undefined) return [];
  const { allowedAccountIds, accountRules = [] } = accountRestrictions ?? {};
  // Items of the wrong shape are holes in the list; flatMap skips holes.
  const named = [
    ...(allowedAccountIds ?? []).flatMap((id, i) => [{ field: `accountRestrictions.allowedAccountIds.${i}`, id }]),
    ...accountRules.flatMap(({ accountId: id }, i) => [{ field: ruleField(i), id }]),
  ];
  const ids = named.map(({ id }) => id);
  const own = await ownAccounts(db, ids, { platformId, customerId });
  return named.filter(({ id }) => !own.has(id)).map(({ field }) => [field, 'is not an account of the customer']);
}

async function ownAccounts(
  db: Database,
  ids: readonly string[],
  { platformId, customerId }: { platformId: string; customerId: string },
) {
  if (ids.length === 0) return new Set<string>();
  const found = await db.read<{ id: string }>(sql`
    SELECT id FROM accounts WHERE platform_id = ${platformId} AND owner_id = ${customerId} AND id = ANY (${ids}::text[])
    UNION ALL
    SELECT id FROM external_accounts
    WHERE platform_id = ${platformId} AND customer_id = ${customerId} AND id = ANY (${ids}::text[])`);
  return new Set(found.map(({ id }) => id));
}

/**
 * Absent members stay unchanged, lists are replaced, null removes. When the currency changes, limits outside the
 * request are converted and rounded down, so that no limit rises.
 */
export function changedPolicy(policy: Policy, update: PolicyUpdate, ratio: Ratio): Policy {
  const { spendingLimits, accountRestrictions, approvalThresholds, ...lists } = update;
  const recast = recastPolicy(policy, ratio);
  return {
    ...recast,
    ...lists,
    ...(lists.permissions && { permissions: [...new Set(lists.permissions)] }),
    spendingLimits: { ...recast.spendingLimits, ...spendingLimits },
    ...((recast.accountRestrictions || accountRestrictions) && {
      accountRestrictions: { ...recast.accountRestrictions, ...accountRestrictions },
    }),
    ...((recast.approvalThresholds || approvalThresholds) && {
      approvalThresholds: { ...recast.approvalThresholds, ...approvalThresholds },
    }),
  };
}

function recastPolicy(policy: Policy, ratio: Ratio): Policy {
  const { currency, perTransactionLimit, dailyTransactionLimit, ...sums } = policy.spendingLimits;
  // A converted limit stays within the largest amount of a request.
  const worth = (amount: number): number => Math.min(Number(mulDivFloor(BigInt(amount), ratio)), MAX_AMOUNT);
  const worthOf = <T extends object>(amounts: T): T =>
    Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [name, typeof amount === 'number' ? worth(amount) : amount]),
    ) as T;
  const { accountRules, ...restrictions } = policy.accountRestrictions ?? {};
  return {
    ...policy,
    spendingLimits: {
      currency,
      ...worthOf({ perTransactionLimit }),
      ...worthOf(sums),
      ...(dailyTransactionLimit !== undefined && { dailyTransactionLimit }),
    },
    ...(policy.accountRestrictions && {
      accountRestrictions: {
        ...restrictions,
        ...(accountRules && { accountRules: accountRules.map((rule): AccountRule => worthOf(rule)) }),
      },
    }),
  };
}
