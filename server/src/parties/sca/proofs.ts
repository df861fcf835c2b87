import { type Database, nullColumn } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { verifyAssertion } from '../wallets/webauthn.ts';
import type { ScaChallengeRecord } from './challenge-record.ts';
import type { ScaDeps } from './deps.ts';
import type { ScaFactor } from './factors.ts';
import { countUse, findPasskey, requireOrigin } from './passkeys.ts';
import { checkTotp } from './totp.ts';

/** Must have either a code, or a passkeyAssertion with its origin. */
export interface ScaProof {
  code?: string | null | undefined;
  passkeyAssertion?: object | null | undefined;
  origin?: string | null | undefined;
}

/** Throws 400 unless the proof has exactly one kind, with all of its members. */
export function requireOneProof({ code, passkeyAssertion, origin }: ScaProof): void {
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

/** Throws 400 for a proof of another factor. A mistake of the platform, so it does not count as an attempt. */
export function requireMatchingFactor({ factor }: ScaChallengeRecord, { code }: ScaProof): void {
  const isCode = factor !== 'PASSKEY';
  if (isCode === Boolean(code)) return;
  const field = isCode ? 'code' : 'passkeyAssertion';
  throw new InvalidFields([{ field, message: `${field} is required: the challenge is for ${factor}.` }]);
}

/** Throws 400 for an origin that is not allowed. A mistake of the platform, so it does not count as an attempt. */
export async function requireAllowedOrigin(
  db: Database,
  challenge: ScaChallengeRecord,
  { origin }: ScaProof,
): Promise<void> {
  const passkey = challenge.factor === 'PASSKEY' ? await findPasskey(db, challenge) : undefined;
  if (passkey) requireOrigin(origin ?? '', passkey.origins, 'origin');
}

interface ProofCheck {
  platform: Platform;
  challenge: ScaChallengeRecord;
  proof: ScaProof;
  now: Date;
}

type ProofResult = { effects: Effect[] } | { problem: FieldError };

/** Checks a proof by the factor of its challenge. The effects prevent other requests from using the same proof. */
export const checkProof = (deps: ScaDeps, check: ProofCheck): Promise<ProofResult> =>
  checks[check.challenge.factor](deps, check);

const wrongCode: ProofResult = { problem: { field: 'code', message: 'code is wrong.' } };

const checks: Record<ScaFactor, (deps: ScaDeps, check: ProofCheck) => Promise<ProofResult>> = {
  SMS_OTP: async ({ vault }, { challenge, proof }) => {
    const { codeHash } = challenge;
    const isRight = codeHash !== null && (await vault.verify(boundCode(challenge, proof.code ?? ''), codeHash));
    return isRight ? { effects: [] } : wrongCode;
  },
  TOTP: async (deps, { platform, challenge, proof, now }) => {
    const used = await checkTotp(deps, { platform, key: challenge, code: proof.code ?? '', now });
    return used ? { effects: [used] } : wrongCode;
  },
  PASSKEY: async ({ db }, { challenge, proof }) => {
    const passkey = await findPasskey(db, challenge);
    if (!passkey) return { problem: { field: 'passkeyAssertion', message: 'the passkey is no longer enrolled.' } };
    const expected = {
      challenge: challenge.shown.passkeyAssertionOptions?.challenge ?? '',
      origin: proof.origin ?? '',
      rpId: passkey.rpId,
    };
    const verified = await verifyAssertion(proof.passkeyAssertion ?? {}, passkey, expected);
    if (!('flaw' in verified)) return { effects: [countUse(challenge, { ...passkey, ...verified })] };
    return { problem: { field: 'passkeyAssertion', message: `passkeyAssertion is not valid: ${verified.flaw}.` } };
  },
};

/** Text that is hashed. It includes the challenge, so that equal codes of two challenges have different hashes. */
const boundCode = ({ platformId, id }: Pick<ScaChallengeRecord, 'platformId' | 'id'>, code: string): string =>
  `sca/${platformId}/${id}/${code}`;

export const hashOfCode = (
  vault: Vault,
  challenge: Pick<ScaChallengeRecord, 'platformId' | 'id'>,
  code: string,
): Buffer => vault.hash(boundCode(challenge, code));

/** Columns that an effect sets to null, to fail the statement, if another request has used the proof. */
const nullWhenUsed = new Set([
  'sca_challenges.state',
  'sca_totp.last_step',
  'sca_totp.recovery_hashes',
  'sca_passkeys.counter',
]);

/** Returns CONFLICT if the statement failed because another request has used the proof; otherwise the error itself. */
export function explainUsedProof(error: unknown): unknown {
  if (!nullWhenUsed.has(nullColumn(error) ?? '')) return error;
  return new ApiError('CONFLICT', 'This proof was used by another request.', { reason: 'PROOF_ALREADY_USED' });
}
