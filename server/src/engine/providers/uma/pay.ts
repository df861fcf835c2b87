import {
  getMajorVersion,
  getPayRequest,
  KycStatus,
  PayReqResponse,
  verifyPayReqResponseSignature,
} from '@uma-sdk/core';
import { ApiError } from '../../../foundation/kernel/errors.ts';
import { toJsonAmount } from '../../../foundation/kernel/money.ts';
import { providerCallError, type UmaCall } from '../protocols/uma-codes.ts';
import type { InvoiceTerms } from '../settlement/port.ts';
import { objectIn } from './counterparties.ts';
import { fieldOptions, informationOf, membersOf } from './fields.ts';
import { isCallable } from './http.ts';
import { rejected } from './lookup.ts';
import { domainOf, type UmaAgreement, type UmaOrder } from './port.ts';
import { anyNonce, type ProtocolDeps, requireAuthentic } from './verification.ts';

const CALL: UmaCall = 'PAYREQ_REQUEST_FAILED';
/** Relative tolerance for rounded rates, which are transmitted as floating-point numbers. */
const ROUNDING = 1e-9;

/** Announces a payment to another provider, and verifies that the response matches the order. */
export async function requestPayment(deps: ProtocolDeps, order: UmaOrder): Promise<UmaAgreement> {
  const { domain, callback } = order.counterparty;
  try {
    const request = await signedRequest(deps, order);
    const { status, answer } = await deps.http.pay(callback, request).catch(() => {
      throw new ApiError(CALL, `${domain} did not answer.`, { hint: 'Request the quote again.' });
    });
    if (status !== 200 || objectIn(answer)?.status === 'ERROR') throw rejected(CALL, { domain, status, answer });
    const response = parsed(domain, answer);
    await requireSigned(deps, order, response);
    return agreementOf(deps, order, response);
  } catch (error) {
    throw providerCallError(CALL, domain, error);
  }
}

async function signedRequest(deps: ProtocolDeps, order: UmaOrder): Promise<string> {
  const { platformId, counterparty, currency, information, travelRule, requestedFields, comment } = order;
  const { domain, payer, version, isSubjectToTravelRule, commentAllowed } = counterparty;
  const ownDomain = domainOf(payer);
  const [{ signing }, theirs, utxoCallback] = await Promise.all([
    deps.keyring.of({ platformId, domain: ownDomain }),
    deps.counterparties.keysOf(domain),
    deps.recordRequest({ platformId, ownDomain, domain, now: deps.clock.now() }),
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
    requestedPayeeData: requestedFields.length > 0 ? fieldOptions(requestedFields) : undefined,
    comment: comment && comment.length <= commentAllowed ? comment : undefined,
    umaMajorVersion: getMajorVersion(version),
    payerData: membersOf(information),
  });
  return request.toJsonString();
}

/** Before version 1 amounts are in the receiver's currency, so a locked sending amount is converted at the estimate. */
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
    throw new ApiError('PARSE_PAYREQ_RESPONSE_ERROR', `The answer of ${domain} is not a valid pay response.`);
  }
}

/** Responses before version 1 need no signature. */
async function requireSigned(deps: ProtocolDeps, { platformId, counterparty }: UmaOrder, response: PayReqResponse) {
  const { domain, payer, payee, version } = counterparty;
  const compliance = response.payeeData?.compliance;
  if (!compliance) throw new ApiError('MISSING_REQUIRED_UMA_PARAMETERS', `${domain} answered without compliance data.`);
  const { signatureNonce: nonce, signatureTimestamp: timestamp, signature } = compliance;
  const isUnsigned = typeof nonce !== 'string' || typeof timestamp !== 'number' || !signature;
  if (isUnsigned && isFirstVersion(version)) return;
  if (isUnsigned) {
    throw new ApiError('MISSING_REQUIRED_UMA_PARAMETERS', `${domain} did not sign its answer.`);
  }
  await requireAuthentic(deps, { platformId, domain, nonce, timestamp }, (keys) =>
    verifyPayReqResponseSignature(response, payer, payee, keys, anyNonce),
  );
}

function agreementOf(deps: ProtocolDeps, order: UmaOrder, response: PayReqResponse): UmaAgreement {
  const { counterparty, currency, lock } = order;
  const { converted, pr, payeeData } = response;
  const mismatch = (reason: string): ApiError =>
    new ApiError(
      'INVALID_PAYREQ_RESPONSE',
      `The answer of ${counterparty.domain} does not match the request: ${reason}.`,
    );
  const invoice = deps.settlement.read(pr, new URL(counterparty.callback).origin);
  if (!invoice) throw mismatch('this service cannot pay its invoice');
  if (invoice.expiresAt <= deps.clock.now()) throw mismatch('its invoice has expired');
  if (!converted || converted.currencyCode !== currency) throw mismatch(`it is not in ${currency}`);
  const { multiplier, fee } = converted;
  if (!(multiplier > 0) || !(fee >= 0)) throw mismatch('its rate or its fee is not valid');
  const received = receivedOf(order, converted.amount, { invoice, multiplier, fee });
  if (received === undefined) throw mismatch('the amount received does not follow from its rate and its fee');
  if (lock.side === 'SENDING' && invoice.amountMsats > lock.msats)
    throw mismatch('its invoice exceeds the offered amount');
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

/** Amount received; undefined if the invoice, the rate and the locked amount contradict each other. */
function receivedOf(order: UmaOrder, stated: number | undefined, { invoice, multiplier, fee }: Rated) {
  const locked = amountOf(order);
  const paid = Number(invoice.amountMsats);
  const computed = (paid - fee) / multiplier;
  const amount = stated ?? (locked.isReceiving ? Number(locked.amount) : Math.round(computed));
  if (!Number.isSafeInteger(amount) || amount <= 0) return undefined;
  if (locked.isReceiving && BigInt(amount) !== locked.amount) return undefined;
  if (!locked.isReceiving && invoice.amountMsats !== locked.amount) return undefined;
  // The rounded amount may differ by one of its units.
  const slackMsats = locked.isReceiving ? 1 : multiplier;
  const isConsistent = Math.abs(amount * multiplier + fee - paid) <= slackMsats + paid * ROUNDING;
  return isConsistent ? BigInt(amount) : undefined;
}
