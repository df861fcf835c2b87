import { UmaRejection } from '../../engine/providers/protocols/uma-codes.ts';
import type { UmaPayRequest } from '../../engine/providers/uma/port.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import type { Customer } from '../../parties/customers/record.ts';
import { receiveAnnouncedPayment } from '../arrivals/announced.ts';
import { AWAITED_MS } from '../arrivals/announced-record.ts';
import { customerInformation } from '../arrivals/uma.ts';
import type { Transaction } from '../transactions/record.ts';
import { settledUrl } from './addresses.ts';
import { platformTime, type UmaEndpointDeps } from './deps.ts';
import { insertIncomingRequest } from './pay-request-record.ts';
import { getHost, getReceiver } from './receiver.ts';

interface PayRequest {
  domain: string;
  user: string;
  body: unknown;
}

/**
 * Accepts a payment that another provider announces. The receiving platform approves the written payment before the
 * response commits to an invoice; the money arrives later (settlement.ts).
 */
export async function handlePayRequest(deps: UmaEndpointDeps, { domain, user, body }: PayRequest): Promise<string> {
  const { platform, host } = await getHost(deps, domain);
  const network = deps.banking.uma.network[platform.mode];
  const request = await network.verifyPayRequest(host, body);

  const now = platformTime(deps, platform);
  const receiver = await getReceiver(deps, platform, { user, host, now });
  const { own, umaAddress } = receiver;

  const terms = agreeTerms(request, receiver);
  const { currency, decimals, multiplier, received, amountMsats } = terms;

  const id = newId('Transaction');
  const expiresAt = addMs(now, AWAITED_MS - platform.clockOffsetMs);
  const record = { platformId: platform.id, id, request, amountMsats, expiresAt, createdAt: deps.clock.now() };
  const { transaction, information } = await receiveAnnouncedPayment(deps, {
    platform,
    transactionId: id,
    sender: { umaAddress: request.payer, information: request.information },
    receiver: own,
    requestedFields: request.requestedFields,
    money: { amount: received, currency },
    now,
    effects: [insertIncomingRequest(deps.vault, record)],
  });
  requireApproved(transaction);

  const settlement = deps.banking.uma.settlement[platform.mode];
  const invoice = await settlement.invoice({ platformId: platform.id, id, amountMsats, expiresAt });
  return network.signPayResponse(request, {
    platformId: platform.id,
    umaAddress,
    currency,
    decimals,
    multiplier,
    invoice,
    callback: settledUrl(deps.sites.publicUrl(), { domain: host.domain, id }),
    information: payeeInformation(own.customer, request, information),
  });
}

type Receiver = Awaited<ReturnType<typeof getReceiver>>;

/** Computes currency, rate and amounts. Rejects currencies that are not offered and incomplete payer data. */
function agreeTerms(request: UmaPayRequest, { currencies, requestedFields, own }: Receiver) {
  const offered = currencies.find(({ code }) => code === request.currency);
  if (!offered) throw new UmaRejection('INVALID_CURRENCY', `The receiver does not take ${request.currency}.`);
  const { information, travelRule } = request;
  const missing = requestedFields.filter(({ name, mandatory }) => mandatory && information[name] === undefined);
  const names = missing.map(({ name }) => name);
  if (own.settings.isRegulatedFinancialInstitution && travelRule === undefined) names.push('encryptedTravelRuleInfo');
  if (names.length > 0) {
    throw new UmaRejection('MISSING_MANDATORY_PAYER_DATA', `Required of the payer: ${names.join(', ')}.`);
  }
  const { code: currency, decimals, multiplier } = offered;
  return { currency, decimals, multiplier, ...amountsOf(request, multiplier) };
}

/** Uses floating-point numbers, like the sending provider. */
function amountsOf({ lock }: UmaPayRequest, multiplier: number): { received: bigint; amountMsats: bigint } {
  const amounts =
    lock.side === 'SENDING'
      ? { received: BigInt(Math.round(Number(lock.msats) / multiplier)), amountMsats: lock.msats }
      : { received: lock.amount, amountMsats: BigInt(Math.round(Number(lock.amount) * multiplier)) };
  const isExact = (amount: bigint): boolean => amount > 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER);
  if (isExact(amounts.received) && isExact(amounts.amountMsats)) return amounts;
  throw new UmaRejection('AMOUNT_OUT_OF_RANGE', 'The amount is too small to arrive or too large to represent.');
}

const rejections: Readonly<Record<string, UmaRejection>> = {
  MISSING_MANDATORY_PAYEE_DATA: new UmaRejection(
    'MISSING_MANDATORY_PAYER_DATA',
    'The receiving platform requires more information.',
  ),
};

function requireApproved({ status, pull, details }: Transaction): void {
  if (status === 'PENDING' && pull === 'PENDING') return;
  if (status === 'REJECTED') {
    throw new UmaRejection('SENDER_NOT_ACCEPTED', 'The receiving platform rejected the payment.');
  }
  const rejection = rejections[details.failureReason ?? ''];
  throw rejection ?? new UmaRejection('INTERNAL_ERROR', 'The receiving platform did not decide in time.');
}

/** Requested fields with a value in the customer record or the platform's approval. */
function payeeInformation(
  customer: Customer,
  { requestedFields }: UmaPayRequest,
  approved: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known: Record<string, unknown> = { ...customerInformation(customer), ...approved };
  const names = requestedFields.map(({ name }) => name).filter((name) => known[name] != null);
  return Object.fromEntries(names.map((name) => [name, known[name]]));
}
