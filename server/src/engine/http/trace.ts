import type { Caller, OperatorCaller } from '../../foundation/kernel/callers.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import type { Route } from './route.ts';

/** State of a request to an operation, from admission to the entry in the request log. */
export interface Trace {
  startedAt: number;
  route: Route;
  /** The request contains `Prefer: handling=strict`. */
  prefersStrict: boolean;
  caller?: Caller;
  operator?: OperatorCaller;
  /** Fields of the body that PostgreSQL cannot store. */
  bodyProblems?: FieldError[];
  /** Findings for which strict checks would have rejected the request. */
  warnings?: FieldError[];
  code?: string;
  responseText?: string | undefined;
  isReplay?: boolean;
  isRecorded?: boolean;
  /** A fault closes the connection instead of sending the response. */
  losesResponse?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer;
    trace?: Trace;
  }
}
