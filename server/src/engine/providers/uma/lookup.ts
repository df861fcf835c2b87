import {
  getMajorVersion,
  getSignedLnurlpRequestUrl,
  LnurlpResponse,
  selectHighestSupportedVersion,
  verifyUmaLnurlpResponseSignature,
} from '@uma-sdk/core';
import { ApiError } from '../../../foundation/kernel/errors.ts';
import { providerCallError, providerErrorCodes, type UmaCall } from '../protocols/uma-codes.ts';
import { objectIn } from './counterparties.ts';
import { requestedFieldsOf } from './fields.ts';
import { isCallable, type UmaResponse } from './http.ts';
import { domainOf, type UmaQuery, type UmaReceiver } from './port.ts';
import { anyNonce, type ProtocolDeps, requireAuthentic } from './verification.ts';

const CALL: UmaCall = 'LNURLP_REQUEST_FAILED';

/** Looks up a customer of another provider: currencies, limits and required payer data. */
export async function lookUp(deps: ProtocolDeps, query: UmaQuery): Promise<UmaReceiver | undefined> {
  const domain = domainOf(query.umaAddress);
  if (!deps.isAllowed(domain)) {
    throw new ApiError('COUNTERPARTY_NOT_ALLOWED', `This service does not exchange payments with ${domain}.`);
  }
  const ownDomain = requireOwnDomain(query);
  try {
    const { status, answer } = await negotiate(deps, query, ownDomain);
    const body = objectIn(answer);
    if (status === 404) return undefined;
    if (status !== 200 || body?.status === 'ERROR') throw rejected(CALL, { domain, status, answer });
    return await receiverOf(deps, query, answer);
  } catch (error) {
    throw providerCallError(CALL, domain, error);
  }
}

/** Returns the platform's domain, under which requests are signed. The payer must have an address there. */
function requireOwnDomain({ umaAddress, umaDomain, sender }: UmaQuery): string {
  if (!umaDomain) {
    throw new ApiError(
      'LNURLP_REQUEST_FAILED',
      `${domainOf(umaAddress)} cannot be called: the platform has no umaDomain.`,
      {
        hint: 'PATCH /config: set umaDomain, the domain under which other providers reach this platform.',
      },
    );
  }
  if (domainOf(sender.umaAddress) === umaDomain) return umaDomain;
  throw new ApiError('INVALID_UMA_ADDRESS', `The sender's address is not at ${umaDomain}.`, {
    hint: `PATCH /customers/{customerId} with a umaAddress at ${umaDomain}.`,
  });
}

/** Sends the request in our newest version. If that is not supported, repeats it in the newest common version. */
async function negotiate(deps: ProtocolDeps, query: UmaQuery, ownDomain: string): Promise<UmaResponse> {
  const first = await send(deps, query, { ownDomain });
  if (first.status !== 412) return first;
  const domain = domainOf(query.umaAddress);
  const version = commonVersion(domain, first.answer);
  const second = await send(deps, query, { ownDomain, version });
  if (second.status !== 412) return second;
  throw unsupported(domain);
}

async function send(
  { http, keyring }: ProtocolDeps,
  { platformId, umaAddress }: UmaQuery,
  { ownDomain, version }: { ownDomain: string; version?: string },
): Promise<UmaResponse> {
  const { signing } = await keyring.of({ platformId, domain: ownDomain });
  const { pathname, search } = await getSignedLnurlpRequestUrl({
    isSubjectToTravelRule: true,
    receiverAddress: umaAddress,
    senderVaspDomain: ownDomain,
    signingPrivateKey: signing,
    umaVersionOverride: version,
  });
  return http.get(domainOf(umaAddress), pathname + search).catch(() => {
    throw new ApiError(CALL, `${domainOf(umaAddress)} did not answer.`);
  });
}

function commonVersion(domain: string, answer: string): string {
  const theirs = objectIn(answer)?.supportedMajorVersions;
  const majors = Array.isArray(theirs) ? theirs.filter((major) => Number.isInteger(major)) : [];
  if (majors.length === 0) throw unsupported(domain);
  try {
    return selectHighestSupportedVersion(majors);
  } catch {
    const message = `${domain} supports UMA ${majors.join(', ')}, and this service none of these versions.`;
    throw new ApiError('NO_COMPATIBLE_UMA_VERSION', message, { supportedMajorVersions: majors });
  }
}

