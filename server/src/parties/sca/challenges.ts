import type { Database } from '../../foundation/db/database.ts';
import { apply, type Change, type Effect } from '../../foundation/db/effects.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, assert, InvalidFields } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { rateLimited } from '../../foundation/kernel/rate-limited.ts';
import { type Customer, getCustomer } from '../customers/record.ts';
import { assertionOptions } from '../wallets/webauthn.ts';
import {
  findNewestChallenge,
  insertChallenge,
  isExhausted,
  MAX_TRIES,
  renewCode,
  type ScaChallengeJson,
  type ScaChallengeRecord,
  takeAttempt,
  useChallenge,
} from './challenge-record.ts';
import type { ScaDeps } from './deps.ts';
import type { ScaFactor, ScaPurpose } from './factors.ts';
import {
  clearFailedProofs,
  countText,
  getLocks,
  isTextLimitError,
  proofsLocked,
  rateLimitError,
  rateLimits,
  requireProofsUnlocked,
  requireUnlocked,
} from './locks.ts';
import { findPasskey, type Passkey } from './passkeys.ts';
import { checkProof, requireAllowedOrigin, requireMatchingFactor, requireOneProof, type ScaProof } from './proofs.ts';
import { keyOf } from './sca-customer.ts';
import { textCode } from './texts.ts';
import { hasTotp } from './totp.ts';

export type { ScaChallengeJson } from './challenge-record.ts';
export { type ScaFactor, type ScaPurpose, scaFactors } from './factors.ts';
export { explainUsedProof, type ScaProof } from './proofs.ts';

const validMs: Record<ScaFactor, number> = {
  SMS_OTP: 5 * MINUTE_MS,
  TOTP: 10 * MINUTE_MS,
  PASSKEY: 10 * MINUTE_MS,
};

/** A TOTP code is not bound to an amount and a payee (dynamic linking), so it authorizes logins only. */
const factorsFor = (purpose: ScaPurpose): readonly ScaFactor[] =>
  purpose === 'LOGIN' ? ['SMS_OTP', 'TOTP', 'PASSKEY'] : ['SMS_OTP', 'PASSKEY'];

interface NewChallenge {
  platform: Platform;
  customer: Customer;
  /** Id of the quote or external account; for a login, id of the customer. */
  subjectId: string;
  purpose: ScaPurpose;
  /** Default: SMS_OTP. */
  factor?: ScaFactor | undefined;
  /** Completes the text "code to ..." of the text message. Names the amount and the payee of a payment. */
  about?: string | undefined;
  /** Default: `MAX_TRIES`. */
  tries?: number | undefined;
  /** Expiry of the subject. The challenge expires at this time at the latest. */
  notAfter?: Date | undefined;
  /** True if the customer has just proved the previous step: the limit of text messages then does not apply. */
  followsProof?: boolean | undefined;
  now: Date;
}

export interface OpenedChallenge {
  id: string;
  expiresAt: Date;
  json: ScaChallengeJson;
  /** Set for a challenge of factor PASSKEY. */
  passkey: Passkey | undefined;
  effects: Effect[];
}

/**
 * Prepares a new challenge for a subject, which replaces the previous one. The caller writes its row and its message,
 * which are effects, with `applyWithChallenge`. Throws 400 for a factor that is not enrolled or not accepted.
 */
