import { apply, type Effect } from '../db/effects.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { type Challenge, explainUsed, insertChallenge, readChallenge } from './challenge-record.ts';
import type { CredentialType } from './credential-record.ts';
import type { SignatureNeeds, WalletAnswer, WalletRequest } from './needs.ts';
import { attemptFailed, begun } from './operations.ts';
import { type Activity, activityPayload } from './payloads.ts';
import { atWork, unlessAtWork } from './processing.ts';
import { activeSessions, type Session } from './session-record.ts';
import { isSignedBy, readStamp, type Stamp } from './stamp.ts';

export const CHALLENGE_MS = 5 * MINUTE_MS;

/** What the first of two requests is answered with. */
export interface Question {
  accountId: string;
  operation: string;
  /** What is signed: an activity, or a text that there is already. */
  sign: Activity | string;
  /** Shown in answers about credentials. */
  type?: CredentialType;
  subject?: Readonly<Record<string, unknown>>;
  /** Where what is signed expires earlier than a challenge does. */
  expiresAt?: Date;
  /** What else belongs into the statement. */
  effects?: readonly Effect[];
}

/** The second request: what was asked, and who has signed it. */
export interface Retry {
  challenge: Challenge;
  signer: Signer;
}

/** Whose key it was; sessions with one key are one signer. ANYBODY: taken at its word, without a signature. */
export type Signer = readonly Session[] | 'ANYBODY';

interface Operation {
  /** The checks that can refuse the request before anybody signs, and what is to be signed. */
  ask(): Promise<Question>;
  /** Does it, in a statement that uses the challenge up. */
  perform(retry: Retry): Promise<WalletAnswer>;
}

/**
 * The signed retry, for every operation that has one. The first request is answered 202 with what to sign; the same
 * request again, byte for byte, with the signature and the requestId, is carried out, once.
 */
export async function signedRetry(
  needs: SignatureNeeds,
  request: WalletRequest,
  { ask, perform }: Operation,
): Promise<WalletAnswer> {
  if (isFirstLeg(request)) return question(needs, request, await ask());
  const { challenge, stamp } = await readRetry(needs, request);
  const signer = await signerOf(needs, request, { accountId: challenge.accountId, payload: challenge.payload, stamp });
  const { accountId } = challenge;
  try {
    const answer = await unlessAtWork(needs, request, { wallet: { accountId } }, () => perform({ challenge, signer }));
    if (answer === atWork) await begun(needs, request, { challenge, failure: 'EXPIRED' });
    return answer;
  } catch (thrown) {
    const error = explainUsed(thrown);
    // What a faster twin of this request has done would be told as the reason otherwise.
    if (error instanceof ApiError) await readChallenge(needs.db, challenge, request.now);
    await attemptFailed(needs, request, { challenge, error });
    throw error;
  }
}

export const isFirstLeg = ({ signed }: WalletRequest): boolean =>
  signed.signature === undefined && signed.requestId === undefined;

export async function question(
  { db }: Pick<SignatureNeeds, 'db'>,
  { platform, now, signed }: WalletRequest,
  { accountId, operation, sign, type, subject = {}, effects = [], ...limits }: Question,
): Promise<WalletAnswer> {
  const id = newId('Request');
  const expiresAt = earlier(addMs(now, CHALLENGE_MS), limits.expiresAt);
  const payload = typeof sign === 'string' ? sign : activityPayload(sign, { accountId, requestId: id, now, expiresAt });
  const place = { platformId: platform.id, id, accountId, operation };
  const challenge = { ...place, requestHash: signed.hash, payload, subject, expiresAt, createdAt: now };
  await apply(db, { effects: [insertChallenge(challenge), ...effects] });
  const body = { ...(type && { type }), payloadToSign: payload, requestId: id, expiresAt };
  return { status: 202, body, isQuestion: true };
}

const earlier = (a: Date, b: Date | undefined): Date => (b && b < a ? b : a);

