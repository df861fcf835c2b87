import type { Database } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { enqueue, type Job } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError, assert } from '../kernel/errors.ts';
import { uuidv7 } from '../kernel/ids.ts';
import type { Liveness } from '../providers/liveness/port.ts';
import { accountType } from './account-types.ts';
import {
  type AccountPlace,
  type ExternalAccount,
  type ExternalAccountStatus,
  externalAccountJson,
  findExternalAccount,
  type OwnershipChallenge,
  type OwnershipProof,
  readExternalAccount,
  statusNews,
  updateExternalAccount,
} from './external-record.ts';
import { isSignedByOwner, type SignatureScheme } from './wallet-signatures.ts';

export const ownershipMethods = ['WALLET_SIGNATURE', 'LIVENESS'] as const;
export type OwnershipMethod = (typeof ownershipMethods)[number];

const CHALLENGE_MS = 15 * MINUTE_MS;
const TRIES = 10;

/** Only wallets that wait for a proof, or whose last one failed, are asked for one. */
const provable: readonly ExternalAccountStatus[] = ['PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED'];

export interface OwnershipNeeds {
  db: Database;
  /** The adapter of each mode. */
  liveness: Record<Platform['mode'], Liveness>;
}

interface Request {
  platform: Platform;
  place: AccountPlace;
  now: Date;
  receipt: Receipt;
}

/** Asks the owner of a wallet for a proof. What was asked before is void. */
export async function issueChallenge(
  { db, liveness }: OwnershipNeeds,
  { platform, place, method, now, receipt }: Request & { method: OwnershipMethod },
): Promise<string> {
  for (let i = 0; i < TRIES; i++) {
    const account = await findExternalAccount(db, place);
    refuseUnprovable(account);
    const issued =
      method === 'LIVENESS'
        ? livenessChallenge(account, { liveness: liveness[platform.mode], platform, now })
        : signatureChallenge(account, now);
    const { challenge } = issued;
    const changed = change(account, { status: 'PENDING_OWNERSHIP_VERIFICATION', challenge }, now);
    const text = JSON.stringify(issued.answer);
    const effects = [...statusNews(account, changed), ...issued.effects, ...receipt.remember({ status: 201, text })];
    if (await apply(db, { guard: updateExternalAccount(changed), effects })) return text;
  }
  throw busy();
}

function refuseUnprovable({ status }: ExternalAccount): void {
  if (provable.includes(status)) return;
  throw new ApiError('CONFLICT', `An account in status ${status} has no ownership to prove.`, {
    reason: 'OWNERSHIP_NOT_PENDING',
    hint: 'Only self-custody wallets with ownershipType FIRST_PARTY are asked for a proof.',
  });
}

interface Issued {
  challenge: OwnershipChallenge;
  answer: object;
  effects: Effect[];
}

/** The message names the wallet and the account, so that whoever signs sees what for. */
function signatureChallenge({ id: accountId, accountInfo }: ExternalAccount, now: Date): Issued {
  const id = uuidv7();
  const method = 'WALLET_SIGNATURE' as const;
  const expiresAt = addMs(now, CHALLENGE_MS).toISOString();
  const messageToSign = `I verify that I control this wallet. Wallet: ${accountInfo.address} Account: ${accountId} Nonce: ${id}`;
  return {
    challenge: { id, method, messageToSign, expiresAt },
    answer: { method, messageToSign, expiresAt },
    effects: [],
  };
}

/** The job that brings the outcome of a liveness check. */
export const LIVENESS_JOB = 'ownership.liveness';

interface LivenessContext {
  liveness: Liveness;
  platform: Platform;
  now: Date;
}

function livenessChallenge(account: ExternalAccount, { liveness, platform, now }: LivenessContext): Issued {
  const id = uuidv7();
  const method = 'LIVENESS' as const;
  const expiresAt = addMs(now, CHALLENGE_MS);
  const reference = account.platformAccountId ?? undefined;
  const { verificationLink, token, outcome } = liveness.start({ reference, now, expiresAt });
  const job = {
    platformId: platform.id,
    kind: LIVENESS_JOB,
    resourceId: account.id,
    payload: { challengeId: id, isPassed: outcome.isPassed },
    runAt: outcome.at,
    createdAt: now,
    clockOffsetMs: platform.clockOffsetMs,
  };
  return {
    challenge: { id, method, expiresAt: expiresAt.toISOString() },
    answer: { method, verificationLink, token, expiresAt },
    effects: [enqueue([job])],
  };
}

