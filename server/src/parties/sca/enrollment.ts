import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { MINUTE_MS } from '../../foundation/kernel/clock.ts';
import type { Customer } from '../customers/record.ts';

/** Time in which an enrollment must be confirmed. */
export const ENROLLMENT_MS = 10 * MINUTE_MS;

export interface Enrollment {
  platform: Platform;
  customer: Customer;
  now: Date;
  receipt: Receipt;
}
