import { WebhookError } from './webhook-error.ts';

export type RawBody = string | Uint8Array | ArrayBuffer;

export function bodyBytes(body: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new WebhookError(
    'NOT_RAW',
    'The body is already parsed. Signatures are over its bytes: take them before a parser does (express.raw, request.text()).',
  );
}
