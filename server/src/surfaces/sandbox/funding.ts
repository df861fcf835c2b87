import { AccountUnavailable } from '../../engine/ledger/post.ts';
import { fillBalances } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { creditPosting } from '../../payments/arrivals/incoming.ts';
import type { PaymentDeps } from '../../payments/transitions/apply.ts';

interface AccountFunding {
  platform: Platform;
  accountId: string;
  amount: number;
  now: Date;
  receipt: Receipt;
}

/** Simulates a bank transfer: a completed incoming transaction and its events. */
export async function fundAccount(
  deps: PaymentDeps,
  { platform, accountId, amount, now, receipt }: AccountFunding,
): Promise<string> {
  const account = await getInternalAccount(deps, platform.id, accountId);
  const { posting, accountJson } = await creditPosting(deps.db, {
    id: newId('Transaction'),
    account,
    amount: BigInt(amount),
    source: { sourceType: 'REALTIME_FUNDING', currency: account.currency },
    at: now,
  });
  const text = JSON.stringify(accountJson);
  const effects = [...posting.effects, ...receipt.record({ status: 200, text, accountId: account.id })];
  const balances = (await deps.ledger.post({ ...posting, effects }).catch(explain))?.get(account.id);
  assert(balances, 'a posting without a guard always takes place');
  return fillBalances(text, balances);
}

function explain(error: unknown): never {
  if (!(error instanceof AccountUnavailable)) throw error;
  throw new ApiError('CONFLICT', 'Only an ACTIVE account can receive money.', { reason: 'ACCOUNT_NOT_ACTIVE' });
}