interface Verification extends Request {
  signature: string;
  scheme: SignatureScheme;
}

/** One try per challenge: the right signature makes the account active, anything else leaves it unverified. */
export async function verifyOwnership(
  db: Database,
  { place, now, receipt, signature, scheme }: Omit<Verification, 'platform'>,
): Promise<string> {
  for (let i = 0; i < TRIES; i++) {
    const account = await findExternalAccount(db, place);
    const { challenge } = account;
    if (challenge?.method !== 'WALLET_SIGNATURE') throw noChallenge();
    const { messageToSign } = challenge;
    const failure = failureOf(account, { challenge, signature, scheme, now });
    const proof: OwnershipProof = { method: 'WALLET_SIGNATURE', messageToSign, signature, provedAt: now };
    const changed = failure ? refuted(account, now) : proved(account, proof, now);
    const text = JSON.stringify(externalAccountJson(changed));
    const effects = [...statusNews(account, changed), ...(failure ? [] : receipt.remember({ status: 200, text }))];
    if (!(await apply(db, { guard: updateExternalAccount(changed), effects }))) continue;
    if (failure) throw failure;
    return text;
  }
  throw busy();
}

type SignatureChallenge = Extract<OwnershipChallenge, { method: 'WALLET_SIGNATURE' }>;

function failureOf(
  { accountInfo }: ExternalAccount,
  {
    challenge,
    signature,
    scheme,
    now,
  }: { challenge: SignatureChallenge; now: Date } & Pick<Verification, 'signature' | 'scheme'>,
): ApiError | undefined {
  if (now >= new Date(challenge.expiresAt)) {
    return refusal('CHALLENGE_EXPIRED', `the challenge expired at ${challenge.expiresAt}.`);
  }
  const kind = accountType(accountInfo.accountType).signature;
  assert(kind, 'a wallet with a challenge can sign');
  const signed = { address: String(accountInfo.address), message: challenge.messageToSign, signature, scheme };
  if (isSignedByOwner(kind, signed)) return undefined;
  return refusal('SIGNATURE_INVALID', 'signature is not one of messageToSign by the key of this wallet.');
}

function refusal(reason: string, message: string): ApiError {
  return new ApiError('INVALID_INPUT', `The ownership is not proved: ${message}`, {
    reason,
    errors: [{ field: 'signature', message }],
    hint: 'The challenge is used up and the account is UNVERIFIED. Ask for a new challenge.',
  });
}

const noChallenge = (): ApiError =>
  new ApiError('CONFLICT', 'No challenge of method WALLET_SIGNATURE is outstanding.', {
    reason: 'NO_OUTSTANDING_CHALLENGE',
    hint: 'Ask for a challenge first; each can be answered once.',
  });

const busy = (): ApiError => new ApiError('CONFLICT', 'The account is being changed by many requests at once.');

/** Brings outcomes of liveness checks. One whose challenge was replaced or went with its account says nothing any more. */
export const livenessConclusion = (db: Database): JobHandler => ({ run: (job, now) => concludeLiveness(db, job, now) });

async function concludeLiveness(db: Database, { platformId, resourceId, payload }: Job, now: Date): Promise<void> {
  for (let i = 0; i < TRIES; i++) {
    const account = await readExternalAccount(db, { platformId, id: resourceId });
    if (!account?.challenge || account.challenge.id !== payload.challengeId) return;
    const changed = payload.isPassed
      ? proved(account, { method: 'LIVENESS', provedAt: now }, now)
      : refuted(account, now);
    const effects = statusNews(account, changed);
    if (await apply(db, { guard: updateExternalAccount(changed), effects })) return;
  }
  throw busy();
}

const proved = (account: ExternalAccount, ownershipProof: OwnershipProof, now: Date): ExternalAccount =>
  change(account, { status: 'ACTIVE', challenge: null, ownershipProof }, now);

const refuted = (account: ExternalAccount, now: Date): ExternalAccount =>
  change(account, { status: 'UNVERIFIED', challenge: null }, now);

const change = (account: ExternalAccount, changes: Partial<ExternalAccount>, now: Date): ExternalAccount => ({
  ...account,
  ...changes,
  version: account.version + 1n,
  updatedAt: now,
});
