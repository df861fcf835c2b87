import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { ApiError, unauthorizedAgent } from '../../foundation/kernel/errors.ts';
import type { Ratio } from '../../foundation/kernel/money.ts';
import { type Policy, policyJson } from './policy.ts';
import { dayOf, type Usage, usageAt, usageJson } from './usage.ts';

/** An agent acts for one customer, within its policy. */
export interface Agent {
  platformId: string;
  id: string;
  customerId: string;
  name: string;
  isPaused: boolean;
  isConnected: boolean;
  policy: Policy;
  usage: Usage;
  version: bigint;
  createdAt: Date;
  updatedAt: Date;
  isDeleted: boolean;
}

/** JSON of an agent at this moment. */
export const agentJson = (agent: Agent, now: Date) => ({
  id: agent.id,
  name: agent.name,
  customerId: agent.customerId,
  isPaused: agent.isPaused,
  isConnected: agent.isConnected,
  policy: policyJson(agent.policy),
  usage: usageJson(usageAt(agent.usage, now)),
  createdAt: agent.createdAt,
  updatedAt: agent.updatedAt,
});

/** Returns deleted agents as well. */
export async function findAgent(db: Database, platformId: string, id: string): Promise<Agent | undefined> {
  const [row] = await db.readPipelined<AgentRow>(
    sql`SELECT ${agentColumns} FROM agents WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return row && toAgent(row);
}

export async function getAgent(db: Database, platformId: string, id: string): Promise<Agent> {
  const agent = await findAgent(db, platformId, id);
  if (agent && !agent.isDeleted) return agent;
  throw noSuchAgent();
}

/** Returns the agent of a request; throws 401 if it was deleted after it was cached. */
export async function callingAgent(db: Database, platformId: string, id: string): Promise<Agent> {
  const agent = await findAgent(db, platformId, id);
  if (agent && !agent.isDeleted) return agent;
  throw unauthorizedAgent('ACCESS_TOKEN_UNKNOWN', 'Unknown or revoked access token.');
}

export const noSuchAgent = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such agent.', { hint: 'GET /agents lists the agents.' });

export const insertAgent = (agent: Agent, code: { hash: Buffer; expiresAt: Date }): Effect => ({
  kind: insertKind,
  rows: [
    {
      platform_id: agent.platformId,
      id: agent.id,
      customer_id: agent.customerId,
      name: agent.name,
      is_paused: agent.isPaused,
      policy: agent.policy,
      version: agent.version.toString(),
      device_code_hash: bytes(code.hash),
      device_code_expires_at: code.expiresAt,
      usage_day: dayOf(agent.createdAt),
      created_at: agent.createdAt,
    },
  ],
});

export const bytes = (hash: Buffer): string => `\\x${hash.toString('hex')}`;

const insertKind: EffectKind = {
  name: 'agent_created',
  statement: (rows) => sql`
    INSERT INTO agents (platform_id, id, customer_id, name, is_paused, policy, version, device_code_hash,
      device_code_expires_at, usage_day, created_at, updated_at)
    SELECT platform_id, id, customer_id, name, is_paused, policy, version, device_code_hash, device_code_expires_at,
      usage_day, created_at, created_at
    FROM ${rows} AS r(item int, platform_id text, id text, customer_id text, name text, is_paused boolean, policy jsonb,
      version bigint, device_code_hash bytea, device_code_expires_at timestamptz, usage_day date, created_at timestamptz)
    JOIN guarded USING (item)`,
};

/**
 * Guard of a change: requires that the agent has not changed since it was read. `recast` converts the spent amounts to
 * another currency, including concurrent spends.
 */
export const updateAgent = (agent: Agent, recast?: Ratio): Effect => ({
  kind: updateKind,
  rows: [
    {
      platform_id: agent.platformId,
      id: agent.id,
      name: agent.name,
      is_paused: agent.isPaused,
      policy: agent.policy,
      version: agent.version.toString(),
      numerator: recast?.numerator.toString() ?? '1',
      denominator: recast?.denominator.toString() ?? '1',
      recast_at: recast && recast.numerator !== recast.denominator ? agent.updatedAt : null,
      at: agent.updatedAt,
    },
  ],
});

// Rounds up like every spend, so that a change of currency never lowers the spent amount.
const updateKind: EffectKind = {
  name: 'agent_changed',
  statement: (rows) => sql`
    UPDATE agents a SET name = r.name, is_paused = r.is_paused, policy = r.policy, version = r.version, updated_at = r.at,
      daily_spend = div(a.daily_spend * r.numerator + r.denominator - 1, r.denominator),
      monthly_spend = div(a.monthly_spend * r.numerator + r.denominator - 1, r.denominator),
      recast_at = COALESCE(r.recast_at, a.recast_at)
    FROM ${rows} AS r(item int, platform_id text, id text, name text, is_paused boolean, policy jsonb, version bigint,
      numerator numeric, denominator numeric, recast_at timestamptz, at timestamptz)
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.version = r.version - 1 AND a.deleted_at IS NULL
    RETURNING r.item`,
};

/** Guard: requires that the agent is not deleted, and removes its credentials. */
export const removeAgent = ({ platformId, id }: { platformId: string; id: string }, at: Date): Effect => ({
  kind: removeKind,
  rows: [{ platform_id: platformId, id, at }],
});

const removeKind: EffectKind = {
  name: 'agent_deleted',
  statement: (rows) => sql`
    UPDATE agents a SET deleted_at = r.at, updated_at = r.at, version = a.version + 1, access_token_hash = NULL,
      device_code_hash = NULL
    FROM ${rows} AS r(item int, platform_id text, id text, at timestamptz)
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.deleted_at IS NULL RETURNING r.item`,
};

/** Guard: requires that the agent is unchanged since it was read, and locks it until the statement ends. */
export const agentUnchanged = ({ platformId, id, version }: Agent): Effect => ({
  kind: standsKind,
  rows: [{ platform_id: platformId, id, version: version.toString() }],
});

const standsKind: EffectKind = {
  name: 'agent_stands',
  statement: (rows) => sql`
    SELECT r.item FROM ${rows} AS r(item int, platform_id text, id text, version bigint)
    JOIN agents a ON a.platform_id = r.platform_id AND a.id = r.id
    WHERE a.version = r.version AND a.deleted_at IS NULL FOR SHARE OF a`,
};

export const agentColumns = sql`platform_id, id, customer_id, name, is_paused, connected_at, policy, usage_day::text,
  daily_count, daily_spend::text, monthly_spend::text, version, created_at, updated_at, deleted_at`;

export interface AgentRow {
  platform_id: string;
  id: string;
  customer_id: string;
  name: string;
  is_paused: boolean;
  connected_at: Date | null;
  policy: Policy;
  usage_day: string;
  daily_count: bigint;
  daily_spend: string;
  monthly_spend: string;
  version: bigint;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export const toAgent = (row: AgentRow): Agent => ({
  platformId: row.platform_id,
  id: row.id,
  customerId: row.customer_id,
  name: row.name,
  isPaused: row.is_paused,
  isConnected: row.connected_at !== null,
  policy: row.policy,
  usage: {
    day: row.usage_day,
    dailyCount: Number(row.daily_count),
    dailySpend: BigInt(row.daily_spend),
    monthlySpend: BigInt(row.monthly_spend),
  },
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  isDeleted: row.deleted_at !== null,
});
