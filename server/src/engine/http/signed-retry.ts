import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_WORD } from '../../foundation/kernel/product-word.ts';
import type { SignedRequest } from '../../foundation/kernel/signed-requests.ts';

export const REQUEST_ID_HEADER = 'Request-Id';

export const signatureHeader = (prefix: string): string => `${prefix}-Wallet-Signature`;

interface Arrived {
  method: string;
  /** Decoded, because clients send colons raw or percent-encoded. Includes the query. */
  path: string;
  headers: IncomingHttpHeaders;
  content: Buffer | undefined;
}

/** Reads the signature headers. With another prefix configured, the default header name is accepted as well. */
export const readSignedRequest = (arrived: Arrived, prefix: string): SignedRequest =>
  new ArrivedRequest(arrived, prefix);

class ArrivedRequest implements SignedRequest {
  readonly signature: string | undefined;
  readonly requestId: string | undefined;
  readonly #arrived: Arrived;

  constructor(arrived: Arrived, prefix: string) {
    const { headers } = arrived;
    this.signature = headerText(headers, signatureHeader(prefix)) ?? headerText(headers, signatureHeader(DEFAULT_WORD));
    this.requestId = headerText(headers, REQUEST_ID_HEADER);
    this.#arrived = arrived;
  }

  /** Computed on demand, because most requests do not use the hash. */
  get hash(): Buffer {
    const { method, path, content = '' } = this.#arrived;
    return createHash('sha256').update(`${method}\n${path}\n`).update(content).digest();
  }
}

/** An empty header counts as missing. A repeated header is joined, so that no signature matches. */
function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value).trim() || undefined;
}
