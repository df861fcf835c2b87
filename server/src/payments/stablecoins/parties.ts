import type { BurnRail } from '../../engine/providers/stablecoin/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { railsOf } from '../../parties/accounts/account-rules.ts';
import { type ExternalAccount, getExternalAccount } from '../../parties/accounts/external-record.ts';
import { accountIdentity, getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { inactive, insufficient } from '../transitions/rejections.ts';
import type { Coin } from './coin-record.ts';
import { burnDeliveries } from './delivery-times.ts';
import type { StablecoinDeps } from './deps.ts';
import type { OperationPayment } from './operation-record.ts';

/** Account id in a request, with the name of its field. */
interface AccountReference {
  platformId: string;
  id: string;
  field: string;
}

/** Requires an ACTIVE wallet on Spark, the destination of a mint. */
export async function walletFor(db: Database, { field, ...key }: AccountReference): Promise<ExternalAccount> {
  const account = await getActiveAccount(db, key);
  if (account.accountInfo.accountType === 'SPARK_WALLET') return account;
  throw wrong(field, 'must be an external account on Spark.');
}

/** Requires an ACTIVE bank account in the base currency that supports the rail of a burn, or ACH debits. */
export async function bankFor(
  db: Database,
  { field, ...key }: AccountReference,
  { coin, rail }: { coin: Coin; rail?: BurnRail },
): Promise<ExternalAccount> {
  const account = await getActiveAccount(db, key);
  const rails: readonly string[] = railsOf(account.accountInfo);
  const required = rail ? burnDeliveries[rail].rail : 'ACH';
  if (account.currency !== coin.baseCurrency) throw wrong(field, `must be an account in ${coin.baseCurrency}.`);
  if (rails.includes(required)) return account;
  throw wrong(field, `must be an account that supports ${rail ?? 'ACH debits'}.`);
}

async function getActiveAccount(db: Database, key: Omit<AccountReference, 'field'>): Promise<ExternalAccount> {
  const account = await getExternalAccount(db, key);
  if (account.status === 'ACTIVE') return account;
  throw new ApiError(
    'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    `The external account is ${account.status}, not ACTIVE.`,
  );
}

const wrong = (field: string, problem: string): InvalidFields =>
  new InvalidFields([{ field, message: `${field} ${problem}` }]);

interface PaymentRequest extends AccountReference {
  currency: string | null;
  amount: bigint;
}

/** Payment of one of the platform's own accounts. Accounts of customers cannot pay for operations. */
export async function paymentFrom(
  deps: StablecoinDeps,
  { platformId, id, field, currency, amount }: PaymentRequest,
): Promise<OperationPayment> {
  const account = await getInternalAccount(deps, platformId, id);
  if (account.ownerId !== null) throw wrong(field, "must be one of the platform's own accounts.");
  if (currency === null) throw wrong(field, 'cannot be used: serviceOperationsStatus of the coin is not ENABLED.');
  if (account.currency !== currency) throw wrong(field, `must be an account in ${currency}.`);
  if (account.status !== 'ACTIVE') throw inactive(account.id, account.status);
  if (account.posted < amount) throw await insufficient(deps, { platformId, customerOf: () => undefined });
  return { account: accountIdentity(account), currency, amount: amount.toString() };
}