const unsupported = (domain: string): ApiError =>
  new ApiError('UNSUPPORTED_UMA_VERSION', `${domain} does not support the UMA versions of this service.`);

async function receiverOf(deps: ProtocolDeps, query: UmaQuery, answer: string): Promise<UmaReceiver> {
  const { platformId, umaAddress, sender } = query;
  const domain = domainOf(umaAddress);
  const response = parsed(domain, answer);
  const { compliance, currencies, umaVersion } = response;
  if (!compliance || !currencies || !umaVersion) {
    throw new ApiError('MISSING_REQUIRED_UMA_PARAMETERS', `${domain} answered as for a plain LNURL.`);
  }
  if (!isSupported(umaVersion)) {
    throw new ApiError('NO_COMPATIBLE_UMA_VERSION', `${domain} answered in UMA ${umaVersion}.`);
  }
  const { signatureNonce: nonce, signatureTimestamp: timestamp } = compliance;
  await requireAuthentic(deps, { platformId, domain, nonce, timestamp }, (keys) =>
    verifyUmaLnurlpResponseSignature(response, keys, anyNonce),
  );
  if (compliance.receiverIdentifier.toLowerCase() !== umaAddress) {
    throw new ApiError('INVALID_RECEIVER', `${domain} answered for ${compliance.receiverIdentifier}.`);
  }
  if (!isCallable(response.callback)) {
    throw new ApiError('PARSE_LNURLP_RESPONSE_ERROR', `${domain} answered with a callback that does not use https.`);
  }
  const { known, unknown } = requestedFieldsOf(response.payerData);
  if (unknown.length > 0) {
    const message = `${domain} requires payer data that this service does not have: ${unknown.join(', ')}.`;
    throw new ApiError('LOOKUP_REQUEST_FAILED', message);
  }
  const offered = currencies.filter(({ multiplier }) => multiplier > 0);
  return {
    rail: 'UMA',
    currencies: offered.map(({ code, decimals, minSendable, maxSendable }) => ({
      code,
      decimals,
      min: BigInt(Math.max(Math.ceil(minSendable), 0)),
      max: BigInt(Math.floor(maxSendable)),
    })),
    requiredPayerDataFields: known,
    counterparty: {
      domain,
      callback: response.callback,
      version: umaVersion,
      payer: sender.umaAddress,
      payee: umaAddress,
      isSubjectToTravelRule: compliance.isSubjectToTravelRule,
      commentAllowed: response.commentAllowed ?? 0,
      multipliers: Object.fromEntries(offered.map(({ code, multiplier }) => [code, multiplier])),
    },
  };
}

/** True for a supported version; false if the version cannot be parsed. */
const isSupported = (version: string): boolean => {
  try {
    return [0, 1].includes(getMajorVersion(version));
  } catch {
    return false;
  }
};

function parsed(domain: string, answer: string): LnurlpResponse {
  try {
    return LnurlpResponse.fromJson(answer);
  } catch {
    throw new ApiError('PARSE_LNURLP_RESPONSE_ERROR', `The answer of ${domain} is not a valid lookup response.`);
  }
}

/** Maps the error code of another provider; an unknown code becomes the default error of the call. */
export function rejected(call: UmaCall, { domain, status, answer }: UmaResponse & { domain: string }): ApiError {
  const body = objectIn(answer) ?? {};
  const code = typeof body.code === 'string' ? body.code : undefined;
  const reason = typeof body.reason === 'string' ? body.reason.slice(0, 500) : undefined;
  const known = code && Object.hasOwn(providerErrorCodes, code) ? providerErrorCodes[code] : undefined;
  const explanation = reason ?? code ?? `status ${status}`;
  return new ApiError(known ?? call, `${domain} rejected the request: ${explanation}`, {
    counterparty: { domain, status, ...(code && { code }), ...(reason && { reason }) },
  });
}
