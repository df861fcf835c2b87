import { type Customer, insist, updateCustomer } from '../customers/record.ts';
import { type Database, nullColumn } from '../db/database.ts';
import { apply, type Change } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, HOUR_MS } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { uuidv7 } from '../kernel/ids.ts';
import type { Liveness } from '../providers/liveness/port.ts';
import type { ScaFactor } from './challenge-record.ts';
import { forgetPasskey, readPasskey } from './passkeys.ts';
import { completeOnce, findReset, insertReset, moveReset, type Reset, readReset } from './reset-record.ts';
import { counted, limits, refusedByLimit } from './standing.ts';
import { type CustomerKey, findScaCustomer, keyOf } from './subject.ts';
import { forgetTotp, hasTotp } from './totp.ts';

const RESET_MS = HOUR_MS;
/** The job that brings the outcome of the liveness check of a reset. */
export const RESET_LIVENESS_JOB = 'sca.reset-liveness';

export interface ResetNeeds {
  db: Database;
  /** The adapter of each mode. */
  liveness: Record<Platform['mode'], Liveness>;
}

interface Start {
  platform: Platform;
  customer: Customer;
  factor: ScaFactor;
  now: Date;
  receipt: Receipt;
}

/** Begins with a living face: whoever lost a factor proves themselves without it. */
export async function startReset({ db, liveness }: ResetNeeds, start: Start): Promise<string> {
  const { platform, customer, factor, now, receipt } = start;
  const key = keyOf(customer);
  await refuseMissing(db, key, factor);
  const id = uuidv7();
  const expiresAt = addMs(now, RESET_MS);
  const question = { reference: customer.platformCustomerId, now, expiresAt };
  const { verificationLink, token, outcome } = liveness[platform.mode].start(question);
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
    payload: { isPassed: outcome.isPassed },
    runAt: outcome.at,
    createdAt: now,
    clockOffsetMs: platform.clockOffsetMs,
  };
  const text = JSON.stringify({ resetId: id, livenessAccessToken: token, verificationLink, expiresAt });
  const effects = [insertReset(reset), enqueue([job]), ...receipt.remember({ status: 201, text })];
  if (await apply(db, { guard: counted(limits.resets, key, now), effects })) return text;
  throw await refusedByLimit(db, limits.resets, { key, now });
}

async function refuseMissing(db: Database, key: CustomerKey, factor: ScaFactor): Promise<void> {
  const isEnrolled: Record<ScaFactor, () => Promise<boolean>> = {
    SMS_OTP: async () => true,
    TOTP: () => hasTotp(db, key),
    PASSKEY: async () => (await readPasskey(db, key)) !== undefined,
  };
  if (await isEnrolled[factor]()) return;
  throw new ApiError('CONFLICT', `The customer has no ${factor} to reset.`, {
    reason: 'FACTOR_NOT_ENROLLED',
    hint: 'POST /sca/factors enrolls it.',
  });
}

/** Brings outcomes of liveness checks. One that comes after the reset has ended says nothing any more. */
export const resetLivenessConclusion = (db: Database): JobHandler => ({
  run: async ({ platformId, resourceId, payload }, now) => {
    const reset = await readReset(db, { platformId, id: resourceId }, now);
    if (!reset || reset.status === 'EXPIRED') return;
    const status = payload.isPassed ? 'LIVENESS_PASSED' : 'REJECTED';
    await apply(db, { guard: moveReset({ ...reset, status }), effects: [] });
  },
});

export async function getReset(db: Database, place: { id: string } & CustomerKey, now: Date) {
  const { status, factor, enrollmentStatus, expiresAt, completedAt } = await findReset(db, place, now);
  return { status, factor, enrollmentStatus, expiresAt, completedAt };
}

export interface Mobile {
  countryCode: string;
  number: string;
}

interface Completion extends CustomerKey {
  resetId: string;
  mobile: Mobile | undefined;
  now: Date;
  receipt: Receipt;
}

/** Takes the lost factor away, so that a new one can be enrolled; for text messages the new number takes its place. */
export async function completeReset(db: Database, { platformId, customerId, resetId, ...completion }: Completion) {
  const { mobile, now, receipt } = completion;
  return insist(async () => {
    const customer = await findScaCustomer(db, platformId, customerId);
    const reset = await findReset(db, { platformId, customerId, id: resetId }, now);
    refuseIncomplete(reset);
    const { guard, effects } = consequences[reset.factor](customer, { mobile, now });
    const enrollmentStatus = reset.factor === 'SMS_OTP' ? null : ('PENDING' as const);
    const completed = completeOnce({ ...reset, status: 'COMPLETED', enrollmentStatus, completedAt: now });
    try {
      const all = [...effects, completed, ...receipt.remember(noContent)];
      return (await apply(db, { guard, effects: all })) || undefined;
    } catch (error) {
      // Somebody else completed it: looking again tells.
      if (nullColumn(error) === 'sca_resets.status') return undefined;
      throw error;
    }
  });
}

const noContent = { status: 204, text: '' };

function refuseIncomplete({ status }: Reset): void {
  if (status === 'LIVENESS_PASSED') return;
  if (status === 'COMPLETED') {
    throw new ApiError('CONFLICT', 'The reset is completed already.', { reason: 'ALREADY_COMPLETED' });
  }
  throw new ApiError('INVALID_INPUT', `A reset in status ${status} cannot be completed.`, {
    reason: status,
    hint: 'It can be completed while its status is LIVENESS_PASSED; a reset that has ended is followed by a new one.',
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
      message: 'countryCode and number must make a phone number.',
      constraint: { pattern: E164.source },
    },
  ]);
}

type Consequence = (customer: Customer, change: { mobile: Mobile | undefined; now: Date }) => Change;

const consequences: Record<ScaFactor, Consequence> = {
  TOTP: (customer) => ({ effects: [forgetTotp(keyOf(customer))] }),
  PASSKEY: (customer) => ({ effects: [forgetPasskey(keyOf(customer))] }),
  // The new number is proved as any other is.
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
