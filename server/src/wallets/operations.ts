import type { Database } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import { callOff, enqueue } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { ApiError, type ErrorCode, errorStatus } from '../kernel/errors.ts';
import { emit } from '../webhooks/events.ts';
import { type Challenge, findChallenge, lapseChallenge, noteFailure } from './challenge-record.ts';
import type { SignatureNeeds, WalletRequest } from './needs.ts';
import { uuidOf } from './payloads.ts';

/** The operations whose end is told: as their challenges name them, and as events do. */
const toldOperations: Readonly<Record<string, { operationType: string; resourceType: string }>> = {
  CREATE_CREDENTIAL: { operationType: 'auth_credential.create', resourceType: 'AUTH_METHOD' },
  REVOKE_CREDENTIAL: { operationType: 'auth_credential.delete', resourceType: 'AUTH_METHOD' },
  REVOKE_SESSION: { operationType: 'session.revoke', resourceType: 'SESSION' },
  EXPORT_WALLET: { operationType: 'wallet.export', resourceType: 'INTERNAL_ACCOUNT' },
};

export const operationTypes = Object.values(toldOperations).map(({ operationType }) => operationType);
export const resourceTypes = [...new Set(Object.values(toldOperations).map(({ resourceType }) => resourceType))];

/** Belongs into the statement that uses the challenge up: what is done once is told once. */
export const completed = (challenge: Challenge, at: Date): Effect[] => [
  ended('WALLET_OPERATION.COMPLETED', challenge, { status: 'completed' }, at),
  callOff(challenge.platformId, [overdueJobId(challenge)]),
];

/** What the operation is done to, the challenge knows as `resourceId`. */
function ended(
  type: 'WALLET_OPERATION.COMPLETED' | 'WALLET_OPERATION.FAILED',
  { platformId, id, operation, subject }: Challenge,
  outcome: object,
  at: Date,
): Effect {
  const operationId = `Operation:${uuidOf(id)}`;
  const { resourceId } = subject;
  const data = { operationId, requestId: id, ...toldOperations[operation], resourceId, ...outcome };
  return emit([{ platformId, type, resourceId: operationId, data, sequence: 1, at }]);
}

const OVERDUE_JOB = 'wallet.operation-overdue';

/** Known from the challenge, so that whoever does the operation can call the job off. */
const overdueJobId = ({ id }: Challenge): string => `TimedJob:${uuidOf(id)}`;

interface Attempt {
  challenge: Challenge;
  /** Why the operation is not done by it. */
  error: unknown;
}

/** A refusal begins no operation, but may be why one does not end that was begun before. */
export async function attemptFailed(needs: SignatureNeeds, request: WalletRequest, { challenge, error }: Attempt) {
  const failure = error instanceof ApiError ? error.code : 'INTERNAL_ERROR';
  const isBegun = challenge.failure !== null;
  if (isBegun || errorStatus[failure] >= 500) await begun(needs, request, { challenge, failure });
}

/**
 * The operation was let in and is not done: it is at work, or has met with a fault of ours. The same request can still
 * do it, so it has not failed before its challenge expires.
 */
export async function begun(
  { db }: Pick<SignatureNeeds, 'db'>,
  { platform: { clockOffsetMs }, now }: WalletRequest,
  { challenge, failure }: { challenge: Challenge; failure: ErrorCode },
): Promise<void> {
  const { platformId, id: resourceId, operation, expiresAt: runAt } = challenge;
  if (!(operation in toldOperations)) return;
  const id = overdueJobId(challenge);
  const job = { id, platformId, kind: OVERDUE_JOB, resourceId, runAt, createdAt: now, clockOffsetMs };
  const effects = challenge.failure === null ? [enqueue([job])] : [];
  await apply(db, { guard: noteFailure(challenge, failure), effects });
}

export const operationHandlers = ({ db }: { db: Database }): JobHandlers => ({
  [OVERDUE_JOB]: {
    run: async ({ platformId, resourceId }, now) => {
      const challenge = await findChallenge(db, { platformId, id: resourceId });
      if (!challenge) return;
      const outcome = { status: 'failed', error: { code: challenge.failure } };
      const effects = [ended('WALLET_OPERATION.FAILED', challenge, outcome, now)];
      await apply(db, { guard: lapseChallenge(challenge), effects });
    },
  },
});
