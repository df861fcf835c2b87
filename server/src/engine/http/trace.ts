import type { Caller, OperatorCaller } from '../../foundation/kernel/callers.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import type { Route } from './route.ts';

/** State of a request to an operation, from its admission to its record in the log. */
export interface Trace {
  startedAt: number;
  route: Route;
  /** `Prefer: handling=strict` was sent. */
  prefersStrict: boolean;
  caller?: Caller;
  operator?: OperatorCaller;
  /** Fields of the body that cannot be stored. */
  bodyProblems?: FieldError[];
  /** Findings that strict checks would have rejected. */
  warnings?: FieldError[];
  code?: string;
  responseText?: string | undefined;
  isReplay?: boolean;
  isRecorded?: boolean;
  /** A fault closes the connection in place of the response. */
  losesResponse?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer;
    trace?: Trace;
  }
}
