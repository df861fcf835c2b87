import {
  getMajorVersion,
  getSignedLnurlpRequestUrl,
  LnurlpResponse,
  selectHighestSupportedVersion,
  verifyUmaLnurlpResponseSignature,
} from '@uma-sdk/core';
import { ApiError } from '../../kernel/errors.ts';
import { refusalOf, refusalsOfOthers, type UmaCall } from '../../kernel/uma-codes.ts';
import { objectIn } from './counterparties.ts';
import { wishesOf } from './fields.ts';
import { isCallable, type UmaAnswer } from './http.ts';
import { domainOf, type UmaQuery, type UmaReceiver } from './port.ts';
import { anyNonce, type Protocol, requireGenuine } from './verification.ts';

const CALL: UmaCall = 'LNURLP_REQUEST_FAILED';

/** Asks another provider what one of its users takes and wants to know. */
export async function lookUp(needs: Protocol, query: UmaQuery): Promise<UmaReceiver | undefined> {
  const domain = domainOf(query.umaAddress);
  if (!needs.isAllowed(domain)) {
    throw new ApiError('COUNTERPARTY_NOT_ALLOWED', `This service does not speak with ${domain}.`);
  }
  const ownDomain = requireOwnDomain(query);
  try {
    const { status, answer } = await askInOurVersion(needs, query, ownDomain);
    const body = objectIn(answer);
    if (status === 404) return undefined;
    if (status !== 200 || body?.status === 'ERROR') throw refused(CALL, { domain, status, answer });
    return await receiverOf(needs, query, answer);
  } catch (error) {
    throw refusalOf(CALL, domain, error);
  }
}

/** We sign under the domain of the platform, and the payer has an address there. */
function requireOwnDomain({ umaAddress, umaDomain, sender }: UmaQuery): string {
  if (!umaDomain) {
    throw new ApiError('LNURLP_REQUEST_FAILED', `${domainOf(umaAddress)} cannot be asked without a domain of ours.`, {
      hint: 'PATCH /config: umaDomain, which other providers find this service under.',
    });
  }
  if (domainOf(sender.umaAddress) === umaDomain) return umaDomain;
  throw new ApiError('INVALID_UMA_ADDRESS', `The sender's address is not at ${umaDomain}.`, {
    hint: `PATCH /customers/{customerId} with a umaAddress at ${umaDomain}.`,
  });
}

/** In our newest version, and where the other side does not speak it in the newest that both do. */
async function askInOurVersion(needs: Protocol, query: UmaQuery, ownDomain: string): Promise<UmaAnswer> {
  const first = await ask(needs, query, { ownDomain });
  if (first.status !== 412) return first;
  const domain = domainOf(query.umaAddress);
  const version = commonVersion(domain, first.answer);
  const second = await ask(needs, query, { ownDomain, version });
  if (second.status !== 412) return second;
  throw unsupported(domain);
}

async function ask(
  { http, keyring }: Protocol,
  { platformId, umaAddress }: UmaQuery,
  { ownDomain, version }: { ownDomain: string; version?: string },
): Promise<UmaAnswer> {
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
    const message = `${domain} speaks UMA ${majors.join(', ')}, and this service none of them.`;
    throw new ApiError('NO_COMPATIBLE_UMA_VERSION', message, { supportedMajorVersions: majors });
  }
}

const unsupported = (domain: string): ApiError =>
  new ApiError('UNSUPPORTED_UMA_VERSION', `${domain} does not support the UMA versions of this service.`);

async function receiverOf(needs: Protocol, query: UmaQuery, answer: string): Promise<UmaReceiver> {
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
  await requireGenuine(needs, { platformId, domain, nonce, timestamp }, (keys) =>
    verifyUmaLnurlpResponseSignature(response, keys, anyNonce),
  );
  if (compliance.receiverIdentifier.toLowerCase() !== umaAddress) {
    throw new ApiError('INVALID_RECEIVER', `${domain} answered for ${compliance.receiverIdentifier}.`);
  }
  if (!isCallable(response.callback)) {
    throw new ApiError('PARSE_LNURLP_RESPONSE_ERROR', `${domain} wants to be paid at an address that is not https.`);
  }
  const { wishes, unknown } = wishesOf(response.payerData);
  if (unknown.length > 0) {
    const message = `${domain} insists on what this service cannot tell of a payer: ${unknown.join(', ')}.`;
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
    requiredPayerDataFields: wishes,
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
    throw new ApiError('PARSE_LNURLP_RESPONSE_ERROR', `The answer of ${domain} cannot be read.`);
  }
}

/** What another provider refuses, by the table; what it does not explain is its failure. */
export function refused(call: UmaCall, { domain, status, answer }: UmaAnswer & { domain: string }): ApiError {
  const body = objectIn(answer) ?? {};
  const code = typeof body.code === 'string' ? body.code : undefined;
  const reason = typeof body.reason === 'string' ? body.reason.slice(0, 500) : undefined;
  const known = code && Object.hasOwn(refusalsOfOthers, code) ? refusalsOfOthers[code] : undefined;
  const said = reason ?? code ?? `status ${status}`;
  return new ApiError(known ?? call, `${domain} refused: ${said}`, {
    counterparty: { domain, status, ...(code && { code }), ...(reason && { reason }) },
  });
}
