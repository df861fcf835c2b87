import { type Customer, findCustomer } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError, assert, InvalidFields } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Messaging } from '../providers/messaging/port.ts';
import { assertionOptions } from '../wallets/webauthn.ts';
import {
  type Challenge,
  insertChallenge,
  isExhausted,
  MAX_TRIES,
  newestChallenge,
  renewCode,
  type ScaChallengeJson,
  type ScaFactor,
  type ScaPurpose,
  takeAttempt,
  useChallenge,
} from './challenge-record.ts';
import { type Passkey, type PasskeyNeeds, readPasskey } from './passkeys.ts';
import { judge, refuseOtherFactor, refuseUnclear, type ScaProof } from './proofs.ts';
import { readLock, refuseLocked } from './standing.ts';
import { keyOf, tooMany } from './subject.ts';
import { textCode } from './texts.ts';
import { hasTotp, type TotpNeeds } from './totp.ts';

export { type ScaChallengeJson, type ScaFactor, type ScaPurpose, scaFactors } from './challenge-record.ts';
export { explainSpentProof, type ScaProof } from './proofs.ts';

const validMs: Record<ScaFactor, number> = {
  SMS_OTP: 5 * MINUTE_MS,
  TOTP: 10 * MINUTE_MS,
  PASSKEY: 10 * MINUTE_MS,
};

/** A code of an app is not linked to what it authorizes: it opens sessions and nothing else. */
const factorsFor = (purpose: ScaPurpose): readonly ScaFactor[] =>
  purpose === 'LOGIN' ? ['SMS_OTP', 'TOTP', 'PASSKEY'] : ['SMS_OTP', 'PASSKEY'];

export interface ScaNeeds extends PasskeyNeeds, TotpNeeds {
  /** The adapter of each mode. */
  messaging: Record<Platform['mode'], Messaging>;
}

export interface NewChallenge {
  platform: Platform;
  customer: Customer;
  /** What is proved: a quote's id, an external account's, for a login the customer's. */
  subjectId: string;
  purpose: ScaPurpose;
  /** SMS_OTP where it is left out. */
  factor?: ScaFactor | undefined;
  /** What the text message says the code is for, such as the amount and the payee. */
  about?: string | undefined;
  /** Five where it is left out. */
  tries?: number | undefined;
  /** What is proved is void after this, so the challenge is, too. */
  notAfter?: Date | undefined;
  now: Date;
}

export interface OpenedChallenge {
  id: string;
  expiresAt: Date;
  json: ScaChallengeJson;
  /** Where the challenge is for one. */
  passkey: Passkey | undefined;
  effects: Effect[];
}

/**
 * A new challenge for a subject, in the place of any before it: its row and its message as effects for the caller's
 * statement. 400 for a factor that the customer has not enrolled or that is not taken for this purpose.
 */
