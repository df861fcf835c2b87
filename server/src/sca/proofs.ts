import { timingSafeEqual } from 'node:crypto';
import { nullColumn } from '../db/database.ts';
import type { Effect } from '../db/effects.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { readAssertion } from '../wallets/webauthn.ts';
import type { Challenge, ScaFactor } from './challenge-record.ts';
import type { ScaNeeds } from './challenges.ts';
import { countUse, readPasskey, refuseOrigin } from './passkeys.ts';
import { checkTotp } from './totp.ts';

/** Exactly one of code and passkeyAssertion; the latter with its origin. */
export interface ScaProof {
  code?: string | null | undefined;
  passkeyAssertion?: object | null | undefined;
  origin?: string | null | undefined;
}

/** A proof is of one kind and complete. */
export function refuseUnclear({ code, passkeyAssertion, origin }: ScaProof): void {
  const problems: FieldError[] = [];
  if (Boolean(code) === Boolean(passkeyAssertion)) {
    const message = 'exactly one of code and passkeyAssertion is required.';
    problems.push({ field: 'code', message }, { field: 'passkeyAssertion', message });
  }
  if (passkeyAssertion && !origin) {
    problems.push({ field: 'origin', message: 'origin is required with passkeyAssertion.' });
  }
  if (problems.length > 0) throw new InvalidFields(problems);
}

/** A proof of another factor is a mistake, and no try. */
export function refuseOtherFactor({ factor }: Challenge, { code }: ScaProof): void {
  const isCode = factor !== 'PASSKEY';
  if (isCode === Boolean(code)) return;
  const field = isCode ? 'code' : 'passkeyAssertion';
  throw new InvalidFields([{ field, message: `${field} is required: the challenge is for ${factor}.` }]);
}

export interface Trial {
  platform: Platform;
  challenge: Challenge;
  proof: ScaProof;
  now: Date;
}

export type Verdict = { effects: Effect[] } | { problem: FieldError };

/** Judges a proof by the challenge's factor: what uses it up, or what is wrong with it. */
export const judge = (needs: ScaNeeds, trial: Trial): Promise<Verdict> => judges[trial.challenge.factor](needs, trial);

const wrongCode: Verdict = { problem: { field: 'code', message: 'code is wrong.' } };

const judges: Record<ScaFactor, (needs: ScaNeeds, trial: Trial) => Promise<Verdict>> = {
  SMS_OTP: async ({ vault }, { challenge, proof }) => {
    const { codeHash } = challenge;
    const isRight = codeHash !== null && timingSafeEqual(hashOfCode(vault, challenge, proof.code ?? ''), codeHash);
    return isRight ? { effects: [] } : wrongCode;
  },
  TOTP: async (needs, { platform, challenge, proof, now }) => {
    const used = await checkTotp(needs, { platform, key: challenge, code: proof.code ?? '', now });
    return used ? { effects: [used] } : wrongCode;
  },
  PASSKEY: async ({ db }, { challenge, proof }) => {
    const passkey = await readPasskey(db, challenge);
    if (!passkey) return { problem: { field: 'passkeyAssertion', message: 'the passkey is enrolled no more.' } };
    const origin = proof.origin ?? '';
    refuseOrigin(origin, passkey.origins, 'origin');
    const expected = {
      challenge: challenge.shown.passkeyAssertionOptions?.challenge ?? '',
      origin,
      rpId: passkey.rpId,
    };
    const read = await readAssertion(proof.passkeyAssertion ?? {}, passkey, expected);
    if (!('flaw' in read)) return { effects: [countUse(challenge, { ...passkey, ...read })] };
    return { problem: { field: 'passkeyAssertion', message: `passkeyAssertion proves nothing: ${read.flaw}.` } };
  },
};

/** Bound to its challenge: a code says nothing about any other. */
export const hashOfCode = (vault: Vault, { platformId, id }: Pick<Challenge, 'platformId' | 'id'>, code: string) =>
  vault.hash(`sca/${platformId}/${id}/${code}`);

/** Each is set to null by an effect whose proof was used meanwhile. */
const spent = new Set([
  'sca_challenges.state',
  'sca_totp.last_step',
  'sca_totp.recovery_hashes',
  'sca_passkeys.counter',
]);

/** What a statement that failed means when it carried the effects of a proof; other errors come back as they are. */
export function explainSpentProof(error: unknown): unknown {
  if (!spent.has(nullColumn(error) ?? '')) return error;
  return new ApiError('CONFLICT', 'This proof was used by another request.', { reason: 'PROOF_ALREADY_USED' });
}
