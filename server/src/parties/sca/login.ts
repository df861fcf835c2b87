import { isIP } from 'node:net';
import { apply } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import type { Customer } from '../customers/record.ts';
import { applyWithChallenge, type OpenedChallenge, openChallenge, tryProof } from './challenges.ts';
import type { ScaDeps } from './deps.ts';
import type { ScaFactor } from './factors.ts';
import { countFailedLogin, getLoginLock, requireUnlocked, SESSION_MS, startSession, triesLeft } from './locks.ts';
import { explainUsedProof, type ScaProof } from './proofs.ts';
import { keyOf } from './sca-customer.ts';

interface Start {
  platform: Platform;
  customer: Customer;
  factor: ScaFactor;
  now: Date;
  receipt: Receipt;
}

/** Opens the challenge of a login and voids the previous one. */
export async function startLogin(deps: ScaDeps, start: Start): Promise<string> {
  const { platform, customer, factor, now, receipt } = start;
  const { db } = deps;
  const subject = { subjectId: customer.id, purpose: 'LOGIN' as const, about: 'log in' };
  const tries = triesLeft(await getLoginLock(db, keyOf(customer)));
  const request = { platform, customer, factor, tries, now, ...subject };
  const challenge = await openChallenge(deps, request);
  const text = JSON.stringify({ factor, ...challengeJson(factor, challenge) });
  const effects = [...challenge.effects, ...receipt.record({ status: 200, text })];
  await applyWithChallenge(db, { effects }, { customer, now });
  return text;
}

function challengeJson(factor: ScaFactor, { id, expiresAt, json, passkey }: OpenedChallenge) {
  if (factor === 'SMS_OTP') return { challengeId: id, expiresAt };
  if (!passkey) return {};
  const { passkeyAssertionOptions: passkeyOptions } = json;
  return { passkeyOptions, allowedOrigins: passkey.origins, relyingPartyId: passkey.rpId };
}

interface Completion extends Start {
  challengeId: string | undefined;
  proof: ScaProof;
  ipAddress: string;
}

/** A valid proof opens a session, which replaces the previous one. An invalid proof counts as a failed login. */
export async function completeLogin(deps: ScaDeps, completion: Completion): Promise<string> {
  const { platform, customer, factor, challengeId, proof, ipAddress, now, receipt } = completion;
  const problems = completionProblems(completion);
  if (problems.length > 0) throw new InvalidFields(problems);
  const key = keyOf(customer);
  const expected = { subjectId: customer.id, purpose: 'LOGIN' as const, factor, challengeId };
  const tried = await tryProof(deps, { platform, customer, proof, now, ...expected });
  if ('rejection' in tried) {
    requireUnlocked(await countFailedLogin(deps.db, { key, now }), now);
    throw tried.rejection;
  }
  const text = JSON.stringify({ status: 'SUCCESS', sessionExpiresAt: addMs(now, SESSION_MS) });
  const session = startSession(key, { factor, ipAddress, now });
  try {
    await apply(deps.db, { effects: [...tried.effects, session, ...receipt.record({ status: 200, text })] });
  } catch (error) {
    throw explainUsedProof(error);
  }
  return text;
}

/** Rules that the schema cannot express. Also checked if other fields are invalid. */
export function completionProblems(given: Pick<Completion, 'factor' | 'challengeId' | 'ipAddress'>): FieldError[] {
  const { factor, challengeId, ipAddress } = given;
  const problems: FieldError[] = [];
  if (factor === 'SMS_OTP' && !challengeId) {
    problems.push({ field: 'challengeId', message: 'challengeId is required for SMS_OTP.' });
  }
  if (isIP(ipAddress) === 0) {
    const message = 'endUserIpAddress must be an IP address.';
    problems.push({ field: 'endUserIpAddress', message, constraint: { format: 'ip' } });
  }
  return problems;
}
