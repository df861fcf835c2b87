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
import { addMs, DAY_MS } from '../../kernel/clock.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import { type UmaOnlyCode, UmaRefusal } from '../../kernel/uma-codes.ts';
import { informationOf, membersOf, optionsOf, wishesOf } from './fields.ts';
import { isCallable } from './http.ts';
import {
  domainOf,
  type UmaAnnouncement,
  type UmaCommitment,
  type UmaHost,
  type UmaInquiry,
  type UmaProfile,
} from './port.ts';
import { openTravelRule } from './travel-rule.ts';
import { anyNonce, type Protocol, requireGenuine } from './verification.ts';

const ADDRESS = /^\$[a-z0-9\-_.+]{1,63}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const DOMAIN = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const MAX_COMMENT = 140;
/** In sats, where a currency says more exactly what it takes. */
const LEAST_SATS = 1;
const MOST_SATS = 2_100_000_000_000;

/** As long as other providers may keep our keys. */
const KEYS_MS = DAY_MS;

/** Written by hand: the library shows the signing chain in place of the encryption chain. */
export async function publicKeys({ keyring, clock }: Protocol, host: UmaHost): Promise<string> {
  const { signingChain, encryptionChain } = await keyring.of(host);
  const expirationTimestamp = Math.floor(addMs(clock.now(), KEYS_MS).getTime() / 1_000);
  return JSON.stringify({ signingCertChain: signingChain, encryptionCertChain: encryptionChain, expirationTimestamp });
}

export const configuration = (): object => ({ uma_major_versions: [...getSupportedMajorVersions()].sort() });

export async function readLookup(
  needs: Protocol,
  { platformId, domain: ownDomain }: UmaHost,
  { user, query }: { user: string; query: Readonly<Record<string, string>> },
): Promise<UmaInquiry> {
  const request = parsedLookup(`http://${ownDomain}/.well-known/lnurlp/${user}?${new URLSearchParams(query)}`);
  const { vaspDomain, nonce, timestamp, signature } = request;
  if (vaspDomain === undefined || nonce === undefined || !timestamp || signature === undefined) {
    throw new UmaRefusal('NON_UMA_LNURL_NOT_SUPPORTED', 'Only UMA lookups are answered here.');
  }
  const domain = requireCounterparty(needs, vaspDomain);
  const signed = { platformId, domain, nonce, timestamp: timestamp.getTime() / 1_000 };
  if (Number.isNaN(signed.timestamp)) throw new UmaRefusal('INVALID_TIMESTAMP', 'The timestamp is no number.');
  const receiverAddress = `${user}@${ownDomain}`;
  const token = { ...request, receiverAddress };
  await requireGenuine(needs, signed, (keys) => verifyUmaLnurlpQuerySignature(token, keys, anyNonce));
  return { token, domain };
}

function parsedLookup(url: string): LnurlpRequest {
  try {
    return parseLnurlpRequest(new URL(url));
  } catch (error) {
    if (error instanceof UnsupportedVersionError) {
      const { supportedMajorVersions } = error;
      throw new UmaRefusal('UNSUPPORTED_UMA_VERSION', error.message, { supportedMajorVersions });
    }
    throw inOurWords(error, 'PARSE_LNURLP_REQUEST_ERROR');
  }
}

function requireCounterparty({ isAllowed }: Protocol, name: string): string {
  const domain = name.toLowerCase();
  if (!DOMAIN.test(domain)) throw new UmaRefusal('INVALID_INPUT', 'vaspDomain is no domain.');
  if (isAllowed(domain)) return domain;
  throw new UmaRefusal('COUNTERPARTY_NOT_ALLOWED', `This service does not speak with ${domain}.`);
}

