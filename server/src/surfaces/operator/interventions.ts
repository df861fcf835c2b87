import { audit } from '../../engine/ledger/audit.ts';
import type { Banking } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, applyToAccount, fillBalances } from '../../foundation/db/effects.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Permission, PlatformMode } from '../../foundation/kernel/callers.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { accountStatusChange, getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { createPlatform, getClockOffset, getPlatform } from '../../parties/platforms/platforms.ts';
import { makeToken } from '../../parties/platforms/tokens.ts';
import { type Actor, recordAction } from './actions.ts';

interface Deps {
  db: Database;
  vault: Vault;
  banking: Banking;
  /** Production platforms require MASTER_KEY, a master key outside the data directory. */
  allowsProduction: boolean;
}

/** The operator of a request, and the wall time. */
export interface OperatorContext {
  operatorId: string;
  now: Date;
}

/** Operator or command, and the wall time. */
type ActorContext = Actor & { now: Date };

interface PlatformRequest {
  name: string;
  mode: PlatformMode;
  isRegulatedFinancialInstitution?: boolean;
}

/** Creates a platform with its first token. Returns the secret of the token, which is not stored. */
export async function addPlatform(
  { db, vault, allowsProduction }: Pick<Deps, 'db' | 'vault' | 'allowsProduction'>,
  { name, mode, isRegulatedFinancialInstitution = true }: PlatformRequest,
  { now, ...by }: ActorContext,
) {
  if (mode === 'PRODUCTION' && !allowsProduction) throw masterKeyMissing();
  const id = newId('Platform');
  const details = { name, mode, isRegulatedFinancialInstitution };
  const action = recordAction({
    ...by,
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
  new ApiError('CONFLICT', 'A production platform requires MASTER_KEY in the environment of the server.', {
    reason: 'MASTER_KEY_NOT_SET',
    hint: 'Set MASTER_KEY for every server (openssl rand -hex 32), with the previous key as MASTER_KEY_PREVIOUS, and run "causeway keys rotate".',
  });

interface TokenRequest {
  platformId: string;
  name: string;
  permissions: readonly Permission[];
}

export async function addToken(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  { platformId, name, permissions }: TokenRequest,
  { now, ...by }: ActorContext,
) {
  await getPlatform(db, platformId);
  const at = await platformTime(db, platformId, now);
  const { json, effect } = makeToken(vault, { platformId, name, permissions, at });
  const details = { name, permissions };
  const action = recordAction({
    ...by,
    action: 'TOKEN_CREATED',
    platformId,
    resourceId: json.id,
    details,
    at: now,
  });
  await apply(db, { effects: [effect, action] });
  return json;
}

export async function auditLedgerAs(db: Database, platformId: string | undefined, { now, ...by }: ActorContext) {
  if (platformId !== undefined) await getPlatform(db, platformId);
  const result = await audit(db, platformId === undefined ? {} : { platformId });
  const details = { checked: result.checked.length, findings: result.findings.length };
  await apply(db, { effects: [recordAction({ ...by, action: 'LEDGER_AUDITED', platformId, details, at: now })] });
  return result;
}

const freezing = {
  FROZEN: 'INTERNAL_ACCOUNT_FROZEN',
  ACTIVE: 'INTERNAL_ACCOUNT_UNFROZEN',
} as const;

interface StatusChange {
  platformId: string;
  accountId: string;
  to: keyof typeof freezing;
  reason: string;
}

/** Freezes or unfreezes an account. Payments sent earlier still complete, and their refunds are credited. */
export async function setAccountStatus(
  deps: Deps,
  change: StatusChange,
  { operatorId, now }: OperatorContext,
): Promise<string> {
  const { db } = deps;
  const { platformId, accountId, to, reason } = change;
  await getPlatform(db, platformId);
  const account = await getInternalAccount(deps, platformId, accountId);
  const { json, guard, event } = accountStatusChange(account, to, await platformTime(db, platformId, now));
  const details = { reason, from: account.status, to };
  const action = recordAction({
    operatorId,
    action: freezing[to],
    platformId,
    resourceId: accountId,
    details,
    at: now,
  });
  const balance = await applyToAccount(db, { guard, effects: [event, action] });
  if (balance) return fillBalances(JSON.stringify(json), balance);
  const { status } = await getInternalAccount(deps, platformId, accountId);
  throw new ApiError('INVALID_STATE_TRANSITION', `An account that is ${status} cannot become ${to}.`, {
    from: status,
    to,
    hint: 'ACTIVE accounts can be frozen and FROZEN ones unfrozen.',
  });
}

const platformTime = async (db: Database, platformId: string, now: Date): Promise<Date> =>
  addMs(now, await getClockOffset(db, platformId));
