/** Settings that platform, agent and operator clients share. */
export interface ConnectionOptions {
  /** Address of the service, such as `https://pay.example`; the path of the API version is added if it has none. */
  baseUrl: string;
  /** Further attempts after a failure that a repetition can resolve: 3 by default. */
  maxRetries?: number;
  /** Longest wait for the response to one attempt: 30,000 by default. */
  timeoutMs?: number;
  /** Pause before the first repetition, doubled for each further one: 250 by default. */
  retryDelayMs?: number;
  /**
   * Sends `Prefer: handling=strict`, with which a sandbox applies the checks of production and rejects unknown members.
   * By default true for loopback addresses and for host names with a label that begins with `sandbox`.
   */
  strict?: boolean;
  /** Called after every attempt, for logs and metrics. Contains no bodies and no credentials. */
  onRequest?: (attempt: Attempt) => void;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** One attempt to send a request. */
export interface Attempt {
  /** Name of the method: `quotes.create`. */
  operation: string;
  method: string;
  path: string;
  /** 1 for the first one. */
  attempt: number;
  durationMs: number;
  /** Undefined if there was no response. */
  status: number | undefined;
  requestId: string | undefined;
}

/** Options of every method, after its other arguments. */
export interface RequestOptions {
  /** Ends the request and its repetitions; the promise rejects with the reason of the signal. */
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
}

/** Options of methods that create or move something. */
export interface KeyedOptions extends RequestOptions {
  /** A random key by default. Give one that you have stored to repeat the request in a later process. */
  idempotencyKey?: string;
}

/** Options of methods that may require the signature of a wallet. */
export interface SignedOptions extends RequestOptions {
  /** Stamp over a payload that is known before the request, such as `payloadToSign` of a quote. */
  walletSignature?: string;
}

export interface KeyedSignedOptions extends KeyedOptions, SignedOptions {}

/** Rejects misspelt options: with a misspelt `idempotencyKey`, a repeated request could pay twice. */
export function checkOptions(method: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${method}: unknown option "${unknown}", not ${known.join(', ')}`);
}
