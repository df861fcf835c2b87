import { Ledger } from '../../src/engine/ledger/post.ts';
import type { Payment } from '../../src/engine/ledger/recipes/payments.ts';
import type { Database } from '../../src/foundation/db/database.ts';
import {
  balanceSheet,
  deposit,
  everythingOf,
  expectSound,
  newTransaction,
  openPlatform,
  Story,
} from './ledger-world.ts';

export const START = 10_000n;

/** A platform whose first customer has 10,000 USD, with functions that read it. */
export async function newScene(on: Database, writer = new Ledger(on)) {
  const platform = await openPlatform(on, { currencies: ['USD', 'EUR', 'USDC'], customers: 2 });
  const account = (customer: number, currency: string) => platform.customers[customer]!.get(currency)!;
  const payer = account(0, 'USD');
  await deposit(writer, { platformId: platform.id, account: payer, currency: 'USD', amount: START });
  return {
    platform,
    ledger: writer,
    account,
    payer,
    own: (currency: string) => platform.own.get(currency)!,
    sheet: () => balanceSheet(on, platform),
    begin: (payment?: Payment) => new Story(writer, newTransaction(platform.id, payment)),
    everything: () => everythingOf(on, platform.id),
    sound: () => expectSound(on, { platformId: platform.id }),
  };
}
export type Scene = Awaited<ReturnType<typeof newScene>>;

/** 1,000 USD out of the first customer's account: 30 to the platform, 20 to the service, 950 into 870 EUR. */
export const exchange = ({ payer, own }: Scene): Payment => ({
  source: payer,
  sent: { currency: 'USD', amount: 1_000n },
  fees: { platform: 30n, service: 20n },
  received: { currency: 'EUR', amount: 870n },
  platformAccount: own('USD'),
});

/** The same exchange, funded by money that a rail received for this payment. */
export const funded = (s: Scene, currency = 'USD'): Payment => ({
  ...exchange(s),
  source: undefined,
  sent: { currency, amount: 1_000n },
  platformAccount: s.own(currency),
});

export const untouched = { posted: { 'customer0:USD': 10_000, 'rail.nostro:USD': -10_000 }, held: {} };
