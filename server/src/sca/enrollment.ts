import type { Customer } from '../customers/record.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { MINUTE_MS } from '../kernel/clock.ts';

/** Time between the start of an enrollment and its confirmation. */
export const ENROLLMENT_MS = 10 * MINUTE_MS;

export interface Enrollment {
  platform: Platform;
  customer: Customer;
  now: Date;
  receipt: Receipt;
}
