import { type ApiResponse, type Call, call, json, pause } from './api.ts';
import type { Context } from './context.ts';
import { type Confirm, describe } from './describe.ts';
import { findSessionEnd, requireSession } from './session-store.ts';
import { stamp } from './stamp.ts';
import { WalletError } from './wallet-error.ts';

/** A request for which the service may require a signature. */
export interface SignableRequest {
  method: 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** Relative to the base URL of the API, such as `/quotes/Quote:.../execute`. */
  path: string;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
  /** For example an `Idempotency-Key`, with which a repetition returns a lost response. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Overrides `confirm` of the wallet. */
  confirm?: Confirm;
}

/** 202 response of the service. */
interface Challenge {
  payloadToSign: string;
  requestId: string;
}

/** Checks the payload before it is signed; throws to leave it unsigned. */
export type Approve = (payload: string) => Promise<void>;
type StampFor = (payload: string) => Promise<string>;

/** Creating a delegated key needs two signatures, every other operation one. */
const MAX_SIGNATURES = 2;
/** Repetitions of a signed request that gets no response. */
const MAX_RESENDS = 2;

/** Sends a request; on 202, has it confirmed, signs it and sends the same bytes again. */
export function signedRetry<T>(context: Context, request: SignableRequest): Promise<ApiResponse<T>> {
  return retryBySession(context, callOf(request), confirmedBy(request.confirm ?? context.confirm));
}

function callOf({ method, path, body, headers, signal }: SignableRequest): Call {
  const content = body === undefined ? {} : json(body);
  const common = { method, path, headers: { ...content.headers, ...headers }, ...(signal && { signal }) };
  return content.body === undefined ? common : { ...common, body: content.body };
}

/** Sends a request and signs its challenge with the key of the session on this device. */
export async function retryBySession<T>(context: Context, request: Call, approve: Approve): Promise<ApiResponse<T>> {
  try {
    return await retry<T>(context, request, async (payload) => {
      const { privateKey, publicKey } = await requireSession(context);
      await approve(payload);
      return stamp({ privateKey, publicKey }, payload);
    });
  } catch (error) {
    throw (await findSessionEnd(context, error)) ?? error;
  }
}

export async function retry<T>(context: Context, request: Call, stampFor: StampFor): Promise<ApiResponse<T>> {
  let response = await call<T | Challenge>(context, request);
  for (let signed = 0; isChallenge(response); signed++) {
    if (signed === MAX_SIGNATURES)
      throw new WalletError('UNREADABLE', 'The wallet service requests too many signatures.');
    const { payloadToSign, requestId } = response.body;
    const headers = {
      ...request.headers,
      [context.signatureHeader]: await stampFor(payloadToSign),
      'Request-Id': requestId,
    };
    response = await callSigned(context, { ...request, headers });
  }
  return response as ApiResponse<T>;
}

function isChallenge(response: ApiResponse<unknown>): response is ApiResponse<Challenge> {
  const { payloadToSign, requestId } = (response.body ?? {}) as Partial<Challenge>;
  return response.status === 202 && typeof payloadToSign === 'string' && typeof requestId === 'string';
}

/** A challenge is valid once, so repeating a request whose response was lost cannot perform it twice. */
async function callSigned<T>(context: Context, request: Call): Promise<ApiResponse<T>> {
  let lost: WalletError | undefined;
  for (let resends = 0; ; resends++) {
    try {
      return await call<T>(context, request);
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      // 401: an earlier attempt has used the challenge. Its outcome is unknown, so the lost response is reported.
      if (lost && error.rejection?.status === 401) throw lost;
      if (error.code !== 'NETWORK' || resends === MAX_RESENDS) throw error;
      lost = error;
      await pause(context.polling.firstDelayMs, request.signal);
    }
  }
}

export const confirmedBy =
  (confirm: Confirm): Approve =>
  async (payload) => {
    if ((await confirm(describe(payload))) !== true)
      throw new WalletError('CANCELLED', 'The user did not confirm the request.');
  };

/**
 * Requires the payload of the expected operation. Without a confirmation, an intermediate server could otherwise have a
 * payment signed in place of a refresh.
 */
export const expecting =
  (type: string, parameters: Readonly<Record<string, string>> = {}): Approve =>
  async (payload) => {
    const activity = membersOf(payload);
    const given = (activity['parameters'] ?? {}) as Record<string, unknown>;
    const isExpected = Object.entries(parameters).every(([name, value]) => given[name] === value);
    if (activity['type'] === type && activity['action'] === undefined && isExpected) return;
    throw new WalletError('UNTRUSTED', 'The service requests the signature of another operation.');
  };

/** A payload that is not JSON has no members, and is rejected as another operation. */
function membersOf(payload: string): Record<string, unknown> {
  try {
    return JSON.parse(payload) ?? {};
  } catch {
    return {};
  }
}
