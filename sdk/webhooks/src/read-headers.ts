import { createHash } from 'node:crypto';
import { WebhookError } from './webhook-error.ts';

/** Header types of Node, Fetch and common frameworks. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

interface FoundHeaders {
  id: string;
  timestamp: number;
  /** Those of Standard Webhooks, each with its version. */
  signatures: { version: string; value: Buffer }[];
  /** That of the header X-<prefix>-Signature, whatever the prefix. */
  own: Buffer | undefined;
  digest: string | undefined;
  hasDigestOf(body: string): boolean;
}

export function readHeaders(source: HeaderSource): FoundHeaders {
  const headers = entriesOf(source);
  const id = headers.get('webhook-id');
  const timestamp = Number.parseInt(headers.get('webhook-timestamp') ?? '', 10);
  if (!id || !Number.isSafeInteger(timestamp)) {
    throw new WebhookError('MISSING_HEADERS', 'webhook-id or webhook-timestamp is missing: is this a webhook?');
  }
  const digest = headers.get('content-digest');
  return {
    id,
    timestamp,
    signatures: (headers.get('webhook-signature') ?? '').split(' ').flatMap(versioned),
    own: ownSignature([...headers].find(([name]) => /^x-.+-signature$/.test(name))?.[1]),
    digest,
    hasDigestOf: (body) => digest === `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
  };
}

function entriesOf(source: HeaderSource): Map<string, string> {
  const entries = source instanceof Headers ? [...source] : Object.entries(source);
  return new Map(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(' ')]])),
  );
}

function versioned(signature: string): FoundHeaders['signatures'] {
  const [version, text] = signature.split(',');
  return version && text ? [{ version, value: Buffer.from(text, 'base64') }] : [];
}

/** `{"v":"1","s":"<base64>"}`, or the base64 alone. */
function ownSignature(text: string | undefined): Buffer | undefined {
  if (!text) return undefined;
  const bare = /"s"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? text;
  return Buffer.from(bare, 'base64');
}
