/** Signature headers of a request, with a hash that detects a repetition of the request. */
export interface SignedRequest {
  readonly signature: string | undefined;
  readonly requestId: string | undefined;
  /** SHA-256 over method, path and body. */
  readonly hash: Buffer;
}

/** Used for requests that cannot carry a signature. */
export const unsigned: SignedRequest = { signature: undefined, requestId: undefined, hash: Buffer.alloc(0) };
