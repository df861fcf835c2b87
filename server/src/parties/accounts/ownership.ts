import { enqueue, type Job } from '../../engine/jobs/queue.ts';
import type { JobHandler } from '../../engine/jobs/worker.ts';
import type { Liveness } from '../../engine/providers/liveness/port.ts';
import type { VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { accountType } from './account-types.ts';
import type { ExternalAccountStatus, OwnershipMethod } from './external-names.ts';
import {
  type ExternalAccount,
  type ExternalAccountKey,
  externalAccountJson,
  findExternalAccount,
  getExternalAccount,
  type OwnershipChallenge,
  type OwnershipProof,
  statusEvents,
  updateExternalAccount,
} from './external-record.ts';
import { isSignedByOwner, type SignatureScheme } from './wallet-signatures.ts';

const CHALLENGE_MS = 15 * MINUTE_MS;

/** Statuses of wallets whose ownership is not proved: no proof yet, or the last one failed. */
const provable: readonly ExternalAccountStatus[] = ['PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED'];

export interface OwnershipDeps {
  db: Database;
  verification: VerificationProviders;
}

interface OwnershipRequest {
  platform: Platform;
  key: ExternalAccountKey;
  now: Date;
  receipt: Receipt;
}

/** Issues a challenge for the owner of a wallet and voids the previous one. */
export async function issueChallenge(
  { db, verification: { liveness } }: OwnershipDeps,
  { platform, key, method, now, receipt }: OwnershipRequest & { method: OwnershipMethod },
): Promise<string> {
  return retryOnConflict('account', async () => {
    const account = await getExternalAccount(db, key);
    requireProvable(account);
    const issued =
      method === 'LIVENESS'
        ? livenessChallenge(account, { liveness: liveness[platform.mode], platform, now })
        : signatureChallenge(account, now);
    const { challenge } = issued;
    const changed = change(account, { status: 'PENDING_OWNERSHIP_VERIFICATION', challenge }, now);
    const text = JSON.stringify(issued.answer);
    const effects = [...statusEvents(account, changed), ...issued.effects, ...receipt.record({ status: 201, text })];
    return (await apply(db, { guard: updateExternalAccount(changed), effects })) ? text : undefined;
  });
}

function requireProvable({ status }: ExternalAccount): void {
  if (provable.includes(status)) return;
  throw new ApiError('CONFLICT', `An account in status ${status} has no ownership to prove.`, {
    reason: 'OWNERSHIP_NOT_PENDING',
    hint: 'Only self-custody wallets with ownershipType FIRST_PARTY require a proof.',
  });
}

interface IssuedChallenge {
  challenge: OwnershipChallenge;
  answer: object;
  effects: Effect[];
}

/** The message names the wallet and the account, so that the signer sees what the signature is for. */
function signatureChallenge({ id: accountId, accountInfo }: ExternalAccount, now: Date): IssuedChallenge {
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

/** Job that applies the result of a liveness check. */
export const LIVENESS_JOB = 'ownership.liveness';

interface LivenessContext {
  liveness: Liveness;
  platform: Platform;
  now: Date;
}

function livenessChallenge(account: ExternalAccount, { liveness, platform, now }: LivenessContext): IssuedChallenge {
  const id = uuidv7();
  const method = 'LIVENESS' as const;
  const expiresAt = addMs(now, CHALLENGE_MS);
  const reference = account.platformAccountId ?? undefined;
  const { verificationLink, token, outcome } = liveness.start({ platformId: platform.id, reference, now, expiresAt });
  const job = {
    platformId: platform.id,
    kind: LIVENESS_JOB,
    resourceId: account.id,
    payload: {
      challengeId: id,
      isPassed: outcome.verdict === 'PASSED',
      isReviewed: outcome.verdict === 'REVIEW',
    },
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

interface SignatureProof extends OwnershipRequest {
  signature: string;
  scheme: SignatureScheme;
}

/** A challenge allows one attempt: a valid signature makes the account ACTIVE, anything else UNVERIFIED. */
export async function verifyOwnership(
  db: Database,
  { key, now, receipt, signature, scheme }: Omit<SignatureProof, 'platform'>,
): Promise<string> {
  return retryOnConflict('account', async () => {
    const account = await getExternalAccount(db, key);
    const { challenge } = account;
    if (challenge?.method !== 'WALLET_SIGNATURE') throw noChallenge();
    const { messageToSign } = challenge;
    const failure = failureOf(account, { challenge, signature, scheme, now });
    const proof: OwnershipProof = { method: 'WALLET_SIGNATURE', messageToSign, signature, provedAt: now };
    const changed = failure ? refuted(account, now) : proved(account, proof, now);
    const text = JSON.stringify(externalAccountJson(changed));
    const effects = [...statusEvents(account, changed), ...(failure ? [] : receipt.record({ status: 200, text }))];
    if (!(await apply(db, { guard: updateExternalAccount(changed), effects }))) return undefined;
    if (failure) throw failure;
    return text;
  });
}

type SignatureChallenge = Extract<OwnershipChallenge, { method: 'WALLET_SIGNATURE' }>;

function failureOf(
  { accountInfo }: ExternalAccount,
  {
    challenge,
    signature,
    scheme,
    now,
  }: { challenge: SignatureChallenge; now: Date } & Pick<SignatureProof, 'signature' | 'scheme'>,
): ApiError | undefined {
  if (now >= new Date(challenge.expiresAt)) {
    return rejection('CHALLENGE_EXPIRED', `the challenge expired at ${challenge.expiresAt}.`);
  }
  const kind = accountType(accountInfo.accountType).signature;
  assert(kind, 'a wallet with a challenge can sign');
  const signed = { address: String(accountInfo.address), message: challenge.messageToSign, signature, scheme };
  if (isSignedByOwner(kind, signed)) return undefined;
  return rejection('SIGNATURE_INVALID', 'signature must be a signature of messageToSign by the key of this wallet.');
}

function rejection(reason: 'CHALLENGE_EXPIRED' | 'SIGNATURE_INVALID', message: string): ApiError {
  return new ApiError('INVALID_INPUT', `The ownership is not proved: ${message}`, {
    reason,
    errors: [{ field: 'signature', message }],
    hint: 'The challenge is used up and the account is UNVERIFIED. Request a new challenge.',
  });
}

const noChallenge = (): ApiError =>
  new ApiError('CONFLICT', 'No challenge of method WALLET_SIGNATURE is outstanding.', {
    reason: 'NO_OUTSTANDING_CHALLENGE',
    hint: 'Request a challenge first; each can be answered once.',
  });

/** Applies the result of a liveness check, unless its challenge was replaced or the account was deleted. */
export const livenessConclusion = (db: Database): JobHandler => ({ run: (job, now) => concludeLiveness(db, job, now) });

async function concludeLiveness(db: Database, { platformId, resourceId, payload }: Job, now: Date): Promise<void> {
  await retryOnConflict('account', async () => {
    const account = await findExternalAccount(db, { platformId, id: resourceId });
    if (!account?.challenge || account.challenge.id !== payload.challengeId) return true;
    const changed = concluded(account, payload, now);
    const effects = statusEvents(account, changed);
    return (await apply(db, { guard: updateExternalAccount(changed), effects })) || undefined;
  });
}

function concluded(account: ExternalAccount, { isPassed, isReviewed }: Job['payload'], now: Date): ExternalAccount {
  if (isReviewed) return change(account, { status: 'UNDER_REVIEW', challenge: null }, now);
  return isPassed ? proved(account, { method: 'LIVENESS', provedAt: now }, now) : refuted(account, now);
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
