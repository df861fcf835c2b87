import type { PaymentOutcome, RailPayment } from '../../engine/providers/rails/port.ts';
import { noReceipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { type Customer, getActiveCustomer, getCustomer } from '../../parties/customers/record.ts';
import { findPlatform } from '../../parties/platforms/uma-domains.ts';
import { readOwnCustomer } from '../../parties/receivers/own-customers.ts';
import { findTransaction, getTransaction, type Transaction } from '../transactions/record.ts';
import { type PaymentContext, reportOutcome } from '../transitions/apply.ts';
import { receiveUmaPayment, type UmaArrivalDeps } from './uma.ts';

/**
 * Delivers an on-platform UMA payment by creating the transaction of the receiver. Repeated calls take effect once.
 * Returns whether that transaction waits for the approval of the platform; undefined for other payments.
 */
export async function arriveOnPlatform(
  deps: UmaArrivalDeps,
  context: PaymentContext & { clockOffsetMs: number },
  payment: RailPayment,
): Promise<{ isWaiting: boolean } | undefined> {
  const { counterparty } = payment;
  const arrival = counterparty.type === 'INTERNAL' ? counterparty.arrival : undefined;
  if (!arrival) return undefined;
  const [incoming, fundedBy, platform] = await Promise.all([
    findTransaction(deps.db, context.platformId, arrival.transactionId),
    getTransaction(deps.db, context.platformId, payment.id),
    findPlatform(deps.db, context.platformId),
  ]);
  if (incoming) return { isWaiting: incoming.status === 'PENDING' };
  assert(platform, 'a payment has its platform');
  return { isWaiting: await arrive(deps, context, { ...payment, arrival, fundedBy, platform }) };
}

interface Arriving extends RailPayment {
  arrival: { transactionId: string; customerId: string };
  fundedBy: Transaction;
  platform: Platform;
}

/** Returns whether the payment waits for the approval of the platform. */
async function arrive(
  deps: UmaArrivalDeps,
  context: PaymentContext & { clockOffsetMs: number },
  { id, arrival, fundedBy, platform, sender, amount, currency }: Arriving,
): Promise<boolean> {
  try {
    const [payer, receiver] = await Promise.all([
      payerOf(deps, fundedBy),
      getActiveCustomer(deps.db, platform.id, arrival.customerId),
    ]);
    const { isWaiting } = await receiveUmaPayment(deps, {
      platform,
      sender: { umaAddress: payer?.umaAddress, information: sender.information ?? {} },
      receiver: await readOwnCustomer(deps, receiver),
      requestedFields: [],
      money: { amount, currency },
      now: context.at,
      receipt: noReceipt,
      transactionId: arrival.transactionId,
      fundedBy,
    });
    return isWaiting;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await reportOutcome(deps, { ...context, transactionId: id, outcome: CANNOT_RECEIVE });
    return false;
  }
}

const CANNOT_RECEIVE: PaymentOutcome = { type: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' };

/** Returns undefined for the platform itself, which has no UMA address. */
const payerOf = async (
  { db }: UmaArrivalDeps,
  { platformId, customerId }: Transaction,
): Promise<Customer | undefined> => (customerId === platformId ? undefined : getCustomer(db, platformId, customerId));
