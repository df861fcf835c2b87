import type { WebhookEvent } from './events.ts';
import { bodyBytes, type RawBody } from './raw-body.ts';
import { digestOf, type FoundHeaders, type HeaderSource, readHeaders } from './read-headers.ts';
import { hasValidSignature, type Key, readKeys } from './signatures.ts';
import { WebhookError } from './webhook-error.ts';

export type * from './events.ts';
export type { RawBody } from './raw-body.ts';
export type { HeaderSource } from './read-headers.ts';
export type { Key } from './signatures.ts';
export { WebhookError, type WebhookErrorCode } from './webhook-error.ts';

const DEFAULT_TOLERANCE_SECONDS = 300;

export interface UnwrapOptions {
  /** Largest allowed difference between the time of sending and now, in either direction. Default: 300. */
  toleranceSeconds?: number;
  /** For tests. */
  now?: Date;
}

/**
 * Returns the event if the request comes from the holder of one of the keys; rejects with a WebhookError if not.
 *
 * `rawBody` are the bytes of the request as they came, before any parser. `keys` is what GET /webhooks/keys returns
 * under `data`, or one key as text: `whsec_...`, `whpk_...` or a PEM.
 */
export async function unwrap(
  rawBody: RawBody,
  headers: HeaderSource,
  keys: string | Key | readonly (string | Key)[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const bytes = bodyBytes(rawBody);
  const found = readHeaders(headers);
  const body = new TextDecoder().decode(bytes);
  if (!(await hasValidSignature(bytes, found, readKeys(keys)))) throw await rejectionOf(bytes, body, found);
  rejectOtherTimes(found.timestamp, { toleranceSeconds, now });
  return eventOf(body, found.id);
}

/** The digest proves nothing about the origin, but distinguishes a changed body from a wrong key. */
async function rejectionOf(
  bytes: Uint8Array<ArrayBuffer>,
  body: string,
  { digest }: FoundHeaders,
): Promise<WebhookError> {
  const isChanged = digest !== undefined ? digest !== (await digestOf(bytes)) : isReserialized(body);
  if (!isChanged) {
    return new WebhookError('WRONG_KEY', 'No signature fits any of the keys. Read them again from GET /webhooks/keys.');
  }
  return new WebhookError(
    'BODY_CHANGED',
    'The body is not what was sent: it was parsed and written again, or changed. Pass the raw bytes of the request.',
  );
}

/** The service sends JSON without spaces: another layout means that the body was parsed and serialized again. */
function isReserialized(body: string): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) !== body;
  } catch {
    return true;
  }
}

function rejectOtherTimes(timestamp: number, { toleranceSeconds, now }: Required<UnwrapOptions>): void {
  const age = now.getTime() / 1_000 - timestamp;
  if (age > toleranceSeconds)
    throw new WebhookError('TOO_OLD', `The request was signed ${Math.round(age)} seconds ago.`);
  if (age < -toleranceSeconds) {
    throw new WebhookError('TOO_NEW', `The request was signed ${Math.round(-age)} seconds from now. Check the clock.`);
  }
}

function eventOf(body: string, id: string): WebhookEvent {
  const event = parse(body);
  if (typeof event?.type === 'string' && event.id === id) return event;
  throw new WebhookError('MALFORMED', 'The body is not an event with the id of the header webhook-id.');
}

/** Undefined if the body is not JSON. */
function parse(body: string): WebhookEvent | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
