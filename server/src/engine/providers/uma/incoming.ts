import {
  Currency,
  getLnurlpResponse,
  getPayReqResponse,
  getPostTransactionCallback,
  getSupportedMajorVersions,
  KycStatus,
  type LnurlpRequest,
  PayRequest,
  parseLnurlpRequest,
  parsePostTransactionCallback,
  UmaError,
  UnsupportedVersionError,
  verifyPayReqSignature,
  verifyPostTransactionCallbackSignature,
  verifyUmaLnurlpQuerySignature,
} from '@uma-sdk/core';
import { addMs, DAY_MS } from '../../../foundation/kernel/clock.ts';
import type { ErrorCode } from '../../../foundation/kernel/errors.ts';
import { type UmaOnlyCode, UmaRejection } from '../protocols/uma-codes.ts';
import { fieldOptions, informationOf, membersOf, requestedFieldsOf } from './fields.ts';
import { isCallable } from './http.ts';
import {
  domainOf,
  type UmaHost,
  type UmaLookupRequest,
  type UmaPayRequest,
  type UmaPayResponse,
  type UmaProfile,
} from './port.ts';
import { openTravelRule } from './travel-rule.ts';
import { anyNonce, type ProtocolDeps, requireAuthentic } from './verification.ts';

const ADDRESS = /^\$[a-z0-9\-_.+]{1,63}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const DOMAIN = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const MAX_COMMENT = 140;
/** Limits in satoshis. The limits per currency are narrower. */
const MIN_SATS = 1;
const MAX_SATS = 2_100_000_000_000;

/** Time for which other providers may cache our keys. */
const KEYS_VALID_MS = DAY_MS;

/** Built without the library, which would return the signing chain as the encryption chain. */
export async function publicKeys({ keyring, clock }: ProtocolDeps, host: UmaHost): Promise<string> {
  const { signingChain, encryptionChain } = await keyring.of(host);
  const expirationTimestamp = Math.floor(addMs(clock.now(), KEYS_VALID_MS).getTime() / 1_000);
  return JSON.stringify({ signingCertChain: signingChain, encryptionCertChain: encryptionChain, expirationTimestamp });
}

export const configuration = (): object => ({ uma_major_versions: [...getSupportedMajorVersions()].sort() });

export async function verifyLookup(
  deps: ProtocolDeps,
  { platformId, domain: ownDomain }: UmaHost,
  { user, query }: { user: string; query: Readonly<Record<string, string>> },
): Promise<UmaLookupRequest> {
  const request = parsedLookup(`http://${ownDomain}/.well-known/lnurlp/${user}?${new URLSearchParams(query)}`);
  const { vaspDomain, nonce, timestamp, signature } = request;
  if (vaspDomain === undefined || nonce === undefined || !timestamp || signature === undefined) {
    throw new UmaRejection(
      'NON_UMA_LNURL_NOT_SUPPORTED',
      'Only UMA lookups are supported: vaspDomain, nonce, timestamp and signature are required.',
    );
  }
  const domain = requireCounterparty(deps, vaspDomain);
  const signed = { platformId, domain, nonce, timestamp: timestamp.getTime() / 1_000 };
  if (Number.isNaN(signed.timestamp))
    throw new UmaRejection('INVALID_TIMESTAMP', 'timestamp must be a number of seconds.');
  const receiverAddress = `${user}@${ownDomain}`;
  const token = { ...request, receiverAddress };
  await requireAuthentic(deps, signed, (keys) => verifyUmaLnurlpQuerySignature(token, keys, anyNonce));
  return { token, domain };
}

function parsedLookup(url: string): LnurlpRequest {
  try {
    return parseLnurlpRequest(new URL(url));
  } catch (error) {
    if (error instanceof UnsupportedVersionError) {
      const { supportedMajorVersions } = error;
      throw new UmaRejection('UNSUPPORTED_UMA_VERSION', error.message, { supportedMajorVersions });
    }
    throw toRejection(error, 'PARSE_LNURLP_REQUEST_ERROR');
  }
}

