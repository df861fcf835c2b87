import { CausewayError, type ConnectionErrorCode } from './causeway-error.ts';
import type { ApiResponse } from './send.ts';

export type { ApiResponse };

/** Value or error, without exceptions. An aborted signal still rejects. */
export type Result<Value, Code extends string, Reason extends string = string> =
  | (ApiResponse<Value> & { ok: true })
  | { ok: false; error: CausewayError<Code | ConnectionErrorCode, Reason> };

/** A request, sent when it is first awaited. Its promise rejects with a CausewayError. */
export interface Call<Value, Code extends string, Reason extends string = string> extends Promise<Value> {
  /** Idempotency key of a request that creates or moves something: known before the first attempt, the same in all. */
  readonly idempotencyKey: string | undefined;
  /** Resolves to the value or the error, with the error codes and reasons of this operation. */
  asResult(): Promise<Result<Value, Code, Reason>>;
  /** The value with the id of the request and whether it was replayed. */
  withResponse(): Promise<ApiResponse<Value>>;
}

/** A request for a list: await it for the first page, or iterate over all items. */
export interface ListCall<Page, Item, Code extends string, Reason extends string = string>
  extends Call<Page, Code, Reason>,
    AsyncIterable<Item> {
  /** Every page, beginning with the requested one. */
  pages(): AsyncIterableIterator<Page>;
}

/** Signature that the service requires before it performs the operation. */
export interface Challenge<Value, Code extends string, Reason extends string = string> {
  kind: 'challenge';
  /** Text for the signer, exactly as received. */
  payloadToSign: string;
  requestId: string;
  expiresAt: string;
  /** Sends the same bytes again, with the stamp. */
  retry(stamp: string): SignedCall<Value, Code, Reason>;
}

/** Result of an operation that may require the signature of a wallet. */
export type Outcome<Value, Code extends string, Reason extends string = string> =
  | { kind: 'done'; value: Value }
  | Challenge<Value, Code, Reason>
  /** `retry` sends the same request again, for its result. */
  | { kind: 'processing'; message: string; retry(): SignedCall<Value, Code, Reason> };

export type SignedCall<Value, Code extends string, Reason extends string = string> = Call<
  Outcome<Value, Code, Reason>,
  Code,
  Reason
>;

interface PageOfAnything {
  data: unknown[];
  hasMore?: boolean;
  nextCursor?: string;
}

type OnEnd<T> = ((value: unknown) => T | PromiseLike<T>) | null | undefined;

/** Calls `send` once, when the result is first needed, and once with a cursor for each further page of a list. */
export class PendingCall implements ListCall<unknown, unknown, string> {
  readonly [Symbol.toStringTag] = 'CausewayCall';
  readonly idempotencyKey: string | undefined;
  readonly #send: (cursor?: string) => Promise<ApiResponse>;
  #response: Promise<ApiResponse> | undefined;

  constructor(send: (cursor?: string) => Promise<ApiResponse>, idempotencyKey?: string) {
    this.#send = send;
    this.idempotencyKey = idempotencyKey;
  }

  withResponse(): Promise<ApiResponse> {
    this.#response ??= this.#send();
    return this.#response;
  }

  async asResult(): Promise<Result<unknown, string>> {
    try {
      return { ok: true, ...(await this.withResponse()) };
    } catch (error) {
      if (error instanceof CausewayError) return { ok: false, error };
      throw error;
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: a request is awaited like a promise, and sent only then
  then<A = unknown, B = never>(onValue?: OnEnd<A>, onError?: OnEnd<B>): Promise<A | B> {
    return this.withResponse()
      .then(({ value }) => value)
      .then(onValue, onError) as Promise<A | B>;
  }

  catch<B = never>(onError?: OnEnd<B>): Promise<unknown> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<unknown> {
    return this.then().finally(onEnd);
  }

  async *pages(): AsyncGenerator<PageOfAnything> {
    let page = (await this) as PageOfAnything;
    yield page;
    while (page.hasMore && page.nextCursor) {
      page = (await this.#send(page.nextCursor)).value as PageOfAnything;
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    for await (const { data } of this.pages()) yield* data;
  }
}
