import type { Http } from './http.ts';

interface FaultBase {
  /** Default: any method. */
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path of one resource, or with the parameters of the operation: `/quotes/{quoteId}/execute`. */
  path: string;
  /** Number of requests to disturb. Default: 1. */
  times?: number;
}

/** An error in place of the answer, a lost request or answer, or a delay. */
export type NewFault =
  | (FaultBase & { status: 429 | 500 | 503 })
  | (FaultBase & { drop: 'REQUEST' | 'ANSWER' })
  | (FaultBase & { delayMs: number });

export type Fault = NewFault & { id: string; times: number; remaining: number; createdAt: string };

/** Disturbs requests of the platform, to test retries. */
export interface SandboxFaults {
  add(fault: NewFault): Promise<Fault>;
  list(): Promise<Fault[]>;
  clear(): Promise<void>;
}

export const faultsOf = (http: Http): SandboxFaults => ({
  add: (fault) => http.post('/sandbox/faults', fault),
  list: async () => (await http.get<{ data: Fault[] }>('/sandbox/faults')).data,
  clear: () => http.request('DELETE', '/sandbox/faults'),
});
