import { apply, type Effect } from '../../foundation/db/effects.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { explainUsedChallenge, getUsableChallenge, insertChallenge, type WalletChallenge } from './challenge-record.ts';
import type { CredentialType } from './credential-record.ts';
import type { SignatureDeps, WalletRequest, WalletResponse } from './deps.ts';
import { recordFailedAttempt, recordUnfinished } from './operations.ts';
import { processingResponse, unlessProcessing } from './pending-operation.ts';
import { listActiveSessions, type WalletSession } from './session-record.ts';
import { type Activity, activityPayload } from './signed-payloads.ts';
import { isSignedBy, readStamp, type Stamp } from './stamp.ts';

export const CHALLENGE_MS = 5 * MINUTE_MS;

interface SignatureRequest {
  accountId: string;
  operation: string;
  /** Activity to sign, or the text of an existing payload. */
  sign: Activity | string;
  /** Type for responses about credentials. */
  type?: CredentialType;
  subject?: Readonly<Record<string, unknown>>;
  /** Set if the signed object may expire before the challenge. */
  expiresAt?: Date;
  /** Further effects of the statement that inserts the challenge. */
  effects?: readonly Effect[];
}

interface Retry {
  challenge: WalletChallenge;
  signer: Signer;
}

/** Sessions whose key has signed. ANYBODY: the sandbox accepted the signature without a check. */
export type Signer = readonly WalletSession[] | 'ANYBODY';

interface Operation {
  /** Checks the first request, and returns what to sign. */
  prepare(): Promise<SignatureRequest>;
  /** Performs the operation, in the statement that uses the challenge. */
  perform(retry: Retry): Promise<WalletResponse>;
}

/**
 * Two-step protocol. The first request returns 202 with a payload to sign. The same request, byte for byte, with
 * signature and requestId is performed exactly once.
 */
export async function signedRetry(
  deps: SignatureDeps,
  request: WalletRequest,
  { prepare, perform }: Operation,
): Promise<WalletResponse> {
  if (isFirstLeg(request)) return requestSignature(deps, request, await prepare());
  const { challenge, stamp } = await readRetry(deps, request);
  const signer = await signerOf(deps, request, { accountId: challenge.accountId, payload: challenge.payload, stamp });
  const { accountId } = challenge;
  try {
    const response = await unlessProcessing(deps, request, { wallet: { accountId } }, () =>
      perform({ challenge, signer }),
    );
    if (response === processingResponse) await recordUnfinished(deps, request, { challenge, failure: 'EXPIRED' });
    return response;
  } catch (thrown) {
    const error = explainUsedChallenge(thrown);
    // If a duplicate of this request was faster, report the used challenge instead of the conflicts that it caused.
    if (error instanceof ApiError) await getUsableChallenge(deps.db, challenge, request.now);
    await recordFailedAttempt(deps, request, { challenge, error });
    throw error;
  }
}

export const isFirstLeg = ({ signed }: WalletRequest): boolean =>
  signed.signature === undefined && signed.requestId === undefined;

/** Returns 202 with the payload to sign. */
export async function requestSignature(
  { db }: Pick<SignatureDeps, 'db'>,
  { platform, now, signed }: WalletRequest,
  { accountId, operation, sign, type, subject = {}, effects = [], ...limits }: SignatureRequest,
): Promise<WalletResponse> {
  const id = newId('Request');
  const expiresAt = earlier(addMs(now, CHALLENGE_MS), limits.expiresAt);
  const payload = typeof sign === 'string' ? sign : activityPayload(sign, { accountId, requestId: id, now, expiresAt });
  const key = { platformId: platform.id, id, accountId, operation };
  const challenge = { ...key, requestHash: signed.hash, payload, subject, expiresAt, createdAt: now };
  await apply(db, { effects: [insertChallenge(challenge), ...effects] });
  const body = { ...(type && { type }), payloadToSign: payload, requestId: id, expiresAt };
  return { status: 202, body, isProvisional: true };
}

const earlier = (a: Date, b: Date | undefined): Date => (b && b < a ? b : a);

