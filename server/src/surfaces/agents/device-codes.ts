import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { randomHex, randomText } from '../../foundation/kernel/ids.ts';
import { policyJson } from './policy.ts';
import { type AgentRow, agentColumns, bytes, getAgent, toAgent } from './record.ts';

/** Validity of a code, on the platform's clock. */
const CODE_MS = DAY_MS;
/** Excludes characters that look alike: I, O, 0, 1. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const TOKEN_BITS = 256;

export interface CodeDeps {
  db: Database;
  vault: Vault;
}

export interface DeviceCode {
  code: string;
  /** The code is stored only as this hash. */
  hash: Buffer;
  expiresAt: Date;
}

/** Makes a code that is short enough to type. It is shown once and redeemed once. */
export function makeDeviceCode(vault: Vault, now: Date): DeviceCode {
  const code = `AGENT-${randomText(ALPHABET, 4)}-${randomText(ALPHABET, 4)}`;
  return { code, hash: vault.hash(code), expiresAt: addMs(now, CODE_MS) };
}

export const deviceCodeJson = ({ code, expiresAt }: DeviceCode, agentId: string) => ({
  code,
  agentId,
  expiresAt,
  redeemed: false,
});

const TRIES = 3;

/** Repeats `write` with another code when the code exists already. */
export async function withDeviceCode<T>(
  deps: CodeDeps,
  now: Date,
  write: (code: DeviceCode) => Promise<T>,
  tries = TRIES,
): Promise<T> {
  try {
    return await write(makeDeviceCode(deps.vault, now));
  } catch (error) {
    if (brokenConstraint(error) !== 'agents_device_code' || tries <= 1) throw error;
    return withDeviceCode(deps, now, write, tries - 1);
  }
}

interface Renewal {
  platform: Platform;
  agentId: string;
  now: Date;
  receipt: Receipt;
}

/** Replaces the code of an agent that has not connected yet. */
export async function renewDeviceCode(deps: CodeDeps, { platform, agentId, now, receipt }: Renewal): Promise<string> {
  await getAgent(deps.db, platform.id, agentId);
  const key = { platformId: platform.id, agentId };
  return withDeviceCode(deps, now, async (code) => {
    const text = JSON.stringify(deviceCodeJson(code, agentId));
    const effects = receipt.record({ status: 201, text });
    if (await apply(deps.db, { guard: renewal(key, code), effects })) return text;
    await getAgent(deps.db, platform.id, agentId);
    throw new ApiError('CONFLICT', 'The agent is connected already.', {
      reason: 'AGENT_CONNECTED',
      hint: 'Its access ends with DELETE /agents/{agentId}; then create another agent.',
    });
  });
}

const renewal = (
  { platformId, agentId }: { platformId: string; agentId: string },
  { hash, expiresAt }: DeviceCode,
): Effect => ({
  kind: renewalKind,
  rows: [{ platform_id: platformId, id: agentId, hash: bytes(hash), expires_at: expiresAt }],
});

const renewalKind: EffectKind = {
  name: 'device_code_renewed',
  statement: (rows) => sql`
    UPDATE agents a SET device_code_hash = r.hash, device_code_expires_at = r.expires_at
    FROM ${rows} AS r(item int, platform_id text, id text, hash bytea, expires_at timestamptz)
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.connected_at IS NULL AND a.deleted_at IS NULL
    RETURNING r.item`,
};

/** Whether a code of this platform was redeemed. */
export async function deviceCodeStatus({ db, vault }: CodeDeps, platformId: string, given: string) {
  const code = given.toUpperCase();
  const row = await vault.find(code, async (hashes) => {
    const [found] = await db.readPipelined<{ redeemed: boolean }>(sql`
      SELECT connected_at IS NOT NULL AS redeemed FROM agents
      WHERE platform_id = ${platformId} AND device_code_hash = ANY (${hashes}::bytea[])`);
    return found;
  });
  if (!row) throw noSuchCode();
  return { code, redeemed: row.redeemed };
}

const noSuchCode = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such device code.', {
    hint: 'A code that was replaced by a newer one is gone. POST /agents/{agentId}/device-codes creates a new one.',
  });

interface CodeRow extends AgentRow {
  clock_offset_ms: bigint;
  device_code_hash: Buffer;
  device_code_expires_at: Date;
}

/** Exchanges the code for an access token. Under concurrency exactly one redemption succeeds. */
export async function redeemDeviceCode(deps: CodeDeps, given: string, wallTime: Date) {
  const { db, vault } = deps;
  const row = await vault.find(given.toUpperCase(), (hashes) => findCode(db, hashes));
  if (!row) throw noSuchCode();
  const { device_code_hash: hash } = row;
  const now = addMs(wallTime, Number(row.clock_offset_ms));
  const accessToken = `gat_${randomHex(TOKEN_BITS)}`;
  const guard = redemption({ hash, tokenHash: vault.hash(accessToken), now }, row.platform_id);
  if (!(await apply(db, { guard, effects: [] }))) throw notRedeemable(await findCode(db, [hash]));
  const agent = toAgent(row);
  return { agentId: agent.id, agentName: agent.name, accessToken, policy: policyJson(agent.policy) };
}

async function findCode(db: Database, hashes: readonly Buffer[]): Promise<CodeRow | undefined> {
  const [row] = await db.readPipelined<CodeRow>(sql`
    SELECT ${agentColumns}, device_code_hash, device_code_expires_at,
      (SELECT p.clock_offset_ms FROM platforms p WHERE p.id = agents.platform_id) AS clock_offset_ms
    FROM agents WHERE device_code_hash = ANY (${hashes}::bytea[])`);
  return row;
}

interface Redemption {
  hash: Buffer;
  tokenHash: Buffer;
  now: Date;
}

const redemption = ({ hash, tokenHash, now }: Redemption, platformId: string): Effect => ({
  kind: redemptionKind,
  rows: [{ platform_id: platformId, hash: bytes(hash), token_hash: bytes(tokenHash), at: now }],
});

const redemptionKind: EffectKind = {
  name: 'device_code_redeemed',
  statement: (rows) => sql`
    UPDATE agents a SET access_token_hash = r.token_hash, connected_at = r.at, updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, hash bytea, token_hash bytea, at timestamptz)
    WHERE a.platform_id = r.platform_id AND a.device_code_hash = r.hash AND a.connected_at IS NULL
      AND a.device_code_expires_at > r.at
    RETURNING r.item`,
};

function notRedeemable(row: CodeRow | undefined): ApiError {
  if (!row) return noSuchCode();
  if (row.connected_at) {
    return new ApiError('INVALID_INPUT', 'The device code was used already.', {
      reason: 'DEVICE_CODE_USED',
      hint: 'If it was not you, delete the agent: DELETE /agents/{agentId}.',
    });
  }
  return new ApiError('INVALID_INPUT', `The device code expired at ${row.device_code_expires_at.toISOString()}.`, {
    reason: 'DEVICE_CODE_EXPIRED',
    hint: 'POST /agents/{agentId}/device-codes creates a new one.',
  });
}
