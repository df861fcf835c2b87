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
