import { type AccountNeeds, findInternalAccount, moveStatus } from '../accounts/internal-accounts.ts';
import type { Database } from '../db/database.ts';
import { apply, applyToAccount, fill } from '../db/effects.ts';
import type { Vault } from '../db/vault.ts';
import { deadJobNotFound, findDeadJob, revive } from '../jobs/oversight.ts';
import type { Permission, PlatformMode } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { audit } from '../ledger/audit.ts';
import { createPlatform, findPlatform, readClockOffset } from '../platforms/platforms.ts';
import { makeToken } from '../platforms/tokens.ts';
import { recordAction } from './actions.ts';

interface Needs extends AccountNeeds {
  vault: Vault;
  /** Real money asks for a master key that lives outside of the machine: MASTER_KEY in the environment. */
  allowsProduction: boolean;
}

/** Who does something, and when on the wall. */
export interface Hand {
  operatorId: string;
  now: Date;
}

interface PlatformWish {
  name: string;
  mode: PlatformMode;
  isRegulatedFinancialInstitution?: boolean;
}

/** A platform with its first token, whose secret is in this answer only. */
export async function addPlatform(
  { db, vault, allowsProduction }: Needs,
  { name, mode, isRegulatedFinancialInstitution = true }: PlatformWish,
  { operatorId, now }: Hand,
) {
  if (mode === 'PRODUCTION' && !allowsProduction) throw masterKeyMissing();
  const id = newId('Platform');
  const details = { name, mode, isRegulatedFinancialInstitution };
  const action = recordAction({
    operatorId,
    action: 'PLATFORM_CREATED',
    platformId: id,
    resourceId: id,
    details,
    at: now,
  });
  const platform = { id, name, mode, isRegulatedFinancialInstitution, at: now, effects: [action] };
  const { createdAt, token } = await createPlatform(db, vault, platform);
  return { id, name, mode, isRegulatedFinancialInstitution, createdAt, token };
}

const masterKeyMissing = () =>
  new ApiError('CONFLICT', 'A production platform needs a master key of its own.', {
    reason: 'MASTER_KEY_NOT_SET',
    hint: 'Set MASTER_KEY for every server (openssl rand -hex 32), with the key of before as MASTER_KEY_PREVIOUS, and run "causeway keys rotate".',
  });

interface TokenWish {
  platformId: string;
  name: string;
  permissions: readonly Permission[];
}

export async function addToken({ db, vault }: Needs, { platformId, name, permissions }: TokenWish, hand: Hand) {
  await findPlatform(db, platformId);
  const at = await platformTime(db, platformId, hand.now);
  const { json, effect } = makeToken(vault, { platformId, name, permissions, at });
  const { operatorId, now } = hand;
  const details = { name, permissions };
  const action = recordAction({
    operatorId,
    action: 'TOKEN_CREATED',
    platformId,
    resourceId: json.id,
    details,
    at: now,
  });
  await apply(db, { effects: [effect, action] });
  return json;
}

/** Of two retries at once one finds the job dead. */
export async function retryJob({ db }: Needs, jobId: string, { operatorId, now }: Hand) {
  const job = await findDeadJob(db, jobId);
  const { platformId, kind, attempts, lastError } = job;
  const clockOffsetMs = await readClockOffset(db, platformId);
  const details = { kind, attempts, lastError };
  const action = recordAction({ operatorId, action: 'JOB_RETRIED', platformId, resourceId: jobId, details, at: now });
  const isRevived = await apply(db, { guard: revive(job, { now, clockOffsetMs }), effects: [action] });
  if (!isRevived) throw deadJobNotFound();
  return { ...job, attempts: 0, runAt: addMs(now, clockOffsetMs) };
}

export async function auditLedger({ db }: Needs, platformId: string | undefined, { operatorId, now }: Hand) {
  if (platformId !== undefined) await findPlatform(db, platformId);
  const result = await audit(db, platformId === undefined ? {} : { platformId });
  const details = { checked: result.checked.length, findings: result.findings.length };
  await apply(db, { effects: [recordAction({ operatorId, action: 'LEDGER_AUDITED', platformId, details, at: now })] });
  return result;
}

const freezing = {
  FROZEN: 'INTERNAL_ACCOUNT_FROZEN',
  ACTIVE: 'INTERNAL_ACCOUNT_UNFROZEN',
} as const;

interface StatusWish {
  platformId: string;
  accountId: string;
  to: keyof typeof freezing;
  reason: string;
}

/** Stops or lets go again what an account may send and receive. What it has paid still arrives, and refunds reach it. */
export async function setAccountStatus(needs: Needs, wish: StatusWish, { operatorId, now }: Hand): Promise<string> {
  const { db } = needs;
  const { platformId, accountId, to, reason } = wish;
  await findPlatform(db, platformId);
  const account = await findInternalAccount(needs, platformId, accountId);
  const { json, guard, event } = moveStatus(account, to, await platformTime(db, platformId, now));
  const details = { reason, from: account.status, to };
  const action = recordAction({
    operatorId,
    action: freezing[to],
    platformId,
    resourceId: accountId,
    details,
    at: now,
  });
  const standing = await applyToAccount(db, { guard, effects: [event, action] });
  if (standing) return fill(JSON.stringify(json), standing);
  const { status } = await findInternalAccount(needs, platformId, accountId);
  throw new ApiError('INVALID_STATE_TRANSITION', `An account that is ${status} cannot become ${to}.`, {
    from: status,
    to,
    hint: 'ACTIVE accounts can be frozen and FROZEN ones unfrozen.',
  });
}

const platformTime = async (db: Database, platformId: string, now: Date): Promise<Date> =>
  addMs(now, await readClockOffset(db, platformId));
