import type { Customer } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { assert } from '../kernel/errors.ts';
import { clearStanding, countFailure, type Lock, readLock, refuseLocked } from './standing.ts';
import { keyOf } from './subject.ts';

export const securityEvents = ['RESET_PASSWORD_COMPLETED', 'FAILED_LOGIN_ATTEMPT'] as const;
export type SecurityEvent = (typeof securityEvents)[number];

interface Recording {
  customer: Customer;
  now: Date;
  receipt: Receipt;
}

/** What happened at the platform's own login, and how the customer stands after it. */
export async function recordEvent(
  db: Database,
  { eventType, ...recording }: Recording & { eventType: SecurityEvent },
): Promise<string> {
  return records[eventType](db, recording);
}

const records: Record<SecurityEvent, (db: Database, recording: Recording) => Promise<string>> = {
  FAILED_LOGIN_ATTEMPT: async (db, { customer, now, receipt }) => {
    const textOf = (lock: Lock) => answer('FAILED_LOGIN_ATTEMPT', lock);
    const effectsOf = (lock: Lock) => receipt.remember({ status: 200, text: textOf(lock) });
    return textOf(await countFailure(db, { key: keyOf(customer), now, effectsOf }));
  },
  /** Ends every session and a lock that ends by itself; a suspension stays. */
  RESET_PASSWORD_COMPLETED: async (db, { customer, now, receipt }) => {
    const key = keyOf(customer);
    const text = answer('RESET_PASSWORD_COMPLETED', { failedAttempts: 0, lockedUntil: null, suspended: false });
    const effects = receipt.remember({ status: 200, text });
    if (await apply(db, { guard: clearStanding(key), effects })) return text;
    refuseLocked(await readLock(db, key), now);
    assert(false, 'only a suspended customer keeps its standing');
  },
};

const answer = (eventType: SecurityEvent, lock: Lock): string => JSON.stringify({ eventType, ...lock });
