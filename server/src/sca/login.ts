import { isIP } from 'node:net';
import type { Customer } from '../customers/record.ts';
import { apply } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { type FieldError, InvalidFields } from '../kernel/errors.ts';
import {
  explainSpentProof,
  openChallenge,
  type ScaFactor,
  type ScaNeeds,
  type ScaProof,
  tryProof,
} from './challenges.ts';
import {
  counted,
  countFailure,
  limits,
  readLock,
  refusedByLimit,
  refuseLocked,
  SESSION_MS,
  startSession,
  triesLeft,
} from './standing.ts';
import { keyOf } from './subject.ts';

interface Start {
  platform: Platform;
  customer: Customer;
  factor: ScaFactor;
  now: Date;
  receipt: Receipt;
}

/** Asks for the proof that opens a session. What was asked before is void. */
export async function startLogin(needs: ScaNeeds, start: Start): Promise<string> {
  const { platform, customer, factor, now, receipt } = start;
  const { db } = needs;
  const key = keyOf(customer);
  const subject = { subjectId: customer.id, purpose: 'LOGIN' as const, about: 'log in' };
  const tries = triesLeft(await readLock(db, key));
  const request = { platform, customer, factor, tries, now, ...subject };
  const challenge = await openChallenge(needs, request);
  const text = JSON.stringify({ factor, ...askedFor(factor, challenge) });
  const guard = factor === 'SMS_OTP' ? counted(limits.texts, key, now) : undefined;
  const effects = [...challenge.effects, ...receipt.remember({ status: 200, text })];
  if (!(await apply(db, { guard, effects }))) throw await refusedByLimit(db, limits.texts, { key, now });
  return text;
}

function askedFor(factor: ScaFactor, { id, expiresAt, json, passkey }: Awaited<ReturnType<typeof openChallenge>>) {
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

/** A right proof opens the session, in the place of any before it; a wrong one counts as a failed login. */
export async function completeLogin(needs: ScaNeeds, completion: Completion): Promise<string> {
  const { platform, customer, factor, challengeId, proof, ipAddress, now, receipt } = completion;
  const problems = completionProblems(completion);
  if (problems.length > 0) throw new InvalidFields(problems);
  const key = keyOf(customer);
  const about = { subjectId: customer.id, purpose: 'LOGIN' as const, factor, challengeId };
  const tried = await tryProof(needs, { platform, customer, proof, now, ...about });
  if ('refusal' in tried) {
    refuseLocked(await countFailure(needs.db, { key, now }), now);
    throw tried.refusal;
  }
  const text = JSON.stringify({ status: 'SUCCESS', sessionExpiresAt: addMs(now, SESSION_MS) });
  const session = startSession(key, { factor, ipAddress, now });
  try {
    await apply(needs.db, { effects: [...tried.effects, session, ...receipt.remember({ status: 200, text })] });
  } catch (error) {
    throw explainSpentProof(error);
  }
  return text;
}

/** What the schema cannot say, also of a request that is not whole yet. */
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
