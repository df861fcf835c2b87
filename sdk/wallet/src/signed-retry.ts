import { type Answer, type Call, call, json, pause } from './api.ts';
import type { Context } from './context.ts';
import { type Confirm, describe } from './describe.ts';
import { requireSession, sessionHasEnded } from './session-store.ts';
import { stamp } from './stamp.ts';
import { WalletError } from './wallet-error.ts';

/** A request of which the service may ask that it be signed. */
export interface SignableRequest {
  method: 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** Below the base of the API, such as `/quotes/Quote:.../execute`. */
  path: string;
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown;
  /** Such as an `Idempotency-Key`, with which a lost answer can be had again. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** In place of the wallet's own. */
  confirm?: Confirm;
}

/** The 202 of the service. */
interface Challenge {
  payloadToSign: string;
  requestId: string;
}

/** Looks at what is to be signed, and throws to leave it unsigned. */
export type Approve = (payload: string) => Promise<void>;
type StampFor = (payload: string) => Promise<string>;

/** Delegated keys are signed twice; nothing is signed more often. */
const MAX_SIGNATURES = 2;
/** Of one signed request that finds no answer. */
const MAX_RESENDS = 2;

/** Sends a request; where the service asks for it, has it confirmed, signs it and sends the same bytes again. */
export function signedRetry<T>(context: Context, request: SignableRequest): Promise<Answer<T>> {
  return retryBySession(context, callOf(request), confirmedBy(request.confirm ?? context.confirm));
}

function callOf({ method, path, body, headers, signal }: SignableRequest): Call {
  const content = body === undefined ? {} : json(body);
  const common = { method, path, headers: { ...content.headers, ...headers }, ...(signal && { signal }) };
  return content.body === undefined ? common : { ...common, body: content.body };
}

/** Signed with the key of the session on this device. */
export async function retryBySession<T>(context: Context, request: Call, approve: Approve): Promise<Answer<T>> {
  try {
    return await retry<T>(context, request, async (payload) => {
      const { privateKey, publicKey } = await requireSession(context);
      await approve(payload);
      return stamp({ privateKey, publicKey }, payload);
    });
  } catch (error) {
    throw (await sessionHasEnded(context, error)) ?? error;
  }
}

export async function retry<T>(context: Context, request: Call, stampFor: StampFor): Promise<Answer<T>> {
  let answer = await call<T | Challenge>(context, request);
  for (let signed = 0; isQuestion(answer); signed++) {
    if (signed === MAX_SIGNATURES)
      throw new WalletError('UNREADABLE', 'The wallet service asks for ever more signatures.');
    const { payloadToSign, requestId } = answer.body;
    const headers = {
      ...request.headers,
      [context.signatureHeader]: await stampFor(payloadToSign),
      'Request-Id': requestId,
    };
    answer = await callSigned(context, { ...request, headers });
  }
  return answer as Answer<T>;
}

function isQuestion(answer: Answer<unknown>): answer is Answer<Challenge> {
  const { payloadToSign, requestId } = (answer.body ?? {}) as Partial<Challenge>;
  return answer.status === 202 && typeof payloadToSign === 'string' && typeof requestId === 'string';
}

/** A challenge is good once, so that a request whose answer was lost can be sent again without being done twice. */
async function callSigned<T>(context: Context, request: Call): Promise<Answer<T>> {
  let lost: WalletError | undefined;
  for (let resends = 0; ; resends++) {
    try {
      return await call<T>(context, request);
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      // The first of them was carried out, or not: this answer does not tell.
      if (lost && error.refusal?.status === 401) throw lost;
      if (error.code !== 'NETWORK' || resends === MAX_RESENDS) throw error;
      lost = error;
      await pause(context.polling.firstDelayMs, request.signal);
    }
  }
}

export const confirmedBy =
  (confirm: Confirm): Approve =>
  async (payload) => {
    if ((await confirm(describe(payload))) !== true) throw new WalletError('CANCELLED', 'It was not confirmed.');
  };

/**
 * What is signed without a question must be what was asked for: else a server between could have a payment signed in
 * place of a refresh.
 */
export const expecting =
  (type: string, parameters: Readonly<Record<string, string>> = {}): Approve =>
  async (payload) => {
    const asked = membersOf(payload);
    const has = (asked['parameters'] ?? {}) as Record<string, unknown>;
    const isExpected = Object.entries(parameters).every(([name, value]) => has[name] === value);
    if (asked['type'] === type && asked['action'] === undefined && isExpected) return;
    throw new WalletError('UNTRUSTED', 'The service asks to sign something else than what was asked for.');
  };

function membersOf(payload: string): Record<string, unknown> {
  try {
    return JSON.parse(payload) ?? {};
  } catch {
    return {};
  }
}