/** Everything about the second request but whose signature it is, in the order in which it is told. */
export async function readRetry(
  needs: SignatureNeeds,
  request: WalletRequest,
): Promise<{ challenge: Challenge; stamp: ReadStamp }> {
  const { platform, now } = request;
  const { requestId } = requireBothHeaders(request);
  const challenge = await readChallenge(needs.db, { platformId: platform.id, id: requestId }, now);
  return { challenge, stamp: stampFor(needs, request, challenge) };
}

export function requireBothHeaders({ signed }: WalletRequest): { signature: string; requestId: string } {
  const { signature, requestId } = signed;
  if (signature === undefined) throw signatureMissing();
  if (requestId === undefined) throw requestIdMissing();
  return { signature, requestId };
}

/** The stamp of a request that is the one which the challenge was issued for. */
export function stampFor(
  needs: Pick<SignatureNeeds, 'walletProofs'>,
  request: WalletRequest,
  { requestHash }: Challenge,
): ReadStamp {
  const { signature } = requireBothHeaders(request);
  if (!requestHash?.equals(request.signed.hash)) throw otherBody();
  return stampOf(needs, request.platform, signature);
}

type ReadStamp = Stamp | 'ACCEPTED';

export function stampOf(
  { walletProofs }: Pick<SignatureNeeds, 'walletProofs'>,
  { mode }: WalletRequest['platform'],
  signature: string,
): ReadStamp {
  if (walletProofs[mode].isAcceptedSignature(signature)) return 'ACCEPTED';
  const stamp = readStamp(signature);
  if (stamp) return stamp;
  throw new ApiError('WALLET_SIGNATURE_MALFORMED', 'The wallet signature cannot be read.', {
    reason: 'The wallet signature is not a stamp',
    hint: 'Unpadded base64url of {"publicKey","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature"}, keys and signature in hex.',
  });
}

interface Signed {
  accountId: string;
  payload: string;
  stamp: ReadStamp;
}

/** A session of the account that is active now, over just this payload. */
export async function signerOf(
  { db }: Pick<SignatureNeeds, 'db'>,
  { platform, now }: Pick<WalletRequest, 'platform' | 'now'>,
  { accountId, payload, stamp }: Signed,
): Promise<Signer> {
  if (stamp === 'ACCEPTED') return 'ANYBODY';
  if (!isSignedBy(stamp, payload)) throw wrongSignature('The signature is not over payloadToSign by this key');
  const place = { platformId: platform.id, accountId, now };
  const sessions = (await activeSessions(db, place)).filter(({ publicKey }) => publicKey === stamp.publicKey);
  if (sessions.length > 0) return sessions;
  throw wrongSignature('The key belongs to no active session of this account');
}

export const wrongSignature = (reason: string): ApiError =>
  new ApiError('WALLET_SIGNATURE_INVALID', 'The wallet signature is not valid.', {
    reason,
    hint: 'Sign payloadToSign exactly as it was received, with the key of an active session of the account.',
  });

const signatureMissing = (): ApiError =>
  new ApiError('WALLET_SIGNATURE_MISSING', 'Request-Id came without a wallet signature.', {
    reason: 'The wallet signature is missing',
    hint: 'Send Service-Wallet-Signature and Request-Id together.',
  });

export const requestIdMissing = (): ApiError =>
  new ApiError('REQUEST_ID_MISSING', 'A wallet signature came without Request-Id.', {
    reason: 'Request-Id is missing',
    hint: 'Send Service-Wallet-Signature and Request-Id together; Request-Id is the requestId of the 202 answer.',
  });

const otherBody = (): ApiError =>
  new ApiError('WALLET_SIGNATURE_BODY_MISMATCH', 'This is not the request that the challenge was issued for.', {
    reason: 'Method, path or body differ from the first request',
    hint: 'Repeat the first request byte for byte.',
  });
