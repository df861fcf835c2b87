import type { Database } from '../db/database.ts';
import type { Platform } from '../kernel/callers.ts';
import { SECOND_MS } from '../kernel/clock.ts';
import type { Attempt, Courier } from './courier.ts';
import { payloadOf, recordOutcomes, skip } from './delivery-queue.ts';
import { readEndpoint, type SwitchOff } from './endpoints.ts';
import { isGone } from './schedule.ts';

const APPROVAL_TIMEOUT_MS = 5 * SECOND_MS;
/** An approval carries what the platform knows of its customer. */
const MAX_ANSWER_BYTES = 65_536;

export interface ApprovalNeeds {
  db: Database;
  courier: Courier;
  switchOff: SwitchOff;
}

/** What the platform answers when it is asked whether it takes a payment. */
export type Approval =
  | { type: 'APPROVED'; receiverCustomerInfo?: Record<string, unknown> }
  /** It will call approve or reject. */
  | { type: 'DEFERRED' }
  | { type: 'REJECTED'; reason?: string }
  | { type: 'MORE_DATA'; requiredFields: string[] }
  | { type: 'TIMED_OUT' }
  | { type: 'ERROR' }
  /** Nobody to ask: the payment needs no approval. */
  | { type: 'NO_ENDPOINT' };

interface Question {
  platform: Platform;
  /** An INCOMING_PAYMENT.PENDING event that was emitted with `delivery: 'DIRECT'` and is committed. */
  event: { id: string };
}

/** Asks once, with the bytes that are stored, and keeps the attempt; nothing repeats it in the background. */
export async function askApproval(needs: ApprovalNeeds, { platform, event }: Question): Promise<Approval> {
  const { db, courier, switchOff } = needs;
  const endpoint = await readEndpoint(db, platform.id);
  if (!endpoint || endpoint.state === 'DISABLED') {
    await skip(db, platform.id, [event.id]);
    // An endpoint that was switched off is not the same as none: nobody has said that payments need no approval.
    return { type: endpoint ? 'ERROR' : 'NO_ENDPOINT' };
  }
  const payload = await payloadOf(db, platform.id, event.id);
  const attempt = await courier.send(
    { platformId: platform.id, id: event.id, payload },
    { url: endpoint.url, mode: platform.mode, timeoutMs: APPROVAL_TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES },
  );
  const answer = approvalOf(attempt);
  const status = isAnswer(answer) ? 'DELIVERED' : 'FAILED';
  await recordOutcomes(db, [{ platformId: platform.id, id: event.id, status, attempt }]);
  if (isGone(attempt)) await switchOff(endpoint, 'GONE', attempt);
  return answer;
}

const isAnswer = ({ type }: Approval): boolean => type !== 'TIMED_OUT' && type !== 'ERROR';

/** What each status says; any other is an error of the endpoint. */
const readings: Readonly<Record<number, (answer: Record<string, unknown>) => Approval>> = {
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
  const reading = status === undefined ? undefined : readings[status];
  return reading ? reading(parsed(answer)) : { type: 'ERROR' };
}

/** A body that is no JSON object says nothing beyond its status. */
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
