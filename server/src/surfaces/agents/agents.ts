import type { Static } from '@sinclair/typebox';
import { enqueue } from '../../engine/jobs/queue.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { idPattern, newId } from '../../foundation/kernel/ids.ts';
import { mulDivCeil, ONE } from '../../foundation/kernel/money.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { getActiveCustomer } from '../../parties/customers/record.ts';
import { accessChanged } from '../../parties/platforms/access.ts';
import { currencies } from '../../parties/rates/currencies.ts';
import type { AgentDeps } from './deps.ts';
import { type CodeDeps, deviceCodeJson, withDeviceCode } from './device-codes.ts';
import type { PolicyUpdate } from './policy.ts';
import { changedPolicy, policyProblems, requirePolicy } from './policy-rules.ts';
import {
  type Agent,
  type AgentRow,
  agentColumns,
  agentJson,
  getAgent,
  insertAgent,
  noSuchAgent,
  removeAgent,
  toAgent,
  updateAgent,
} from './record.ts';
import type { AgentCreate } from './schemas.ts';
import { dayOf } from './usage.ts';

export type NewAgent = Static<typeof AgentCreate>;

interface Creation {
  platform: Platform;
  input: NewAgent;
  now: Date;
  receipt: Receipt;
}

/** Creates an agent and its device code, which is shown only in this response. */
export async function createAgent(deps: CodeDeps, { platform, input, now, receipt }: Creation): Promise<string> {
  const { name, customerId } = input;
  await getActiveCustomer(deps.db, platform.id, customerId);
  await requirePolicy(deps.db, input.policy, { platformId: platform.id, customerId, field: 'policy' });
  const agent: Agent = {
    platformId: platform.id,
    id: newId('Agent'),
    customerId,
    name,
    isPaused: false,
    isConnected: false,
    policy: { ...input.policy, permissions: [...new Set(input.policy.permissions)] },
    usage: { day: dayOf(now), dailyCount: 0, dailySpend: 0n, monthlySpend: 0n },
    version: 1n,
    createdAt: now,
    updatedAt: now,
    isDeleted: false,
  };
  return withDeviceCode(deps, now, async (code) => {
    const text = JSON.stringify({ agent: agentJson(agent, now), deviceCode: deviceCodeJson(code, agent.id) });
    await apply(deps.db, { effects: [insertAgent(agent, code), ...receipt.record({ status: 201, text })] });
    return text;
  });
}

/** Rule violations of a creation request that may be incomplete. */
export const creationProblems = (db: Database, { platform, input }: Pick<Creation, 'platform' | 'input'>) =>
  policyProblems(db, input.policy ?? {}, { platformId: platform.id, customerId: input.customerId, field: 'policy' });

export interface AgentFilter extends PageRequest {
  customerId?: string | undefined;
  isPaused?: boolean | undefined;
  isConnected?: boolean | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  updatedBefore?: string | undefined;
}

export async function listAgents(db: Database, platformId: string, filter: AgentFilter, now: Date) {
  const { customerId, isPaused, isConnected, createdAfter, createdBefore, updatedAfter, updatedBefore } = filter;
  const where = [
    sql`platform_id = ${platformId} AND deleted_at IS NULL`,
    customerId === undefined ? undefined : sql`customer_id = ${customerId}`,
    isPaused === undefined ? undefined : sql`is_paused = ${isPaused}`,
    isConnected === undefined ? undefined : sql`(connected_at IS NOT NULL) = ${isConnected}`,
    createdAfter === undefined ? undefined : sql`created_at >= ${createdAfter}`,
    createdBefore === undefined ? undefined : sql`created_at <= ${createdBefore}`,
    updatedAfter === undefined ? undefined : sql`updated_at >= ${updatedAfter}`,
    updatedBefore === undefined ? undefined : sql`updated_at <= ${updatedBefore}`,
  ].filter((condition) => condition !== undefined);
  const found = await page<AgentRow>(db, {
    keys: idPattern('Agent'),
    select: agentColumns,
    from: sql`FROM agents`,
    where,
    request: filter,
  });
  return mapPage(found, (row) => agentJson(toAgent(row), now));
}

interface AgentRequest {
  platform: Platform;
  agentId: string;
  now: Date;
}

export function changeAgent(db: Database, request: AgentRequest, changes: { name?: string; isPaused?: boolean }) {
  return change(db, request, async (agent) => ({ guard: updateAgent({ ...agent, ...changes }), ...changes }));
}

/** Takes effect at once: every action is checked against the current policy. */
export function changePolicy(
  { db, payments: { rates } }: Pick<AgentDeps, 'db' | 'payments'>,
  request: AgentRequest,
  update: PolicyUpdate,
): Promise<object> {
  const { platform, now } = request;
  return change(db, request, async (agent) => {
    const from = agent.policy.spendingLimits.currency;
    const to = update.spendingLimits?.currency ?? from;
    const { ratio } = await rates.mid(platform.mode, { from, to: currencies.has(to) ? to : from }, now);
    const policy = changedPolicy(agent.policy, update, ratio);
    await requirePolicy(db, policy, { platformId: platform.id, customerId: agent.customerId, field: '' });
    const { dailySpend, monthlySpend, ...counted } = agent.usage;
    const worth = (spent: bigint): bigint => mulDivCeil(spent, ratio);
    const usage = { ...counted, dailySpend: worth(dailySpend), monthlySpend: worth(monthlySpend) };
    return { guard: updateAgent({ ...agent, policy }, ratio), policy, usage };
  });
}

/** Rule violations of an update that may be incomplete. Checks limits without converting them. */
export async function policyChangeProblems(
  db: Database,
  { platform, agentId }: Omit<AgentRequest, 'now'>,
  update: PolicyUpdate,
) {
  const { policy, customerId } = await getAgent(db, platform.id, agentId);
  const whose = { platformId: platform.id, customerId, field: '' };
  return policyProblems(db, changedPolicy(policy, update, ONE), whose);
}

type Changing = (next: Agent) => Promise<Partial<Agent> & { guard: ReturnType<typeof updateAgent> }>;

/** `changing` receives the agent with its next version and returns its changes. */
async function change(db: Database, { platform, agentId, now }: AgentRequest, changing: Changing): Promise<object> {
  return retryOnConflict('agent', async () => {
    const agent = await getAgent(db, platform.id, agentId);
    const next = { ...agent, version: agent.version + 1n, updatedAt: now };
    const { guard, ...changes } = await changing(next);
    const isApplied = await apply(db, { guard, effects: [] });
    return isApplied ? agentJson({ ...next, ...changes }, now) : undefined;
  });
}

/** Job that rejects the pending actions of a deleted agent. */
export const AGENT_DELETED_JOB = 'agent.deleted';

/** Ends the agent's access in every process before the response is sent. */
export async function deleteAgent(db: Database, { platform, agentId, now }: AgentRequest): Promise<void> {
  const job = {
    platformId: platform.id,
    kind: AGENT_DELETED_JOB,
    resourceId: agentId,
    runAt: now,
    createdAt: now,
    clockOffsetMs: platform.clockOffsetMs,
  };
  const guard = removeAgent({ platformId: platform.id, id: agentId }, now);
  if (!(await apply(db, { guard, effects: [accessChanged, enqueue([job])] }))) throw noSuchAgent();
}
