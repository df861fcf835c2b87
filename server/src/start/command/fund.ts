import { RequestRejected } from '../../foundation/runtime/errors.ts';
import type { Api } from './api.ts';
import { connect, type ServerOptions } from './connect.ts';
import type { Ended, Invocation } from './invocation.ts';

interface FundOptions extends ServerOptions {
  amount: number;
  account?: string;
  customer?: string;
  currency: string;
}

/** Funds an account: by id, of a customer, or of the platform. */
export async function fund(invocation: Invocation<FundOptions>): Promise<Ended> {
  const { options, print } = invocation;
  const api = await connect(invocation);
  const id = options.account ?? (await findAccount(api, options));
  const account = await api.post(`/sandbox/internal-accounts/${id}/fund`, { amount: options.amount });
  print(account, `${account.id} ${account.balance.amount} ${account.balance.currency.code}`);
  return { exit: 'OK' };
}

async function findAccount(api: Api, { customer, currency }: FundOptions): Promise<string> {
  const query = new URLSearchParams({ currency, ...(customer && { customerId: customer }) });
  const { data } = await api.get(`/${customer ? 'customers' : 'platform'}/internal-accounts?${query}`);
  if (data[0]) return data[0].id;
  throw new RequestRejected(`There is no account in ${currency}.`, {
    hint: 'PATCH /config: add INCOMING to enabledTransactionTypes of the currency in supportedCurrencies.',
  });
}
