import { Type } from '@sinclair/typebox';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { executionReasons } from '../../payments/quotes/schemas.ts';
import { listActions } from './action-record.ts';
import {
  changeAgent,
  changePolicy,
  createAgent,
  creationProblems,
  deleteAgent,
  listAgents,
  policyChangeProblems,
} from './agents.ts';
import { approveAction, rejectAction } from './approvals.ts';
import type { AgentRouteDeps } from './deps.ts';
import { deviceCodeStatus, redeemDeviceCode, renewDeviceCode } from './device-codes.ts';
import { meRoutes } from './me-routes.ts';
import { agentJson, getAgent } from './record.ts';
import {
  Agent,
  AgentAction,
  AgentActionList,
  AgentActionReject,
  AgentCreate,
  AgentCreated,
  AgentList,
  AgentPolicyUpdate,
  AgentQuery,
  AgentUpdate,
  ApprovalQuery,
  CodePath,
  DeviceCode,
  DeviceCodeRedeemed,
  DeviceCodeStatus,
} from './schemas.ts';

const tag = 'Agent Management';
const AgentPath = Type.Object({ agentId: IdOf('Agent') });
const ActionPath = Type.Object({ agentId: IdOf('Agent'), actionId: IdOf('AgentAction') });

/** Literal paths precede paths with an id in the same position. */
export const agentRoutes = (deps: AgentRouteDeps): Route[] => [
  ...meRoutes(deps),
  ...collectionRoutes(deps),
  ...codeRoutes(deps),
  approvalsRoute(deps),
  ...oneRoutes(deps),
  policyRoute(deps),
  ...decisionRoutes(deps),
];

const collectionRoutes = (deps: AgentRouteDeps): Route[] => [
  route({
    method: 'POST',
    path: '/agents',
    operationId: 'createAgent',
    tag,
    summary: 'Create an agent that acts for a customer',
    description: 'The device code, redeemed once within 24 hours, gives the agent its access; it is not shown again.',
    access: 'MANAGE',
    body: AgentCreate,
    rules: ({ caller: { platform }, body }) => creationProblems(deps.db, { platform, input: body }),
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 201: AgentCreated },
    errors: ['INVALID_INPUT', 'USER_NOT_FOUND', 'CUSTOMER_DELETED'],
    handle: async ({ caller: { platform }, body, now, receipt }) => ({
      status: 201,
      text: await createAgent(deps, { platform, input: body, now, receipt }),
    }),
  }),
  route({
    method: 'GET',
    path: '/agents',
    operationId: 'listAgents',
    tag,
    summary: 'List agents',
    access: 'VIEW',
    query: AgentQuery,
    responses: { 200: AgentList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query, now }) => ok(await listAgents(deps.db, caller.platform.id, query, now)),
  }),
];

const codeRoutes = (deps: AgentRouteDeps): Route[] => [
  route({
    method: 'GET',
    path: '/agents/device-codes/{code}/status',
    operationId: 'getAgentDeviceCodeStatus',
    tag,
    summary: 'Ask whether a device code was redeemed',
    access: 'VIEW',
    params: CodePath,
    secretPath: true,
    responses: { 200: DeviceCodeStatus },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(await deviceCodeStatus(deps, caller.platform.id, params.code)),
  }),
  route({
    method: 'POST',
    path: '/agents/device-codes/{code}/redeem',
    operationId: 'redeemAgentDeviceCode',
    tag,
    summary: 'Redeem a device code for the access of its agent',
    description:
      'A code is redeemed once: under concurrency exactly one request succeeds. The accessToken is not shown again.',
    access: 'PUBLIC',
    params: CodePath,
    secretResponse: true,
    secretPath: true,
    responses: { 200: DeviceCodeRedeemed },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    reasons: { INVALID_INPUT: ['DEVICE_CODE_USED', 'DEVICE_CODE_EXPIRED'] },
    handle: async ({ params, now }) => ok(await redeemDeviceCode(deps, params.code, now)),
  }),
];

const approvalsRoute = ({ db }: AgentRouteDeps): Route =>
  route({
    method: 'GET',
    path: '/agents/approvals',
    operationId: 'listAgentApprovals',
    tag,
    summary: 'List the actions of agents that wait for an approval',
    access: 'VIEW',
    query: ApprovalQuery,
    responses: { 200: AgentActionList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query, now }) =>
      ok(await listActions(db, { platformId: caller.platform.id, now }, { ...query, status: 'PENDING_APPROVAL' })),
  });

