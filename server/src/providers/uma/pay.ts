import {
  getMajorVersion,
  getPayRequest,
  KycStatus,
  PayReqResponse,
  verifyPayReqResponseSignature,
} from '@uma-sdk/core';
import { ApiError } from '../../kernel/errors.ts';
import { toJsonAmount } from '../../kernel/money.ts';
import { refusalOf, type UmaCall } from '../../kernel/uma-codes.ts';
import type { InvoiceTerms } from '../settlement/port.ts';
import { objectIn } from './counterparties.ts';
import { informationOf, membersOf, optionsOf } from './fields.ts';
import { isCallable } from './http.ts';
import { refused } from './lookup.ts';
import { domainOf, type UmaAgreement, type UmaOrder } from './port.ts';
import { anyNonce, type Protocol, requireGenuine } from './verification.ts';

const CALL: UmaCall = 'PAYREQ_REQUEST_FAILED';
/** Rates travel as floating-point numbers: so far apart two roundings may be, as a share. */
const ROUNDING = 1e-9;

/** Asks another provider to take a payment, and holds it to what it then says. */
export async function requestPayment(needs: Protocol, order: UmaOrder): Promise<UmaAgreement> {
  const { domain, callback } = order.counterparty;
  try {
    const request = await signedRequest(needs, order);
    const { status, answer } = await needs.http.pay(callback, request).catch(() => {
      throw new ApiError(CALL, `${domain} did not answer.`, { hint: 'Ask for the quote again.' });
    });
    if (status !== 200 || objectIn(answer)?.status === 'ERROR') throw refused(CALL, { domain, status, answer });
    const response = parsed(domain, answer);
    await requireSigned(needs, order, response);
    return agreementOf(needs, order, response);
  } catch (error) {
    throw refusalOf(CALL, domain, error);
  }
}

async function signedRequest(needs: Protocol, order: UmaOrder): Promise<string> {
  const { platformId, counterparty, currency, information, travelRule, asked, comment } = order;
  const { domain, payer, version, isSubjectToTravelRule, commentAllowed } = counterparty;
  const ownDomain = domainOf(payer);
  const [{ signing }, theirs, utxoCallback] = await Promise.all([
    needs.keyring.of({ platformId, domain: ownDomain }),
    needs.counterparties.keysOf(domain),
    needs.remember({ platformId, ownDomain, domain, now: needs.clock.now() }),
  ]);
  const locked = amountOf(order);
  const request = await getPayRequest({
    receiverEncryptionPubKey: theirs.getEncryptionPubKey(),
    sendingVaspPrivateKey: signing,
    receivingCurrencyCode: currency,
    amount: toJsonAmount(locked.amount),
    isAmountInReceivingCurrency: locked.isReceiving,
    payerIdentifier: payer,
    payerKycStatus: KycStatus.Verified,
    trInfo: isSubjectToTravelRule ? JSON.stringify(travelRule) : undefined,
    utxoCallback,
    requestedPayeeData: asked.length > 0 ? optionsOf(asked) : undefined,
    comment: comment && comment.length <= commentAllowed ? comment : undefined,
    umaMajorVersion: getMajorVersion(version),
    payerData: membersOf(information),
  });
  return request.toJsonString();
}

/** Before version 1 amounts are in the receiver's currency, always: what the payer gives is converted as estimated. */
function amountOf({ counterparty, currency, lock }: UmaOrder): { amount: bigint; isReceiving: boolean } {
  if (lock.side === 'RECEIVING') return { amount: lock.amount, isReceiving: true };
  if (!isFirstVersion(counterparty.version)) return { amount: lock.msats, isReceiving: false };
  const multiplier = counterparty.multipliers[currency] ?? Number.POSITIVE_INFINITY;
  return { amount: BigInt(Math.floor(Number(lock.msats) / multiplier)), isReceiving: true };
}

const isFirstVersion = (version: string): boolean => getMajorVersion(version) === 0;

