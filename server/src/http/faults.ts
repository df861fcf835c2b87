import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type ErrorCode } from '../kernel/errors.ts';

/** Statuses that a fault can answer with: those that this service sends when it cannot serve a request. */
export const faultStatuses = [429, 500, 503] as const;
export type FaultStatus = (typeof faultStatuses)[number];

/** REQUEST is lost before its operation runs, ANSWER afterwards. */
export const faultDrops = ['REQUEST', 'ANSWER'] as const;

/** Disturbance of one request; exactly one member is set. */
export interface Fault {
  status?: FaultStatus | undefined;
  drop?: (typeof faultDrops)[number] | undefined;
  delayMs?: number | undefined;
}

/** Request that a fault may disturb. */
export interface FaultTarget {
  platformId: string;
  method: string;
  /** Path of the request below the base path, and the template of its operation. */
  path: string;
  template: string;
}

export interface FaultSource {
  /** Uses up one turn of the oldest fault for the request. */
  take(target: FaultTarget): Promise<Fault | undefined>;
}

const codes: Readonly<Record<FaultStatus, ErrorCode>> = {
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** Waits or throws as the fault requires. Returns the side of the exchange that is lost. */
export async function applyFault({ status, drop, delayMs }: Fault): Promise<Fault['drop']> {
  if (delayMs !== undefined) await sleep(delayMs);
  if (status === undefined) return drop;
  const details = { reason: 'SANDBOX_FAULT', hint: 'POST /sandbox/faults caused this error. Nothing was changed.' };
  const headers = status === 500 ? {} : { 'retry-after': '1' };
  throw new ApiError(codes[status], 'A fault of this sandbox platform rejected the request.', details, { headers });
}