const oneRoutes = (deps: AgentRouteDeps): Route[] => [
  route({
    method: 'GET',
    path: '/agents/{agentId}',
    operationId: 'getAgentById',
    tag,
    summary: 'Read an agent',
    access: 'VIEW',
    params: AgentPath,
    responses: { 200: Agent },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params, now }) =>
      ok(agentJson(await getAgent(deps.db, caller.platform.id, params.agentId), now)),
  }),
  route({
    method: 'PATCH',
    path: '/agents/{agentId}',
    operationId: 'updateAgent',
    tag,
    summary: 'Rename or pause an agent',
    description: 'A paused agent can only read; its pending actions fail when they are approved.',
    access: 'MANAGE',
    params: AgentPath,
    body: AgentUpdate,
    responses: { 200: Agent },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller: { platform }, params: { agentId }, body, now }) =>
      ok(await changeAgent(deps.db, { platform, agentId, now }, body)),
  }),
  route({
    method: 'DELETE',
    path: '/agents/{agentId}',
    operationId: 'deleteAgent',
    tag,
    summary: 'Delete an agent',
    description: 'Access ends at once, and pending actions are rejected.',
    access: 'MANAGE',
    params: AgentPath,
    responses: { 204: null },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller: { platform }, params: { agentId }, now }) => {
      await deleteAgent(deps.db, { platform, agentId, now });
      await deps.accessCache.refresh();
      return noContent;
    },
  }),
  route({
    method: 'POST',
    path: '/agents/{agentId}/device-codes',
    operationId: 'regenerateAgentDeviceCode',
    tag,
    summary: 'Give an agent that has not connected a new device code',
    description: 'The previous code becomes invalid. The new one is not shown again.',
    access: 'MANAGE',
    params: AgentPath,
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 201: DeviceCode },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['AGENT_CONNECTED'] },
    handle: async ({ caller: { platform }, params: { agentId }, now, receipt }) => ({
      status: 201,
      text: await renewDeviceCode(deps, { platform, agentId, now, receipt }),
    }),
  }),
];

const policyRoute = (deps: AgentRouteDeps): Route =>
  route({
    method: 'PATCH',
    path: '/agents/{agentId}/policy',
    operationId: 'updateAgentPolicy',
    tag,
    summary: "Change an agent's policy",
    description:
      'Effective at once. Members left out keep their values, lists are replaced, null removes a limit. With another ' +
      'currency, limits that are not given anew and what was spent are converted at the rate of this moment.',
    access: 'MANAGE',
    params: AgentPath,
    body: AgentPolicyUpdate,
    rules: ({ caller: { platform }, params: { agentId }, body }) =>
      policyChangeProblems(deps.db, { platform, agentId }, body),
    responses: { 200: Agent },
    errors: ['INVALID_INPUT', 'INVALID_CURRENCY', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    handle: async ({ caller: { platform }, params: { agentId }, body, now }) =>
      ok(await changePolicy(deps, { platform, agentId, now }, body)),
  });

const decisionRoutes = (deps: AgentRouteDeps): Route[] => [
  route({
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/approve',
    operationId: 'approveAgentAction',
    tag,
    summary: 'Approve what an agent wants done',
    description:
      'The agent, its policy and its limits are judged once more: what they forbid by now, or a quote that has expired, ' +
      'ends the action as FAILED. While only the balance is missing, the action goes on waiting.',
    access: 'TRANSACT',
    params: ActionPath,
    idempotency: 'OPTIONAL',
    responses: { 200: AgentAction },
    errors: ['INVALID_INPUT', 'INVALID_AMOUNT', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'DAILY_VOLUME_LIMIT_EXCEEDED'],
    reasons: { ...executionReasons, CONFLICT: [...executionReasons.CONFLICT, 'NOT_PENDING_APPROVAL', 'ALREADY_ENDED'] },
    handle: async ({ caller: { platform }, params, now, receipt }) => ({
      status: 200,
      text: await approveAction(deps, { platform, ...params, now, receipt }),
    }),
  }),
  route({
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/reject',
    operationId: 'rejectAgentAction',
    tag,
    summary: 'Reject what an agent wants done',
    access: 'TRANSACT',
    params: ActionPath,
    body: AgentActionReject,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    responses: { 200: AgentAction },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['NOT_PENDING_APPROVAL'] },
    handle: async ({ caller: { platform }, params, body, now, receipt }) => ({
      status: 200,
      text: await rejectAction(deps, { platform, ...params, ...body, now, receipt }),
    }),
  }),
];
