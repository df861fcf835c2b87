import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { MINUTE_MS } from '../../foundation/kernel/clock.ts';
import type { Customer } from '../customers/record.ts';

/** Time between the start of an enrollment and its confirmation. */
export const ENROLLMENT_MS = 10 * MINUTE_MS;

export interface Enrollment {
  platform: Platform;
  customer: Customer;
  now: Date;
  receipt: Receipt;
}
