/**
 * A request that the holder of a wallet may have signed: what its two headers say, and what makes it the same request
 * as another, its method, path and body byte for byte.
 */
export interface SignedRequest {
  readonly signature: string | undefined;
  readonly requestId: string | undefined;
  /** SHA-256 over method, path and body. */
  readonly hash: Buffer;
}

/** One that nobody has signed, and nobody could repeat. */
export const unsigned: SignedRequest = { signature: undefined, requestId: undefined, hash: Buffer.alloc(0) };
