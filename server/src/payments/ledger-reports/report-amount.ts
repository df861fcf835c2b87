import { ApiError } from '../../foundation/kernel/errors.ts';

/** Alternatives for a figure that is too large for JSON. */
const exactReports = {
  balances: 'GET /ledger/trial-balance.csv exports exact balances; kind, currency or ownerId select other accounts.',
  entries: 'GET /ledger/accounts/{accountId}/entries.csv exports the entries with exact balances.',
  trialBalance: 'GET /ledger/trial-balance.csv exports the exact figures.',
  flows: 'Read shorter periods with since and until, or one currency, and add them up.',
} as const;

/** Rejects amounts that are not exact as a double, because many clients read every JSON number as one. */
export function reportAmount(amount: bigint, report: keyof typeof exactReports): number {
  const number = Number(amount);
  if (Number.isSafeInteger(number)) return number;
  const message = `The figure ${amount} is larger than the largest exact JSON number, ${Number.MAX_SAFE_INTEGER}.`;
  throw new ApiError('TOTAL_OUT_OF_RANGE', message, { hint: exactReports[report] });
}
