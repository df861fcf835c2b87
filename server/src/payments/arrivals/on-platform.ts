import type { PaymentOutcome, RailPayment } from '../../engine/providers/rails/port.ts';
import { noReceipt } from '../../foundation/db/receipt.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { type Customer, getActiveCustomer, getCustomer } from '../../parties/customers/record.ts';
import { findPlatform } from '../../parties/platforms/uma-domains.ts';
import { findTransaction, getTransaction, type Transaction } from '../transactions/record.ts';
import { type PaymentContext, reportOutcome } from '../transitions/apply.ts';
import { receiveUmaPayment, type UmaArrivalDeps } from './uma.ts';

/**
 * Delivers an on-platform UMA payment: creates the incoming transaction of the receiver, which ends the payment or waits for
 * the approval of the platform. Repeated calls take effect once. Undefined: the payment is not of this kind.
 */
export async function arriveOnPlatform(
  deps: UmaArrivalDeps,
  context: PaymentContext & { clockOffsetMs: number },
  payment: RailPayment,
): Promise<{ isWaiting: boolean } | undefined> {
  const { counterparty } = payment;
  const arrival = counterparty.type === 'INTERNAL' ? counterparty.arrival : undefined;
  if (!arrival) return undefined;
  const read = () => findTransaction(deps.db, context.platformId, arrival.transactionId);
  if (!(await read())) await arrive(deps, context, { arrival, ...payment });
  return { isWaiting: (await read())?.status === 'PENDING' };
}

type Arriving = RailPayment & { arrival: { transactionId: string; customerId: string } };

async function arrive(
  deps: UmaArrivalDeps,
  context: PaymentContext & { clockOffsetMs: number },
  { id, arrival, sender, amount, currency }: Arriving,
): Promise<void> {
  const [platform, payment] = await Promise.all([
    findPlatform(deps.db, context.platformId),
    getTransaction(deps.db, context.platformId, id),
  ]);
  assert(platform, 'a payment has its platform');
  try {
    await receiveUmaPayment(deps, {
      platform,
      sender: { umaAddress: (await payerOf(deps, payment))?.umaAddress, information: sender.information ?? {} },
      receiver: await getActiveCustomer(deps.db, platform.id, arrival.customerId),
      requestedFields: [],
      money: { amount, currency },
      now: context.at,
      receipt: noReceipt,
      transactionId: arrival.transactionId,
      fundedBy: payment,
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await reportOutcome(deps, { ...context, transactionId: id, outcome: CANNOT_RECEIVE });
  }
}

const CANNOT_RECEIVE: PaymentOutcome = { type: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' };

/** The platform itself has no UMA address. */
const payerOf = async (
  { db }: UmaArrivalDeps,
  { platformId, customerId }: Transaction,
): Promise<Customer | undefined> => (customerId === platformId ? undefined : getCustomer(db, platformId, customerId));