export async function openChallenge(needs: ScaNeeds, request: NewChallenge): Promise<OpenedChallenge> {
  const { platform, customer, subjectId, purpose, factor = 'SMS_OTP', about = null, now } = request;
  const { tries = MAX_TRIES, notAfter } = request;
  const key = keyOf(customer);
  const passkey = await readPasskey(needs.db, key);
  const hasApp = factor === 'TOTP' && (await hasTotp(needs.db, key));
  refuseUnusable(factor, { purpose, enrolled: { SMS_OTP: true, TOTP: hasApp, PASSKEY: passkey !== undefined } });
  const id = newId('ScaChallenge');
  const lapsesAt = addMs(now, validMs[factor]);
  const expiresAt = notAfter && notAfter < lapsesAt ? notAfter : lapsesAt;
  const json: ScaChallengeJson = {
    id,
    expiresAt: expiresAt.toISOString(),
    factor,
    availableFactors: passkey ? ['SMS_OTP', 'PASSKEY'] : ['SMS_OTP'],
    purpose,
    ...(factor === 'PASSKEY' && passkey && { passkeyAssertionOptions: await optionsFor(passkey) }),
  };
  const bare: Challenge = {
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
  const { codeHash, message } = await textCode(needs, { platform, customer, challenge: bare, now });
  return { ...opened, effects: [insertChallenge({ ...bare, codeHash }), message] };
}

const optionsFor = (passkey: Passkey) => assertionOptions(passkey.rpId, passkey, validMs.PASSKEY);

function refuseUnusable(
  factor: ScaFactor,
  { purpose, enrolled }: { purpose: ScaPurpose; enrolled: Record<ScaFactor, boolean> },
): void {
  const taken = factorsFor(purpose);
  if (!taken.includes(factor)) {
    const message = `${factor} is not taken here: its codes are not linked to one payment and payee.`;
    throw new InvalidFields([{ field: 'scaFactor', message, constraint: { enum: [...taken] } }]);
  }
  if (enrolled[factor]) return;
  const field = purpose === 'LOGIN' ? 'factor' : 'scaFactor';
  const message = `The customer has not enrolled ${factor}.`;
  throw new InvalidFields([{ field, message }], 'POST /sca/factors enrolls factors; SMS_OTP needs no enrollment.');
}

export interface Proving {
  platform: Platform;
  customer: Customer;
  subjectId: string;
  proof: ScaProof;
  now: Date;
  /** Where the caller names the challenge: another one is refused. */
  challengeId?: string | undefined;
  /** Where a subject can have challenges for different things. */
  purpose?: ScaPurpose | undefined;
  /** Where the caller says what it proves with. */
  factor?: ScaFactor | undefined;
}

export type ProvedChallenge = Pick<Challenge, 'id' | 'purpose' | 'factor'>;

export interface Proved {
  challenge: ProvedChallenge;
  effects: Effect[];
}

/**
 * Checks a proof against the pending challenge of the subject. Wrong ones are counted and refused: 400, 423 while the
 * customer is locked, 429 when the challenge is used up; 409 where none is pending. The effects mark it used in the
 * caller's statement, and break that statement (see `explainSpentProof`) where it is not open any more.
 */
export async function proveChallenge(needs: ScaNeeds, proving: Proving): Promise<Proved> {
  const tried = await tryProof(needs, proving);
  if ('refusal' in tried) throw tried.refusal;
  return tried;
}

/** The same, with a proof that is wrong as a result: logins count it against the customer, too. */
export async function tryProof(needs: ScaNeeds, proving: Proving): Promise<Proved | { refusal: ApiError }> {
  const { platform, customer, proof, now } = proving;
  refuseUnclear(proof);
  const challenge = await findPending(needs.db, proving);
  assert(challenge.customerId === customer.id, 'a challenge is proved by the customer it was made for');
  refuseLocked(await readLock(needs.db, challenge), now);
  if (isExhausted(challenge)) throw exhausted(challenge, now);
  if (challenge.expiresAt <= now) throw expired(challenge);
  refuseOtherFactor(challenge, proof);
  const taken = await takeAttempt(needs.db, challenge, now);
  if (!taken) throw exhausted(await findPending(needs.db, proving), now);
  const verdict = await judge(needs, { platform, challenge: { ...challenge, ...taken }, proof, now });
  if ('effects' in verdict) {
    const { id, purpose, factor } = challenge;
    return { challenge: { id, purpose, factor }, effects: [useChallenge(challenge), ...verdict.effects] };
  }
  const left = challenge.tries - taken.attempts;
  if (left <= 0) return { refusal: exhausted(challenge, now) };
  return { refusal: new InvalidFields([verdict.problem], `${left} of ${challenge.tries} tries are left.`) };
}

async function findPending(db: Database, proving: Proving): Promise<Challenge> {
  const { platform, subjectId, challengeId, purpose, factor } = proving;
  const challenge = await newestChallenge(db, platform.id, subjectId);
  if (challenge?.state !== 'OPEN') throw nonePending();
  if ((purpose ?? challenge.purpose) !== challenge.purpose) throw nonePending();
  if ((factor ?? challenge.factor) !== challenge.factor) throw nonePending();
  if (challengeId === undefined || challengeId === challenge.id) return challenge;
  const message = 'challengeId is not the one that is pending.';
  throw new InvalidFields([{ field: 'challengeId', message }], 'A new challenge voids those before it.');
}

const nonePending = (): ApiError =>
  new ApiError('CONFLICT', 'No challenge is pending.', { reason: 'NO_PENDING_CHALLENGE' });

const exhausted = ({ expiresAt, tries }: Challenge, now: Date): ApiError =>
  tooMany('Too many wrong proofs: the challenge is void.', {
    until: expiresAt,
    now,
    hint: `A challenge takes ${tries} tries. Start again.`,
  });

const expired = ({ factor, expiresAt }: Challenge): ApiError =>
  new InvalidFields(
    [
      {
        field: factor === 'PASSKEY' ? 'passkeyAssertion' : 'code',
        message: `The challenge expired at ${expiresAt.toISOString()}.`,
      },
    ],
    'Start again.',
  );

/** Texts a fresh code for the same challenge, which ends when it would have ended. */
export async function resendChallenge(
  needs: ScaNeeds,
  { platform, subjectId, now }: { platform: Platform; subjectId: string; now: Date },
): Promise<void> {
  const challenge = await newestChallenge(needs.db, platform.id, subjectId);
  if (challenge?.state !== 'OPEN' || challenge.expiresAt <= now) throw nonePending();
  if (challenge.factor !== 'SMS_OTP') {
    const message = `A challenge for ${challenge.factor} has no code that could be sent.`;
    throw new ApiError('CONFLICT', message, { reason: 'NOT_A_TEXTED_CODE' });
  }
  if (isExhausted(challenge)) throw exhausted(challenge, now);
  const customer = await findCustomer(needs.db, platform.id, challenge.customerId);
  const { codeHash, message } = await textCode(needs, { platform, customer, challenge, now });
  if (await apply(needs.db, { guard: renewCode(challenge, codeHash), effects: [message] })) return;
  const hint = 'The last code that was sent is still valid.';
  throw tooMany('Too many codes were sent for this challenge.', { until: challenge.expiresAt, now, hint });
}

/** What a subject waits for, as it is shown. */
export async function pendingChallenge(
  db: Database,
  platformId: string,
  subjectId: string,
): Promise<ScaChallengeJson | undefined> {
  const challenge = await newestChallenge(db, platformId, subjectId);
  return challenge?.state === 'OPEN' && !isExhausted(challenge) ? challenge.shown : undefined;
}