function requireCounterparty({ isAllowed }: ProtocolDeps, name: string): string {
  const domain = name.toLowerCase();
  if (!DOMAIN.test(domain)) throw new UmaRejection('INVALID_INPUT', 'vaspDomain must be a domain name.');
  if (isAllowed(domain)) return domain;
  throw new UmaRejection('COUNTERPARTY_NOT_ALLOWED', `This service does not exchange payments with ${domain}.`);
}

export async function signLookupResponse(
  { keyring }: ProtocolDeps,
  host: UmaHost,
  { token }: UmaLookupRequest,
  { callback, umaAddress, currencies, requestedFields, isSubjectToTravelRule }: UmaProfile,
): Promise<string> {
  const { signing } = await keyring.of(host);
  const response = await getLnurlpResponse({
    request: token as LnurlpRequest,
    privateKeyBytes: signing,
    callback,
    requiresTravelRuleInfo: isSubjectToTravelRule,
    encodedMetadata: metadataOf(umaAddress),
    minSendableSats: MIN_SATS,
    maxSendableSats: MAX_SATS,
    payerDataOptions: fieldOptions(requestedFields),
    currencyOptions: currencies.map(
      ({ code, name, symbol, multiplier, min, max, decimals }) =>
        new Currency(code, name, symbol, multiplier, min, max, decimals),
    ),
    receiverKycStatus: KycStatus.Verified,
    commentCharsAllowed: MAX_COMMENT,
  });
  return response.toJsonString();
}

const metadataOf = (umaAddress: string): string =>
  JSON.stringify([
    ['text/plain', `Pay ${umaAddress}`],
    ['text/identifier', umaAddress],
  ]);

export async function verifyPayRequest(deps: ProtocolDeps, host: UmaHost, body: unknown): Promise<UmaPayRequest> {
  const request = parsedPayRequest(body);
  const { payerData, receivingCurrencyCode: currency, amount } = request;
  const compliance = payerData?.compliance;
  const payer = payerData?.identifier;
  if (!compliance || !payer || currency === undefined) {
    const message = 'convert, payerData.identifier and payerData.compliance are required.';
    throw new UmaRejection('MISSING_REQUIRED_UMA_PARAMETERS', message);
  }
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new UmaRejection('INVALID_INPUT', 'amount must be a positive integer.');
  if (!ADDRESS.test(payer.toLowerCase()))
    throw new UmaRejection('INVALID_INPUT', 'payerData.identifier must be a UMA address.');
  const domain = requireCounterparty(deps, domainOf(payer));
  const { signatureNonce: nonce, signatureTimestamp: timestamp } = compliance;
  await requireAuthentic(deps, { platformId: host.platformId, domain, nonce, timestamp }, (keys) =>
    verifyPayReqSignature(request, keys, anyNonce),
  );
  const { known, unknown } = requestedFieldsOf(request.requestedPayeeData);
  if (unknown.length > 0) {
    throw new UmaRejection(
      'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
      `This service has no payee data named ${unknown.join(', ')}.`,
    );
  }
  return {
    token: request,
    domain,
    payer: payer.toLowerCase(),
    currency,
    lock: lockOf(request, currency),
    information: informationOf(payerData),
    requestedFields: known,
    comment: request.comment?.slice(0, MAX_COMMENT),
    travelRule: await travelRuleOf(deps, host, compliance.encryptedTravelRuleInfo ?? undefined),
    callback: isCallable(compliance.utxoCallback ?? '') ? (compliance.utxoCallback ?? undefined) : undefined,
  };
}

