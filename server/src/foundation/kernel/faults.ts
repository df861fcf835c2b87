/** Statuses that a fault can return: those that this service returns when it cannot serve a request. */
export const faultStatuses = [429, 500, 503] as const;
export type FaultStatus = (typeof faultStatuses)[number];

/** REQUEST is lost before its operation runs, ANSWER afterwards. */
export const faultDrops = ['REQUEST', 'ANSWER'] as const;

/** Fault of one request; exactly one member is set. */
export interface Fault {
  status?: FaultStatus | undefined;
  drop?: (typeof faultDrops)[number] | undefined;
  delayMs?: number | undefined;
}

/** Request to which a fault may apply. */
export interface FaultTarget {
  platformId: string;
  method: string;
  /** Path of the request below the base path, or path template of its operation. */
  path: string;
  template: string;
}

export interface FaultSource {
  /** Returns the oldest fault that applies to the request, and counts the use. */
  take(target: FaultTarget): Promise<Fault | undefined>;
}
