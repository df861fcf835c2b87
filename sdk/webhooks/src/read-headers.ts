import { decodeBase64, encodeBase64 } from './base64.ts';
import { WebhookError } from './webhook-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Header types of Node, Fetch and common frameworks. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface FoundHeaders {
  id: string;
  timestamp: number;
  /** Signatures of Standard Webhooks, each with its version. */
  signatures: { version: string; value: Bytes }[];
  /** Signature of the header X-<prefix>-Signature, with any prefix. */
  own: Bytes | undefined;
  digest: string | undefined;
}

export function readHeaders(source: HeaderSource): FoundHeaders {
  const headers = entriesOf(source);
  const id = headers.get('webhook-id');
  const timestamp = Number.parseInt(headers.get('webhook-timestamp') ?? '', 10);
  if (!id || !Number.isSafeInteger(timestamp)) {
    throw new WebhookError('MISSING_HEADERS', 'webhook-id or webhook-timestamp is missing: is this a webhook?');
  }
  return {
    id,
    timestamp,
    signatures: (headers.get('webhook-signature') ?? '').split(' ').flatMap(versioned),
    own: ownSignature([...headers].find(([name]) => /^x-.+-signature$/.test(name))?.[1]),
    digest: headers.get('content-digest'),
  };
}

/** Value of Content-Digest for these bytes. */
export const digestOf = async (body: Bytes): Promise<string> =>
  `sha-256=:${encodeBase64(await crypto.subtle.digest('SHA-256', body))}:`;

function entriesOf(source: HeaderSource): Map<string, string> {
  const entries = source instanceof Headers ? [...source] : Object.entries(source);
  return new Map(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(' ')]])),
  );
}

function versioned(signature: string): FoundHeaders['signatures'] {
  const [version, text] = signature.split(',');
  return version && text ? [{ version, value: decodeBase64(text) }] : [];
}

/** `{"v":"1","s":"<base64>"}`, or the base64 alone. */
function ownSignature(text: string | undefined): Bytes | undefined {
  return text ? decodeBase64(/"s"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? text) : undefined;
}