/** Before version 1 the amount is in the receiver's currency, but the library reads it as milli-satoshis. */
function parsedPayRequest(body: unknown): PayRequest {
  try {
    const request = PayRequest.parse(body);
    if (request.umaMajorVersion !== 0) return request;
    const { amount, receivingCurrencyCode: code, payerData, requestedPayeeData, comment } = request;
    return new PayRequest(amount, code, code, 0, payerData, requestedPayeeData, comment);
  } catch {
    throw new UmaRejection('PARSE_PAYREQ_REQUEST_ERROR', 'The pay request cannot be read.');
  }
}

function lockOf({ amount, sendingAmountCurrencyCode: code }: PayRequest, currency: string): UmaPayRequest['lock'] {
  if (code === undefined) return { side: 'SENDING', msats: BigInt(amount) };
  if (code === currency) return { side: 'RECEIVING', amount: BigInt(amount) };
  throw new UmaRejection('INVALID_CURRENCY', `The amount must be in ${currency} or in milli-satoshis, not in ${code}.`);
}

async function travelRuleOf({ keyring }: ProtocolDeps, host: UmaHost, encrypted: string | undefined) {
  if (encrypted === undefined) return undefined;
  const travelRule = openTravelRule(encrypted, (await keyring.of(host)).encryption);
  if (travelRule !== undefined) return travelRule;
  throw new UmaRejection(
    'INVALID_INPUT',
    'encryptedTravelRuleInfo must be encrypted with the encryption key of this service.',
  );
}

export async function signPayResponse(
  { keyring }: ProtocolDeps,
  { token }: UmaPayRequest,
  { platformId, umaAddress, currency, decimals, multiplier, invoice, callback, information }: UmaPayResponse,
): Promise<string> {
  const { signing } = await keyring.of({ platformId, domain: domainOf(umaAddress) });
  const response = await getPayReqResponse({
    request: token as PayRequest,
    metadata: metadataOf(umaAddress),
    invoiceCreator: { createUmaInvoice: async () => invoice },
    conversionRate: multiplier,
    receivingCurrencyCode: currency,
    receivingCurrencyDecimals: decimals,
    receiverChannelUtxos: [],
    receiverFeesMillisats: 0,
    utxoCallback: callback,
    payeeData: { identifier: umaAddress, ...membersOf(information) },
    receivingVaspPrivateKey: signing,
    payeeIdentifier: umaAddress,
  });
  return response.toJsonString();
}

export async function verifyCallback(deps: ProtocolDeps, { platformId }: UmaHost, body: unknown) {
  const callback = parsedCallback(body);
  const domain = requireCounterparty(deps, callback.vaspDomain);
  const { signatureNonce: nonce, signatureTimestamp: timestamp, utxos } = callback;
  await requireAuthentic(deps, { platformId, domain, nonce, timestamp }, (keys) =>
    verifyPostTransactionCallbackSignature(callback, keys, anyNonce),
  );
  return { domain, utxos };
}

function parsedCallback(body: unknown) {
  try {
    return parsePostTransactionCallback(JSON.stringify(body));
  } catch {
    throw new UmaRejection('PARSE_UTXO_CALLBACK_ERROR', 'The callback cannot be read.');
  }
}

/** The list of outputs is empty, because only Lightning channels have outputs to report. Throws if a retry may help. */
export async function notifySettled(
  { keyring, http }: ProtocolDeps,
  host: UmaHost,
  { url, domain }: { url: string; domain: string },
): Promise<void> {
  const { signing } = await keyring.of(host);
  const callback = await getPostTransactionCallback({
    utxos: [],
    vaspDomain: host.domain,
    signingPrivateKey: signing,
  });
  const { status } = await http.notify(url, JSON.stringify(callback));
  if (status === 429 || status >= 500) throw new Error(`${domain} answered ${status} to a settlement callback`);
}

function toRejection(error: unknown, fallback: UmaOnlyCode): UmaRejection {
  if (error instanceof UmaError) return new UmaRejection(error.code as UmaOnlyCode | ErrorCode, error.message);
  return new UmaRejection(fallback, 'The request cannot be read.');
}