/** Checks the second request, except for the signer. */
async function readRetry(
  deps: SignatureDeps,
  request: WalletRequest,
): Promise<{ challenge: WalletChallenge; stamp: ReadStamp }> {
  const { platform, now } = request;
  const { requestId } = requireBothHeaders(request);
  const challenge = await getUsableChallenge(deps.db, { platformId: platform.id, id: requestId }, now);
  return { challenge, stamp: stampFor(deps, request, challenge) };
}

export function requireBothHeaders({ signed }: WalletRequest): { signature: string; requestId: string } {
  const { signature, requestId } = signed;
  if (signature === undefined) throw signatureMissing();
  if (requestId === undefined) throw requestIdMissing();
  return { signature, requestId };
}

/** Signature of a request. Throws an error unless the request is the one for which the challenge was issued. */
export function stampFor(
  deps: Pick<SignatureDeps, 'authentication'>,
  request: WalletRequest,
  { requestHash }: WalletChallenge,
): ReadStamp {
  const { signature } = requireBothHeaders(request);
  if (!requestHash?.equals(request.signed.hash)) throw otherBody();
  return stampOf(deps, request.platform, signature);
}

type ReadStamp = Stamp | 'ACCEPTED';

export function stampOf(
  { authentication: { wallets } }: Pick<SignatureDeps, 'authentication'>,
  { mode }: WalletRequest['platform'],
  signature: string,
): ReadStamp {
  if (wallets.proofs[mode].isAcceptedSignature(signature)) return 'ACCEPTED';
  const stamp = readStamp(signature);
  if (stamp) return stamp;
  throw new ApiError('WALLET_SIGNATURE_MALFORMED', 'The wallet signature is not a stamp.', {
    reason: 'WALLET_SIGNATURE_MALFORMED',
    hint: 'Send unpadded base64url of {"publicKey","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature"}, with key and signature in hex.',
  });
}

interface SignedPayload {
  accountId: string;
  payload: string;
  stamp: ReadStamp;
}

/** The active sessions of the account whose key signed the payload. */
export async function signerOf(
  { db }: Pick<SignatureDeps, 'db'>,
  { platform, now }: Pick<WalletRequest, 'platform' | 'now'>,
  { accountId, payload, stamp }: SignedPayload,
): Promise<Signer> {
  if (stamp === 'ACCEPTED') return 'ANYBODY';
  if (!isSignedBy(stamp, payload))
    throw wrongSignature('PAYLOAD_NOT_SIGNED', 'The signature is not over payloadToSign by this key.');
  const active = await listActiveSessions(db, { platformId: platform.id, accountId, now });
  const sessions = active.filter(({ publicKey }) => publicKey === stamp.publicKey);
  if (sessions.length > 0) return sessions;
  throw wrongSignature('SIGNER_WITHOUT_SESSION', 'The key belongs to no active session of this account.');
}

export const wrongSignature = (reason: ReasonOf<'WALLET_SIGNATURE_INVALID'>, flaw: string): ApiError =>
  new ApiError('WALLET_SIGNATURE_INVALID', flaw, {
    reason,
    hint: 'Sign payloadToSign exactly as it was received, with the key of an active session of the account.',
  });

const signatureMissing = (): ApiError =>
  new ApiError('WALLET_SIGNATURE_MISSING', 'The wallet signature is missing.', {
    reason: 'WALLET_SIGNATURE_MISSING',
    hint: 'Send Service-Wallet-Signature and Request-Id together.',
  });

export const requestIdMissing = (): ApiError =>
  new ApiError('REQUEST_ID_MISSING', 'Request-Id is missing.', {
    reason: 'REQUEST_ID_MISSING',
    hint: 'Send Service-Wallet-Signature and Request-Id together; Request-Id is the requestId of the 202 answer.',
  });

const otherBody = (): ApiError =>
  new ApiError('WALLET_SIGNATURE_BODY_MISMATCH', 'Method, path or body differ from the first request.', {
    reason: 'REQUEST_DIFFERS',
    hint: 'Repeat the first request byte for byte.',
  });