function parsed(domain: string, answer: string): PayReqResponse {
  try {
    return PayReqResponse.fromJson(answer);
  } catch {
    throw new ApiError('PARSE_PAYREQ_RESPONSE_ERROR', `The answer of ${domain} cannot be read.`);
  }
}

/** Answers are signed since version 1. */
async function requireSigned(needs: Protocol, { platformId, counterparty }: UmaOrder, response: PayReqResponse) {
  const { domain, payer, payee, version } = counterparty;
  const compliance = response.payeeData?.compliance;
  if (!compliance) throw new ApiError('MISSING_REQUIRED_UMA_PARAMETERS', `${domain} answered without compliance data.`);
  const { signatureNonce: nonce, signatureTimestamp: timestamp, signature } = compliance;
  const isUnsigned = typeof nonce !== 'string' || typeof timestamp !== 'number' || !signature;
  if (isUnsigned && isFirstVersion(version)) return;
  if (isUnsigned) {
    throw new ApiError('MISSING_REQUIRED_UMA_PARAMETERS', `${domain} did not sign its answer.`);
  }
  await requireGenuine(needs, { platformId, domain, nonce, timestamp }, (keys) =>
    verifyPayReqResponseSignature(response, payer, payee, keys, anyNonce),
  );
}

function agreementOf(needs: Protocol, order: UmaOrder, response: PayReqResponse): UmaAgreement {
  const { counterparty, currency, lock } = order;
  const { converted, pr, payeeData } = response;
  const wrong = (why: string): ApiError =>
    new ApiError('INVALID_PAYREQ_RESPONSE', `The answer of ${counterparty.domain} does not fit: ${why}.`);
  const invoice = needs.settlement.read(pr, new URL(counterparty.callback).origin);
  if (!invoice) throw wrong('its invoice is none that this service can pay');
  if (invoice.expiresAt <= needs.clock.now()) throw wrong('its invoice has expired');
  if (!converted || converted.currencyCode !== currency) throw wrong(`it is not in ${currency}`);
  const { multiplier, fee } = converted;
  if (!(multiplier > 0) || !(fee >= 0)) throw wrong('its rate is no rate');
  const received = receivedOf(order, converted.amount, { invoice, multiplier, fee });
  if (received === undefined) throw wrong('what arrives is not what its rate and its fee come to');
  if (lock.side === 'SENDING' && invoice.amountMsats > lock.msats) throw wrong('it asks for more than was offered');
  const { utxoCallback } = payeeData?.compliance ?? {};
  return {
    invoice: pr,
    msats: invoice.amountMsats,
    received,
    multiplier,
    feeMsats: BigInt(Math.ceil(fee)),
    expiresAt: invoice.expiresAt,
    information: informationOf(payeeData),
    ...(utxoCallback && isCallable(utxoCallback) && { callback: { url: utxoCallback, domain: counterparty.domain } }),
  };
}

interface Rated {
  invoice: InvoiceTerms;
  multiplier: number;
  fee: number;
}

/** What arrives by the invoice, by the rate and by what is locked, which must agree. */
function receivedOf(order: UmaOrder, told: number | undefined, { invoice, multiplier, fee }: Rated) {
  const locked = amountOf(order);
  const paid = Number(invoice.amountMsats);
  const computed = (paid - fee) / multiplier;
  const amount = told ?? (locked.isReceiving ? Number(locked.amount) : Math.round(computed));
  if (!Number.isSafeInteger(amount) || amount <= 0) return undefined;
  if (locked.isReceiving && BigInt(amount) !== locked.amount) return undefined;
  if (!locked.isReceiving && invoice.amountMsats !== locked.amount) return undefined;
  // Whichever side was rounded is off by a unit of its own at most.
  const slackMsats = locked.isReceiving ? 1 : multiplier;
  const isFitting = Math.abs(amount * multiplier + fee - paid) <= slackMsats + paid * ROUNDING;
  return isFitting ? BigInt(amount) : undefined;
}
