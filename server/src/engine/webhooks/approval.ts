import type { Database } from '../../foundation/db/database.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { type Clock, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { recordOutcomes } from './delivery-outcomes.ts';
import { readPayload, skip } from './delivery-queue.ts';
import { readEndpoint } from './endpoints.ts';
import { hasListener } from './listeners.ts';
import { isGone } from './retry-schedule.ts';
import type { Attempt } from './sender.ts';
import type { Webhooks } from './service.ts';

const APPROVAL_TIMEOUT_MS = 5 * SECOND_MS;
/** Large, because an approval contains the customer data that the counterparty requested. */
const MAX_ANSWER_BYTES = 65_536;

export interface ApprovalDeps {
  db: Database;
  clock: Clock;
  webhooks: Webhooks;
}

/** Platform's response to the approval request for an incoming payment. */
export type Approval =
  | { type: 'APPROVED'; receiverCustomerInfo?: Record<string, unknown> }
  /** The platform will call approve or reject later. */
  | { type: 'DEFERRED' }
  | { type: 'REJECTED'; reason?: string }
  | { type: 'MORE_DATA'; requiredFields: string[] }
  | { type: 'TIMED_OUT' }
  | { type: 'ERROR' }
  /** The platform has neither an endpoint nor a listener, so the payment needs no approval. */
  | { type: 'NO_ENDPOINT' };

interface ApprovalRequest {
  platform: Platform;
  /** A committed INCOMING_PAYMENT.PENDING event with `delivery: 'DIRECT'`. */
  event: { id: string };
}

/** True if the platform has an endpoint (even a disabled one) or a listener, and therefore must approve payments. */
export const isApprovalRequired = async ({ db, clock }: Omit<ApprovalDeps, 'webhooks'>, { id }: Platform) =>
  (await readEndpoint(db, id)) !== undefined || (await hasListener(db, id, clock.now()));

/** Sends the stored event once and records the attempt. The event is never retried in the background. */
export async function askApproval(
  { db, clock, webhooks }: ApprovalDeps,
  { platform, event }: ApprovalRequest,
): Promise<Approval> {
  const endpoint = await readEndpoint(db, platform.id);
  if (!endpoint || endpoint.state === 'DISABLED') {
    await skip(db, platform.id, [event.id]);
    // A disabled endpoint is an error: the platform still requires approvals.
    if (endpoint) return { type: 'ERROR' };
    // A listener reads the request from the event log, and responds by calling approve or reject.
    return { type: (await hasListener(db, platform.id, clock.now())) ? 'DEFERRED' : 'NO_ENDPOINT' };
  }
  const payload = await readPayload(db, platform.id, event.id);
  const attempt = await webhooks.sender.send(
    { platformId: platform.id, id: event.id, payload },
    { url: endpoint.url, mode: platform.mode, timeoutMs: APPROVAL_TIMEOUT_MS, maxResponseBytes: MAX_ANSWER_BYTES },
  );
  const answer = approvalOf(attempt);
  const status = isResponse(answer) ? 'DELIVERED' : 'FAILED';
  await recordOutcomes(db, [{ platformId: platform.id, id: event.id, status, attempt }]);
  if (isGone(attempt)) await webhooks.switchOff(endpoint, 'GONE', attempt);
  return answer;
}

const isResponse = ({ type }: Approval): boolean => type !== 'TIMED_OUT' && type !== 'ERROR';

/** Meaning of each response status; any other status is an error of the endpoint. */
const responses: Readonly<Record<number, (answer: Record<string, unknown>) => Approval>> = {
  200: ({ receiverCustomerInfo: info }) => ({
    type: 'APPROVED',
    ...(isObject(info) && { receiverCustomerInfo: info }),
  }),
  202: () => ({ type: 'DEFERRED' }),
  204: () => ({ type: 'APPROVED' }),
  403: ({ reason }) => ({ type: 'REJECTED', ...(typeof reason === 'string' && { reason }) }),
  422: ({ requiredFields }) => ({
    type: 'MORE_DATA',
    requiredFields: Array.isArray(requiredFields) ? requiredFields.filter((name) => typeof name === 'string') : [],
  }),
};

function approvalOf({ status, error, answer }: Attempt): Approval {
  if (error === 'TIMEOUT') return { type: 'TIMED_OUT' };
  const reading = status === undefined ? undefined : responses[status];
  return reading ? reading(parsed(answer)) : { type: 'ERROR' };
}

/** Parses a JSON object; other bodies count as empty. */
function parsed(answer: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
