import { type AccountNeeds, changedAccountJson, findInternalAccount } from '../accounts/internal-accounts.ts';
import { findCustomer } from '../customers/record.ts';
import { fill } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, assert } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { AccountUnavailable, type Ledger } from '../ledger/post.ts';
import { payments, phases } from '../ledger/recipes.ts';
import { recordArrival } from '../transactions/incoming.ts';
import { emit } from '../webhooks/events.ts';

interface Needs extends AccountNeeds {
  ledger: Ledger;
}

interface Funding {
  platform: Platform;
  accountId: string;
  amount: number;
  now: Date;
  receipt: Receipt;
}

/** Money from nowhere, as if a bank had sent it: a completed incoming transaction and its events. */
export async function fund(needs: Needs, { platform, accountId, amount, now, receipt }: Funding): Promise<string> {
  const { db, ledger } = needs;
  const account = await findInternalAccount(needs, platform.id, accountId);
  const { currency } = account;
  const owner = account.ownerId ? await findCustomer(db, platform.id, account.ownerId) : undefined;
  const id = newId('Transaction');
  const arrival = {
    platformId: platform.id,
    id,
    customerId: owner?.id ?? platform.id,
    platformCustomerId: owner?.platformCustomerId ?? platform.id,
    source: { sourceType: 'REALTIME_FUNDING', currency },
    destinationAccountId: account.id,
    amount: BigInt(amount),
    currency,
    reference: `FUND-${id.slice(-12).toUpperCase()}`,
    at: now,
  };
  const accountJson = changedAccountJson(account, now);
  const text = JSON.stringify(accountJson);
  const event = {
    platformId: platform.id,
    type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' as const,
    resourceId: account.id,
    at: now,
  };
  const posting = {
    platformId: platform.id,
    transactionId: id,
    phase: phases.fund,
    at: now,
    moves: payments.fund({ account: account.id, currency, amount: BigInt(amount) }),
    effects: [
      ...recordArrival(arrival),
      emit([{ data: accountJson, accountId: account.id, ...event }]),
      ...receipt.remember({ status: 200, text, accountId: account.id }),
    ],
  };
  const standing = (await ledger.post(posting).catch(explain))?.get(account.id);
  assert(standing, 'a posting without a guard always takes place');
  return fill(text, standing);
}

function explain(error: unknown): never {
  if (!(error instanceof AccountUnavailable)) throw error;
  throw new ApiError('CONFLICT', 'Only an ACTIVE account can receive money.', { reason: 'ACCOUNT_NOT_ACTIVE' });
}
