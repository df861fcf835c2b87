import { railsOf } from '../accounts/account-rules.ts';
import { type ExternalAccount, findExternalAccount } from '../accounts/external-record.ts';
import { faceOf, findInternalAccount } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import type { BurnRail } from '../providers/stablecoin/port.ts';
import { inactive, insufficient } from '../transactions/refusals.ts';
import type { Coin } from './coin-record.ts';
import { burnWays } from './deliveries.ts';
import type { StablecoinNeeds } from './needs.ts';
import type { OperationPayment } from './operation-record.ts';

/** An account that a request names, and where it does. */
interface Named {
  platformId: string;
  id: string;
  field: string;
}

/** The wallet that a mint goes to. */
export async function walletFor(db: Database, { field, ...place }: Named): Promise<ExternalAccount> {
  const account = await activeAccount(db, place);
  if (account.accountInfo.accountType === 'SPARK_WALLET') return account;
  throw wrong(field, 'must be an external account on Spark.');
}

/** A bank account in the coin's base currency that is debited, or paid over this rail. */
export async function bankFor(
  db: Database,
  { field, ...place }: Named,
  { coin, rail }: { coin: Coin; rail?: BurnRail },
): Promise<ExternalAccount> {
  const account = await activeAccount(db, place);
  const rails: readonly string[] = railsOf(account.accountInfo);
  const wanted = rail ? burnWays[rail].rail : 'ACH';
  if (account.currency !== coin.baseCurrency) throw wrong(field, `must be an account in ${coin.baseCurrency}.`);
  if (rails.includes(wanted)) return account;
  throw wrong(field, `must be an account that takes ${rail ?? 'ACH debits'}.`);
}

async function activeAccount(db: Database, place: Omit<Named, 'field'>): Promise<ExternalAccount> {
  const account = await findExternalAccount(db, place);
  if (account.status === 'ACTIVE') return account;
  throw new ApiError(
    'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    `The external account is ${account.status}, not ACTIVE.`,
  );
}

const wrong = (field: string, problem: string): InvalidFields =>
  new InvalidFields([{ field, message: `${field} ${problem}` }]);

interface Paying extends Named {
  currency: string | null;
  amount: bigint;
}

/** What the platform's own account pays: money of customers mints and burns nothing. */
export async function paymentFrom(
  needs: StablecoinNeeds,
  { platformId, id, field, currency, amount }: Paying,
): Promise<OperationPayment> {
  const account = await findInternalAccount(needs, platformId, id);
  if (account.ownerId !== null) throw wrong(field, "must be one of the platform's own accounts.");
  if (currency === null) throw wrong(field, 'cannot be used: the coin is not ENABLED for operations of the service.');
  if (account.currency !== currency) throw wrong(field, `must be an account in ${currency}.`);
  if (account.status !== 'ACTIVE') throw inactive(account.id, account.status);
  if (account.posted < amount) throw await insufficient(needs, { platformId, customerOf: () => undefined });
  return { account: faceOf(account), currency, amount };
}
