import type { Static } from '@sinclair/typebox';
import { enqueue } from '../../engine/jobs/queue.ts';
import type { JobHandler } from '../../engine/jobs/worker.ts';
import type { VerificationProviders } from '../../engine/providers/services.ts';
import { type Database, nullColumn } from '../../foundation/db/database.ts';
import { apply, type Change } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, HOUR_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { uuidv7 } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { type Customer, updateCustomer } from '../customers/record.ts';
import type { ScaFactor } from './factors.ts';
import { countReset, rateLimitError, rateLimits } from './locks.ts';
import { findPasskey, removePasskey } from './passkeys.ts';
import { completeResetOrAbort, findReset, getReset, insertReset, type Reset, transitionReset } from './reset-record.ts';
import { type CustomerKey, getScaCustomer, keyOf } from './sca-customer.ts';
import type { ResetCompleteRequest } from './schemas.ts';
import { hasTotp, removeTotp } from './totp.ts';

const RESET_MS = HOUR_MS;
/** Job that applies the result of a liveness check. */
export const RESET_LIVENESS_JOB = 'sca.reset-liveness';

export interface ResetDeps {
  db: Database;
  verification: VerificationProviders;
}

interface Start {
  platform: Platform;
  customer: Customer;
  factor: ScaFactor;
  now: Date;
  receipt: Receipt;
}

/** Starts a liveness check, which proves the identity in place of the lost factor. */
export async function startReset({ db, verification: { liveness } }: ResetDeps, start: Start): Promise<string> {
  const { platform, customer, factor, now, receipt } = start;
  const key = keyOf(customer);
  await requireEnrolled(db, key, factor);
  const id = uuidv7();
  const expiresAt = addMs(now, RESET_MS);
  const reference = customer.platformCustomerId;
  const check = { platformId: platform.id, reference, now, expiresAt };
  const { verificationLink, token, outcome } = liveness[platform.mode].start(check);
  const reset: Reset = {
    ...key,
    id,
    factor,
    status: 'INITIATED',
    enrollmentStatus: null,
    expiresAt,
    createdAt: now,
    completedAt: null,
  };
  const job = {
    platformId: platform.id,
    kind: RESET_LIVENESS_JOB,
    resourceId: id,
    payload: { isPassed: outcome.verdict === 'PASSED', isReviewed: outcome.verdict === 'REVIEW' },
    runAt: outcome.at,
    createdAt: now,
    clockOffsetMs: platform.clockOffsetMs,
  };
  const text = JSON.stringify({ resetId: id, livenessAccessToken: token, verificationLink, expiresAt });
  const effects = [insertReset(reset), enqueue([job]), ...receipt.record({ status: 201, text })];
  if (await apply(db, { guard: countReset(key, now), effects })) return text;
  throw await rateLimitError(db, rateLimits.resets, { key, now });
}

async function requireEnrolled(db: Database, key: CustomerKey, factor: ScaFactor): Promise<void> {
  const isEnrolled: Record<ScaFactor, () => Promise<boolean>> = {
    SMS_OTP: async () => true,
    TOTP: () => hasTotp(db, key),
    PASSKEY: async () => (await findPasskey(db, key)) !== undefined,
  };
  if (await isEnrolled[factor]()) return;
  throw new ApiError('CONFLICT', `The customer has no ${factor} to reset.`, {
    reason: 'FACTOR_NOT_ENROLLED',
    hint: 'POST /sca/factors enrolls it.',
  });
}

/** Applies the result of a liveness check, unless the reset has ended. */
export const resetLivenessHandler = (db: Database): JobHandler => ({
  run: async ({ platformId, resourceId, payload }, now) => {
    const reset = await findReset(db, { platformId, id: resourceId }, now);
    if (!reset || reset.status === 'EXPIRED') return;
    const status = payload.isReviewed ? 'PENDING_REVIEW' : payload.isPassed ? 'LIVENESS_PASSED' : 'REJECTED';
    await apply(db, { guard: transitionReset({ ...reset, status }), effects: [] });
  },
});

export async function getResetJson(db: Database, key: { id: string } & CustomerKey, now: Date) {
  const { status, factor, enrollmentStatus, expiresAt, completedAt } = await getReset(db, key, now);
  return { status, factor, enrollmentStatus, expiresAt, completedAt };
}

type Mobile = NonNullable<Static<typeof ResetCompleteRequest>['mobile']>;

interface Completion extends CustomerKey {
  resetId: string;
  mobile: Mobile | undefined;
  now: Date;
  receipt: Receipt;
}

/** Removes the lost factor, so that a new one can be enrolled; for SMS_OTP, replaces the phone number. */
export async function completeReset(db: Database, { platformId, customerId, resetId, ...completion }: Completion) {
  const { mobile, now, receipt } = completion;
  return retryOnConflict('customer', async () => {
    const customer = await getScaCustomer(db, platformId, customerId);
    const reset = await getReset(db, { platformId, customerId, id: resetId }, now);
    requireLivenessPassed(reset);
    const { guard, effects } = removals[reset.factor](customer, { mobile, now });
    const enrollmentStatus = reset.factor === 'SMS_OTP' ? null : ('PENDING' as const);
    const completed = completeResetOrAbort({ ...reset, status: 'COMPLETED', enrollmentStatus, completedAt: now });
    try {
      const all = [...effects, completed, ...receipt.record(noContent)];
      return (await apply(db, { guard, effects: all })) || undefined;
    } catch (error) {
      // Another request has completed the reset; the next attempt reads it again and reports that.
      if (nullColumn(error) === 'sca_resets.status') return undefined;
      throw error;
    }
  });
}

const noContent = { status: 204, text: '' };

function requireLivenessPassed({ status }: Reset): void {
  if (status === 'LIVENESS_PASSED') return;
  if (status === 'COMPLETED') {
    throw new ApiError('CONFLICT', 'The reset is completed already.', { reason: 'ALREADY_COMPLETED' });
  }
  throw new ApiError('INVALID_INPUT', `A reset in status ${status} cannot be completed.`, {
    reason: status,
    hint: 'Only a reset in status LIVENESS_PASSED can be completed. POST /sca/factors/reset starts a new one.',
  });
}

const E164 = /^\+[1-9]\d{1,14}$/;

function phoneOf(mobile: Mobile | undefined): string {
  if (!mobile) throw new InvalidFields([{ field: 'mobile', message: 'mobile is required to reset SMS_OTP.' }]);
  const number = `+${mobile.countryCode.replace(/^\+/, '')}${mobile.number}`;
  if (E164.test(number)) return number;
  throw new InvalidFields([
    {
      field: 'mobile.number',
      message: 'mobile.countryCode and mobile.number must form a phone number in E.164 format.',
      constraint: { pattern: E164.source },
    },
  ]);
}

type FactorRemoval = (customer: Customer, change: { mobile: Mobile | undefined; now: Date }) => Change;

const removals: Record<ScaFactor, FactorRemoval> = {
  TOTP: (customer) => ({ effects: [removeTotp(keyOf(customer))] }),
  PASSKEY: (customer) => ({ effects: [removePasskey(keyOf(customer))] }),
  // Replaces the phone number, which the customer must verify.
  SMS_OTP: (customer, { mobile, now }) => {
    const contactVerification = { ...customer.contactVerification, phone: 'PENDING' as const };
    const changed = {
      phoneNumber: phoneOf(mobile),
      contactVerification,
      version: customer.version + 1n,
      updatedAt: now,
    };
    return { guard: updateCustomer({ ...customer, ...changed }), effects: [] };
  },
};
