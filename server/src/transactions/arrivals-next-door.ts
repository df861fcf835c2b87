import { type Customer, findActiveCustomer, findCustomer } from '../customers/record.ts';
import { noReceipt } from '../db/receipt.ts';
import { ApiError, assert } from '../kernel/errors.ts';
import { platformById } from '../platforms/uma-domains.ts';
import type { Outcome, RailPayment } from '../providers/rails/port.ts';
import { type UmaNeeds, umaArrived } from './arrivals-uma.ts';
import { type Place, report } from './lifecycle.ts';
import { findTransaction, readTransaction, type Transaction } from './record.ts';

/**
 * Somebody here is paid at an address: what comes in is a transaction of the receiver's own, and the payment ends with
 * it, or waits for the platform to decide on it. Done once, however often it is handed over. Undefined: this payment
 * arrives otherwise.
 */
export async function arriveNextDoor(
  needs: UmaNeeds,
  place: Place & { clockOffsetMs: number },
  payment: RailPayment,
): Promise<{ isWaiting: boolean } | undefined> {
  const { counterparty } = payment;
  const arrival = counterparty.type === 'INTERNAL' ? counterparty.arrival : undefined;
  if (!arrival) return undefined;
  const read = () => readTransaction(needs.db, place.platformId, arrival.transactionId);
  if (!(await read())) await arrive(needs, place, { arrival, ...payment });
  return { isWaiting: (await read())?.status === 'PENDING' };
}

type Arriving = RailPayment & { arrival: { transactionId: string; customerId: string } };

async function arrive(
  needs: UmaNeeds,
  place: Place & { clockOffsetMs: number },
  { id, arrival, sender, amount, currency }: Arriving,
): Promise<void> {
  const [platform, payment] = await Promise.all([
    platformById(needs.db, place.platformId),
    findTransaction(needs.db, place.platformId, id),
  ]);
  assert(platform, 'a payment has its platform');
  try {
    await umaArrived(needs, {
      platform,
      sender: { umaAddress: (await payerOf(needs, payment))?.umaAddress, information: sender.information ?? {} },
      receiver: await findActiveCustomer(needs.db, platform.id, arrival.customerId),
      asked: [],
      money: { amount, currency },
      now: place.at,
      receipt: noReceipt,
      brought: { as: arrival.transactionId, by: payment },
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await report(needs, { ...place, transactionId: id, outcome: CANNOT_RECEIVE });
  }
}

const CANNOT_RECEIVE: Outcome = { type: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' };

/** The platform itself is no customer, and has no address. */
const payerOf = async ({ db }: UmaNeeds, { platformId, customerId }: Transaction): Promise<Customer | undefined> =>
  customerId === platformId ? undefined : findCustomer(db, platformId, customerId);
