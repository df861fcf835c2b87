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
export function readSignedRequest({ method, path, headers, content }: Arrived, prefix: string): SignedRequest {
  const names = [signatureHeader(prefix), signatureHeader(DEFAULT_PREFIX)];
  return {
    signature: names.map((name) => headerText(headers, name)).find((text) => text !== undefined),
    requestId: headerText(headers, REQUEST_ID_HEADER),
    // Most requests need none: it is made for those that ask.
    get hash() {
      return createHash('sha256')
        .update(`${method}\n${path}\n`)
        .update(content ?? '')
        .digest();
    },
  };
}

/** An empty header says nothing; one that came twice says two things, and is nobody's signature. */
function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value).trim() || undefined;
}
