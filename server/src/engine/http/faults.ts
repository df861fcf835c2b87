import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type ErrorCode } from '../../foundation/kernel/errors.ts';
import type { Fault, FaultStatus } from '../../foundation/kernel/faults.ts';

const codes = {
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Readonly<Record<FaultStatus, ErrorCode>>;

/** Waits or throws as the fault specifies. Returns which side of the exchange to drop, if any. */
export async function applyFault({ status, drop, delayMs }: Fault): Promise<Fault['drop']> {
  if (delayMs !== undefined) await sleep(delayMs);
  if (status === undefined) return drop;
  throw new ApiError(
    codes[status],
    'A fault of this sandbox platform rejected the request.',
    { reason: 'SANDBOX_FAULT', hint: 'POST /sandbox/faults caused this error. Nothing was changed.' },
    status === 500 ? {} : { headers: { 'retry-after': '1' } },
  );
}