export async function openChallenge(deps: ScaDeps, request: NewChallenge): Promise<OpenedChallenge> {
  const { platform, customer, subjectId, purpose, factor = 'SMS_OTP', about = null, now } = request;
  const { tries = MAX_TRIES, notAfter } = request;
  const key = keyOf(customer);
  const passkey = await findPasskey(deps.db, key);
  const hasApp = factor === 'TOTP' && (await hasTotp(deps.db, key));
  requireUsable(factor, { purpose, enrolled: { SMS_OTP: true, TOTP: hasApp, PASSKEY: passkey !== undefined } });
  const id = newId('ScaChallenge');
  const validUntil = addMs(now, validMs[factor]);
  const expiresAt = notAfter && notAfter < validUntil ? notAfter : validUntil;
  const json: ScaChallengeJson = {
    id,
    expiresAt: expiresAt.toISOString(),
    factor,
    availableFactors: passkey ? ['SMS_OTP', 'PASSKEY'] : ['SMS_OTP'],
    purpose,
    ...(factor === 'PASSKEY' && passkey && { passkeyAssertionOptions: await optionsFor(passkey) }),
  };
  const bare: ScaChallengeRecord = {
    ...key,
    id,
    subjectId,
    purpose,
    factor,
    state: 'OPEN',
    about,
    codeHash: null,
    tries,
    attempts: 0,
    shown: json,
    expiresAt,
    createdAt: now,
  };
  const opened = { id, expiresAt, json, passkey: factor === 'PASSKEY' ? passkey : undefined };
  if (factor !== 'SMS_OTP') return { ...opened, effects: [insertChallenge(bare)] };
  const { codeHash, message } = await textCode(deps, { platform, customer, challenge: bare, now });
  const limited = request.followsProof ? [] : [countText(key, now)];
  return { ...opened, effects: [...limited, insertChallenge({ ...bare, codeHash }), message] };
}

/** Applies a change that opens a challenge. If the customer was sent too many codes, throws 429 and writes nothing. */
export async function applyWithChallenge(db: Database, change: Change, recipient: Recipient): Promise<boolean> {
  try {
    return await apply(db, change);
  } catch (error) {
    if (!isTextLimitError(error)) throw error;
    throw await rateLimitError(db, rateLimits.texts, { key: keyOf(recipient.customer), now: recipient.now });
  }
}

type Recipient = Pick<NewChallenge, 'customer' | 'now'>;

const optionsFor = (passkey: Passkey) => assertionOptions(passkey.rpId, passkey, validMs.PASSKEY);

function requireUsable(
  factor: ScaFactor,
  { purpose, enrolled }: { purpose: ScaPurpose; enrolled: Record<ScaFactor, boolean> },
): void {
  const accepted = factorsFor(purpose);
  if (!accepted.includes(factor)) {
    const message = `scaFactor ${factor} is not accepted here: its codes are not linked to one payment and payee.`;
    throw new InvalidFields([{ field: 'scaFactor', message, constraint: { enum: [...accepted] } }]);
  }
  if (enrolled[factor]) return;
  const field = purpose === 'LOGIN' ? 'factor' : 'scaFactor';
  const message = `The customer has not enrolled ${factor}.`;
  throw new InvalidFields([{ field, message }], 'POST /sca/factors enrolls factors; SMS_OTP needs no enrollment.');
}

interface Proving {
  platform: Platform;
  customer: Customer;
  subjectId: string;
  proof: ScaProof;
  now: Date;
  /** If given, the pending challenge must have this id. */
  challengeId?: string | undefined;
  /** If given, the pending challenge must have this purpose. */
  purpose?: ScaPurpose | undefined;
  /** If given, the pending challenge must have this factor. */
  factor?: ScaFactor | undefined;
}

interface Proved {
  challenge: Pick<ScaChallengeRecord, 'id' | 'purpose' | 'factor'>;
  effects: Effect[];
}

/**
 * Checks a proof against the pending challenge of the subject: 400 if it is wrong, 423 or 429 while the customer or the
 * proofs are locked, 409 without a challenge. The effects abort the caller's statement if the challenge was used.
 */
export async function proveChallenge(deps: ScaDeps, proving: Proving): Promise<Proved> {
  const tried = await tryProof(deps, proving);
  if ('rejection' in tried) throw tried.rejection;
  return tried;
}

