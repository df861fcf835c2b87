import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SignedRequest } from '../kernel/signed-requests.ts';

export const REQUEST_ID_HEADER = 'Request-Id';
export const DEFAULT_PREFIX = 'Service';

export const signatureHeader = (prefix: string): string => `${prefix}-Wallet-Signature`;

interface Arrived {
  method: string;
  /** With its query, decoded: clients send colons raw and percent-encoded. */
  path: string;
  headers: IncomingHttpHeaders;
  content: Buffer | undefined;
}

/** What a request says of its signature; the default name of the header is read whatever the setting. */
export const readSignedRequest = (arrived: Arrived, prefix: string): SignedRequest =>
  new ArrivedRequest(arrived, prefix);

class ArrivedRequest implements SignedRequest {
  readonly signature: string | undefined;
  readonly requestId: string | undefined;
  readonly #arrived: Arrived;

  constructor(arrived: Arrived, prefix: string) {
    const { headers } = arrived;
    this.signature =
      headerText(headers, signatureHeader(prefix)) ?? headerText(headers, signatureHeader(DEFAULT_PREFIX));
    this.requestId = headerText(headers, REQUEST_ID_HEADER);
    this.#arrived = arrived;
  }

  /** Most requests need none: it is made for those that ask. */
  get hash(): Buffer {
    const { method, path, content = '' } = this.#arrived;
    return createHash('sha256').update(`${method}\n${path}\n`).update(content).digest();
  }
}

/** An empty header says nothing; one that came twice says two things, and is nobody's signature. */
function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value).trim() || undefined;
}
