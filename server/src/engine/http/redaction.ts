import { type TSchema, Type } from '@sinclair/typebox';
import { legible } from '../../foundation/db/storable-text.ts';
import { memo } from '../../foundation/kernel/memo.ts';
import type { Route } from './route.ts';
import { membersOf } from './schema-members.ts';
import { FieldError } from './schemas.ts';
import { sensitivityOf } from './sensitivity.ts';

const SHOWN_END = 4;
const REDACTED = '[redacted]';
const MAX_DEPTH = 12;
const MAX_ITEMS = 50;
const MAX_TEXT = 500;
/** Maximum length of a response that is parsed for the log. */
const MAX_PARSED = 262_144;

/** Members of an error that the log stores. */
const Rejection = Type.Object({
  status: Type.Integer(),
  code: Type.String(),
  message: Type.String(),
  reason: Type.String(),
  details: Type.Object({
    hint: Type.String(),
    reason: Type.String(),
    docUrl: Type.String(),
    requestId: Type.String(),
    required: Type.Array(Type.String()),
    granted: Type.Array(Type.String()),
    allowed: Type.Array(Type.String()),
    errors: Type.Array(FieldError),
  }),
});

/** Masks the Idempotency-Key of a response with a secret, because readers of the log could replay that response. */
export const redactedKey = ({ secretResponse }: Route, key: string | undefined): string | undefined =>
  secretResponse && key !== undefined ? REDACTED : key;

/** Redacts a request body for the log. */
export const redactedRequest = ({ body: schema }: Route, body: unknown): unknown =>
  schema && body !== undefined ? redact(schema, body) : undefined;

/** Redacts a response body for the log, from the text that was sent. */
export function redactedResponse(route: Route, status: number, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  if (route.secretResponse && status < 400) return REDACTED;
  if (text.length > MAX_PARSED) return `[${text.length} characters, too long to keep]`;
  const schema = status < 400 ? route.responses[status] : Rejection;
  return schema ? redact(schema, JSON.parse(text)) : REDACTED;
}

/** Redacts a request path for the log. */
export function redactedPath({ params }: Route, path: string, given: unknown): string {
  const sensitive = Object.entries(params?.properties ?? {}).filter(([, schema]) => sensitivityOf(schema));
  if (sensitive.length === 0) return path;
  const shown = new Map(
    sensitive.map(([name, schema]) => {
      const value = (given as Record<string, string>)[name];
      return [value, String(redact(schema, value))];
    }),
  );
  return path
    .split('/')
    .map((part) => shown.get(decoded(part)) ?? part)
    .join('/');
}

/** An invalidly encoded part is compared as sent. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Copies a JSON value for the log: only members of the schema, without secret or personal members, and with long texts
 * and lists truncated.
 */
export function redact(schema: TSchema, value: unknown, depth = 0): unknown {
  if (value === null) return null;
  const { level, types } = rulesOf(schema);
  if (level === 'ACCOUNT' && typeof value !== 'object') return mask(String(value));
  if (level || depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) {
    if (!schema.items) return REDACTED;
    return value.slice(0, MAX_ITEMS).map((item) => redact(schema.items, item, depth + 1));
  }
  if (typeof value === 'object') return redactMembers(schema, value as Record<string, unknown>, depth);
  if (!types.has(typeof value)) return REDACTED;
  return typeof value === 'string' ? truncated(value) : value;
}

function redactMembers(schema: TSchema, value: Record<string, unknown>, depth: number): unknown {
  const members = membersOf(schema, value);
  if (!members) return REDACTED;
  const shown: Record<string, unknown> = {};
  for (const name in value) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member) shown[name] = redact(member, value[name], depth + 1);
  }
  return shown;
}

/** Redaction rules of a schema, cached. */
const rulesOf = memo((schema: TSchema) => ({
  level: sensitivityOf(schema),
  /** Values of other types are redacted completely, because they may contain anything. */
  types: new Set(typesOf(schema)),
}));

function typesOf(schema: TSchema): string[] {
  const parts: TSchema[] | undefined = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.flatMap(typesOf);
  return [schema.type].flat().map((type) => (type === 'integer' ? 'number' : type));
}

const mask = (text: string): string => `****${text.length > SHOWN_END ? legible(text.slice(-SHOWN_END)) : ''}`;

/** Truncation may split a surrogate pair, and a rejected request may contain characters that cannot be stored. */
const truncated = (text: string): string =>
  text.length <= MAX_TEXT ? legible(text) : `${legible(text.slice(0, MAX_TEXT))}...`;