/** Like `proveChallenge`, but returns the error of a wrong proof, because logins must also count a failed login. */
export async function tryProof(deps: ScaDeps, proving: Proving): Promise<Proved | { rejection: ApiError }> {
  const { platform, customer, proof, now } = proving;
  const { db } = deps;
  requireOneProof(proof);
  const challenge = await getPending(db, proving);
  assert(challenge.customerId === customer.id, 'a challenge is proved by the customer it was made for');
  const locks = await getLocks(db, challenge);
  requireUnlocked(locks.login, now);
  const isExpired = challenge.expiresAt <= now;
  if (!isExpired) requireProofsUnlocked(locks, { isLogin: challenge.purpose === 'LOGIN', now });
  if (isExhausted(challenge)) throw exhausted(challenge, now);
  if (isExpired) throw expired(challenge);
  requireMatchingFactor(challenge, proof);
  await requireAllowedOrigin(db, challenge, proof);
  const attempt = await takeAttempt(db, challenge, now);
  if (!attempt) throw exhausted(await getPending(db, proving), now);
  if (!attempt.isAdmitted) throw proofsLocked((await getLocks(db, challenge)).proofsLockedUntil ?? now, now);
  const { attempts, codeHash, locksUntil } = attempt;
  const result = await checkProof(deps, { platform, challenge: { ...challenge, attempts, codeHash }, proof, now });
  if ('effects' in result) {
    await clearFailedProofs(db, challenge);
    const { id, purpose, factor } = challenge;
    return { challenge: { id, purpose, factor }, effects: [useChallenge(challenge), ...result.effects] };
  }
  if (locksUntil) return { rejection: proofsLocked(locksUntil, now) };
  const left = challenge.tries - attempts;
  if (left <= 0) return { rejection: exhausted(challenge, now) };
  return { rejection: new InvalidFields([result.problem], `${left} of ${challenge.tries} tries are left.`) };
}

async function getPending(db: Database, proving: Proving): Promise<ScaChallengeRecord> {
  const { platform, subjectId, challengeId, purpose, factor } = proving;
  const challenge = await findNewestChallenge(db, platform.id, subjectId);
  if (challenge?.state !== 'OPEN') throw nonePending();
  if ((purpose ?? challenge.purpose) !== challenge.purpose) throw nonePending();
  if ((factor ?? challenge.factor) !== challenge.factor) throw nonePending();
  if (challengeId === undefined || challengeId === challenge.id) return challenge;
  const message = 'challengeId is not the pending challenge.';
  throw new InvalidFields([{ field: 'challengeId', message }], 'A new challenge voids those before it.');
}

const nonePending = (): ApiError =>
  new ApiError('CONFLICT', 'No challenge is pending.', { reason: 'NO_PENDING_CHALLENGE' });

const exhausted = ({ expiresAt, tries }: ScaChallengeRecord, now: Date): ApiError =>
  rateLimited('Too many wrong proofs: the challenge is void.', {
    until: expiresAt,
    now,
    hint: `A challenge takes ${tries} tries. Start a new one.`,
  });

const expired = ({ factor, expiresAt }: ScaChallengeRecord): ApiError =>
  new InvalidFields(
    [
      {
        field: factor === 'PASSKEY' ? 'passkeyAssertion' : 'code',
        message: `The challenge expired at ${expiresAt.toISOString()}.`,
      },
    ],
    'Start a new challenge.',
  );

/** Sends a new code for the same challenge. The expiry does not change. */
export async function resendChallenge(
  deps: ScaDeps,
  { platform, subjectId, now }: { platform: Platform; subjectId: string; now: Date },
): Promise<void> {
  const challenge = await findNewestChallenge(deps.db, platform.id, subjectId);
  if (challenge?.state !== 'OPEN' || challenge.expiresAt <= now) throw nonePending();
  if (challenge.factor !== 'SMS_OTP') {
    const message = `A challenge for ${challenge.factor} has no code to resend.`;
    throw new ApiError('CONFLICT', message, { reason: 'NOT_A_TEXTED_CODE' });
  }
  if (isExhausted(challenge)) throw exhausted(challenge, now);
  const customer = await getCustomer(deps.db, platform.id, challenge.customerId);
  const { codeHash, message } = await textCode(deps, { platform, customer, challenge, now });
  const change = {
    guard: renewCode(challenge, codeHash),
    effects: [countText(keyOf(customer), now), message],
  };
  if (await applyWithChallenge(deps.db, change, { customer, now })) return;
  const hint = 'The last code that was sent is still valid.';
  throw rateLimited('Too many codes were sent for this challenge.', { until: challenge.expiresAt, now, hint });
}

/** The pending challenge of a subject as the API shows it. */
export async function findPendingChallenge(
  db: Database,
  platformId: string,
  subjectId: string,
): Promise<ScaChallengeJson | undefined> {
  const challenge = await findNewestChallenge(db, platformId, subjectId);
  return challenge?.state === 'OPEN' && !isExhausted(challenge) ? challenge.shown : undefined;
}
