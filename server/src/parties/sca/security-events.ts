import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import type { Customer } from '../customers/record.ts';
import { clearLocks, countFailedLogin, getLoginLock, type LoginLock, requireUnlocked } from './locks.ts';
import { keyOf } from './sca-customer.ts';

export const securityEvents = ['RESET_PASSWORD_COMPLETED', 'FAILED_LOGIN_ATTEMPT'] as const;
type SecurityEvent = (typeof securityEvents)[number];

interface Recording {
  customer: Customer;
  now: Date;
  receipt: Receipt;
}

/** Records an event that the platform's own login reports. Returns the resulting lock of the customer. */
export async function recordEvent(
  db: Database,
  { eventType, ...recording }: Recording & { eventType: SecurityEvent },
): Promise<string> {
  return records[eventType](db, recording);
}

const records: Record<SecurityEvent, (db: Database, recording: Recording) => Promise<string>> = {
  FAILED_LOGIN_ATTEMPT: async (db, { customer, now, receipt }) => {
    const textOf = (lock: LoginLock) => responseText('FAILED_LOGIN_ATTEMPT', lock);
    const effectsOf = (lock: LoginLock) => receipt.record({ status: 200, text: textOf(lock) });
    return textOf(await countFailedLogin(db, { key: keyOf(customer), now, effectsOf }));
  },
  /** Ends the session and a temporary lock, but not a suspension. */
  RESET_PASSWORD_COMPLETED: async (db, { customer, now, receipt }) => {
    const key = keyOf(customer);
    const text = responseText('RESET_PASSWORD_COMPLETED', { failedAttempts: 0, lockedUntil: null, suspended: false });
    const effects = receipt.record({ status: 200, text });
    if (await apply(db, { guard: clearLocks(key), effects })) return text;
    requireUnlocked(await getLoginLock(db, key), now);
    assert(false, 'clearLocks fails only for a suspended customer');
  },
};

const responseText = (eventType: SecurityEvent, lock: LoginLock): string => JSON.stringify({ eventType, ...lock });