export async function answerLookup(
  { keyring }: Protocol,
  host: UmaHost,
  { token }: UmaInquiry,
  { callback, umaAddress, currencies, asked, isSubjectToTravelRule }: UmaProfile,
): Promise<string> {
  const { signing } = await keyring.of(host);
  const response = await getLnurlpResponse({
    request: token as LnurlpRequest,
    privateKeyBytes: signing,
    callback,
    requiresTravelRuleInfo: isSubjectToTravelRule,
    encodedMetadata: metadataOf(umaAddress),
    minSendableSats: LEAST_SATS,
    maxSendableSats: MOST_SATS,
    payerDataOptions: optionsOf(asked),
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

export async function readPayRequest(needs: Protocol, host: UmaHost, body: unknown): Promise<UmaAnnouncement> {
  const request = parsedPayRequest(body);
  const { payerData, receivingCurrencyCode: currency, amount } = request;
  const compliance = payerData?.compliance;
  const payer = payerData?.identifier;
  if (!compliance || !payer || currency === undefined) {
    const message = 'A pay request needs convert, payerData.identifier and payerData.compliance.';
    throw new UmaRefusal('MISSING_REQUIRED_UMA_PARAMETERS', message);
  }
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new UmaRefusal('INVALID_INPUT', 'amount must be positive.');
  if (!ADDRESS.test(payer.toLowerCase())) throw new UmaRefusal('INVALID_INPUT', 'The payer has no UMA address.');
  const domain = requireCounterparty(needs, domainOf(payer));
  const { signatureNonce: nonce, signatureTimestamp: timestamp } = compliance;
  await requireGenuine(needs, { platformId: host.platformId, domain, nonce, timestamp }, (keys) =>
    verifyPayReqSignature(request, keys, anyNonce),
  );
  const { wishes, unknown } = wishesOf(request.requestedPayeeData);
  if (unknown.length > 0) {
    throw new UmaRefusal('UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY', `This service knows no ${unknown.join(', ')}.`);
  }
  return {
    token: request,
    domain,
    payer: payer.toLowerCase(),
    currency,
    lock: lockOf(request, currency),
    information: informationOf(payerData),
    asked: wishes,
    comment: request.comment?.slice(0, MAX_COMMENT),
    travelRule: await travelRuleOf(needs, host, compliance.encryptedTravelRuleInfo ?? undefined),
    callback: isCallable(compliance.utxoCallback ?? '') ? (compliance.utxoCallback ?? undefined) : undefined,
  };
}

/** The library takes the amount of a request before version 1 for milli-satoshis; it is in the receiver's currency. */
function parsedPayRequest(body: unknown): PayRequest {
  try {
    const request = PayRequest.parse(body);
    if (request.umaMajorVersion !== 0) return request;
    const { amount, receivingCurrencyCode: code, payerData, requestedPayeeData, comment } = request;
    return new PayRequest(amount, code, code, 0, payerData, requestedPayeeData, comment);
  } catch {
    throw new UmaRefusal('PARSE_PAYREQ_REQUEST_ERROR', 'The pay request cannot be read.');
  }
}

function lockOf({ amount, sendingAmountCurrencyCode: code }: PayRequest, currency: string): UmaAnnouncement['lock'] {
  if (code === undefined) return { side: 'SENDING', msats: BigInt(amount) };
  if (code === currency) return { side: 'RECEIVING', amount: BigInt(amount) };
  throw new UmaRefusal('INVALID_CURRENCY', `The amount must be in ${currency} or in milli-satoshis, not in ${code}.`);
}

async function travelRuleOf({ keyring }: Protocol, host: UmaHost, encrypted: string | undefined) {
  if (encrypted === undefined) return undefined;
  const opened = openTravelRule(encrypted, (await keyring.of(host)).encryption);
  if (opened !== undefined) return opened;
  throw new UmaRefusal('INVALID_INPUT', 'encryptedTravelRuleInfo is not encrypted with our key.');
}

export async function answerPayRequest(
  { keyring }: Protocol,
  { token }: UmaAnnouncement,
  { platformId, umaAddress, currency, decimals, multiplier, invoice, callback, information }: UmaCommitment,
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

export async function readCallback(needs: Protocol, { platformId }: UmaHost, body: unknown) {
  const callback = parsedCallback(body);
  const domain = requireCounterparty(needs, callback.vaspDomain);
  const { signatureNonce: nonce, signatureTimestamp: timestamp, utxos } = callback;
  await requireGenuine(needs, { platformId, domain, nonce, timestamp }, (keys) =>
    verifyPostTransactionCallbackSignature(callback, keys, anyNonce),
  );
  return { domain, utxos };
}

function parsedCallback(body: unknown) {
  try {
    return parsePostTransactionCallback(JSON.stringify(body));
  } catch {
    throw new UmaRefusal('PARSE_UTXO_CALLBACK_ERROR', 'The callback cannot be read.');
  }
}

/** Settlements that are no channels of Lightning have no outputs to tell; that it was paid is told all the same. */
export async function tellSettled({ keyring, http }: Protocol, host: UmaHost, { url }: { url: string }): Promise<void> {
  const { signing } = await keyring.of(host);
  const callback = await getPostTransactionCallback({
    utxos: [],
    vaspDomain: host.domain,
    signingPrivateKey: signing,
  });
  await http.tell(url, JSON.stringify(callback));
}

function inOurWords(error: unknown, otherwise: UmaOnlyCode): UmaRefusal {
  if (error instanceof UmaError) return new UmaRefusal(error.code as UmaOnlyCode | ErrorCode, error.message);
  return new UmaRefusal(otherwise, 'The request cannot be read.');
}
