import { cancelJobs, enqueue } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { ApiError, type ErrorCode, errorStatus } from '../../foundation/kernel/errors.ts';
import { expireChallenge, findChallenge, recordFailure, type WalletChallenge } from './challenge-record.ts';
import type { SignatureDeps, WalletRequest } from './deps.ts';
import { uuidOf } from './signed-payloads.ts';

/** Operations that emit an event when they end, with their names in challenges and in events. */
const reportedOperations: Readonly<Record<string, { operationType: string; resourceType: string }>> = {
  CREATE_CREDENTIAL: { operationType: 'auth_credential.create', resourceType: 'AUTH_METHOD' },
  REVOKE_CREDENTIAL: { operationType: 'auth_credential.delete', resourceType: 'AUTH_METHOD' },
  REVOKE_SESSION: { operationType: 'session.revoke', resourceType: 'SESSION' },
  EXPORT_WALLET: { operationType: 'wallet.export', resourceType: 'INTERNAL_ACCOUNT' },
};

export const operationTypes = Object.values(reportedOperations).map(({ operationType }) => operationType);
export const resourceTypes = [...new Set(Object.values(reportedOperations).map(({ resourceType }) => resourceType))];

/** For the statement that uses the challenge, so that the event is emitted exactly once. */
export const completionEffects = (challenge: WalletChallenge, at: Date): Effect[] => [
  endEvent('WALLET_OPERATION.COMPLETED', challenge, { status: 'completed' }, at),
  cancelJobs(challenge.platformId, [overdueJobId(challenge)]),
];

function endEvent(
  type: 'WALLET_OPERATION.COMPLETED' | 'WALLET_OPERATION.FAILED',
  { platformId, id, operation, subject }: WalletChallenge,
  outcome: object,
  at: Date,
): Effect {
  const operationId = `Operation:${uuidOf(id)}`;
  const { resourceId } = subject;
  const data = { operationId, requestId: id, ...reportedOperations[operation], resourceId, ...outcome };
  return emit([{ platformId, type, resourceId: operationId, data, sequence: 1, at }]);
}

const OVERDUE_JOB = 'wallet.operation-overdue';

/** Derived from the challenge, so that completing the operation can cancel the job. */
const overdueJobId = ({ id }: WalletChallenge): string => `TimedJob:${uuidOf(id)}`;

interface FailedAttempt {
  challenge: WalletChallenge;
  error: unknown;
}

/** Records why a started operation is not complete. A rejection alone does not start an operation; a 5xx error does. */
export async function recordFailedAttempt(
  deps: SignatureDeps,
  request: WalletRequest,
  { challenge, error }: FailedAttempt,
) {
  const failure = error instanceof ApiError ? error.code : 'INTERNAL_ERROR';
  const isBegun = challenge.failure !== null;
  if (isBegun || errorStatus[failure] >= 500) await recordUnfinished(deps, request, { challenge, failure });
}

/**
 * Records that an operation was started but is not complete: it is processing, or an internal error occurred. A
 * repeated request can still complete it, so it fails only when its challenge expires.
 */
export async function recordUnfinished(
  { db }: Pick<SignatureDeps, 'db'>,
  { platform: { clockOffsetMs }, now }: WalletRequest,
  { challenge, failure }: { challenge: WalletChallenge; failure: ErrorCode },
): Promise<void> {
  const { platformId, id: resourceId, operation, expiresAt: runAt } = challenge;
  if (!(operation in reportedOperations)) return;
  const id = overdueJobId(challenge);
  const job = { id, platformId, kind: OVERDUE_JOB, resourceId, runAt, createdAt: now, clockOffsetMs };
  const effects = challenge.failure === null ? [enqueue([job])] : [];
  await apply(db, { guard: recordFailure(challenge, failure), effects });
}

export const operationHandlers = ({ db }: { db: Database }): JobHandlers => ({
  [OVERDUE_JOB]: {
    run: async ({ platformId, resourceId }, now) => {
      const challenge = await findChallenge(db, { platformId, id: resourceId });
      if (!challenge) return;
      const outcome = { status: 'failed', error: { code: challenge.failure } };
      const effects = [endEvent('WALLET_OPERATION.FAILED', challenge, outcome, now)];
      await apply(db, { guard: expireChallenge(challenge), effects });
    },
  },
});
