import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../../src/engine/http/route.ts';
import { idTypes, uuidv7 } from '../../src/foundation/kernel/ids.ts';
import type { Randomness } from './seed.ts';

/** A valid request that mutations start from. */
export interface FuzzCall {
  route: Route;
  path: string;
  body: unknown;
  headers: Record<string, string>;
  authorization: string;
}

export interface MutatedCall {
  operationId: string;
  method: string;
  path: string;
  text: string | undefined;
  headers: Record<string, string>;
  authorization: string;
}

const numbers = [0, -0, -1, 1, 0.1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 9e15, 1e21, 1e308, -(2 ** 63)];
const texts = [
  '',
  ' ',
  '0',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  '😀'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(5_000),
  "' OR 1=1 --",
  '${7*7}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'USD',
  'XXX',
  'US',
  '2025-02-30',
  '9999-12-31T23:59:59.999999999Z',
  '2025-01-01T00:00:00+15:59',
  'https://[::1]:99999/',
  'ftp://example.com',
  'a@b',
  '$x@y.example',
  '$ada@',
  '1e5',
  'NaN',
  'null',
];
const members = [
  '__proto__x',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'constructor',
  'length',
  '',
  '\u0000',
  '\ud800',
  'id',
  'x'.repeat(250),
  '1.1',
  'a~/b',
];

/** Objects that cannot be converted to text or a number, or that would reach a prototype. */
export const hostileObjects: readonly object[] = [
  { toString: 'x' },
  { valueOf: 'x', toString: null },
  { constructor: { name: 'x' } },
  JSON.parse('{"__proto__": {"toString": "x"}}'),
];

/** A request that differs from a valid one in one place or a few. */
export function mutated(call: FuzzCall, all: readonly FuzzCall[], random: Randomness): MutatedCall {
  const { route } = call;
  const count = random.chance(0.1) ? 0 : 1 + random.below(3);
  const draft = {
    method: route.method as string,
    path: call.path,
    body: structuredClone(call.body),
    headers: { ...call.headers },
  };
  if ('idempotency-key' in draft.headers) draft.headers['idempotency-key'] = random.chance(0.9) ? uuidv7() : 'again';
  let raw: string | undefined;
  for (let i = 0; i < count; i++) {
    const kind = random.next();
    if (kind < 0.6 && route.body) draft.body = mutateValue(draft.body, route.body, all, random);
    else if (kind < 0.75) draft.path = mutateQuery(draft.path, route, all, random);
    else if (kind < 0.87) draft.path = mutatePath(draft.path, all, random);
    else if (kind < 0.95) Object.assign(draft.headers, random.pick(headerSets)(random));
    else if (kind < 0.97)
      draft.method = random.pick(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'QUERY']);
    else raw = random.pick(rawBodies);
  }
  const mayHaveBody = !['GET', 'HEAD'].includes(draft.method);
  const text = mayHaveBody ? (raw ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body))) : undefined;
  return {
    operationId: route.operationId,
    method: draft.method,
    path: draft.path,
    text,
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...draft.headers },
    authorization: random.chance(0.98) ? call.authorization : random.pick(all).authorization,
  };
}

const rawBodies = [
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1,"a":2}',
  '{"\\u0000":"\\u0000"}',
  `${'['.repeat(30)}${']'.repeat(30)}`,
  '1e999',
  '',
];

const headerSets: readonly ((random: Randomness) => Record<string, string>)[] = [
  () => ({ prefer: 'handling=strict' }),
  (random) => ({ 'idempotency-key': random.pick(['', ' ', 'k'.repeat(256), 'again', 'ü'.slice(0, 1), '"quoted"']) }),
  (random) => ({
    'content-type': random.pick([
      'text/plain',
      'application/json; charset=x',
      'multipart/form-data',
      'x',
      'multipart/form-data; boundary=y',
    ]),
  }),
  (random) => ({
    'service-wallet-signature': random.pick(['sandbox-valid-signature', 'e30', 'x', '{}']),
    'request-id': random.pick(['x', `Request:${uuidv7()}`]),
  }),
  (random) => ({ 'accept-encoding': random.pick(['*', 'gzip;q=9', 'x']), accept: 'text/html' }),
  () => ({ 'x-forwarded-for': '1.2.3.4', forwarded: 'for=_x', 'if-none-match': '*' }),
];

/** Bodies with each hostile object in every place, and as a further member beside each place. */
export function* hostileBodies(body: unknown): Generator<unknown> {
  const root = { body };
  const count = placesIn(root).length;
  for (let i = 0; i < count; i++) {
    for (const hostile of hostileObjects) {
      const copy = structuredClone(root);
      const { holder, name } = placesIn(copy)[i] as Place;
      holder[name] = hostile;
      yield copy.body;
    }
  }
}

type Place = { holder: Record<string, unknown>; name: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])]);
}

/** A URL cannot hold an unpaired surrogate; it can hold a NUL. */
const legible = (text: string): string => text.replace(/\p{Surrogate}/gu, '');

/** Changes, adds, removes or repeats one member somewhere in the body. */
function mutateValue(body: unknown, schema: TSchema, all: readonly FuzzCall[], random: Randomness): unknown {
  const root = { body };
  const places = placesIn(root);
  const { holder, name } = random.pick(places);
  const kind = random.next();
  if (kind < 0.15) delete holder[name];
  else if (kind < 0.3) addMember(holder[name], schema, all, random);
  else if (kind < 0.4 && Array.isArray(holder[name])) holder[name] = [...(holder[name] as []), ...(holder[name] as [])];
  else holder[name] = anyValue(holder[name], all, random);
  return root.body;
}

function addMember(value: unknown, schema: TSchema, all: readonly FuzzCall[], random: Randomness): void {
  if (typeof value !== 'object' || value === null) return;
  const known = Object.keys(schema.properties ?? schema.oneOf?.[0]?.properties ?? {});
  const name = random.chance(0.6) && known.length > 0 ? random.pick(known) : random.pick(members);
  const added = anyValue(undefined, all, random);
  if (Array.isArray(value)) value.push(added);
  else (value as Record<string, unknown>)[name] = added;
}

function anyValue(old: unknown, all: readonly FuzzCall[], random: Randomness): unknown {
  const kind = random.next();
  if (typeof old === 'number' && kind < 0.4) return random.pick([...numbers, old + 1, old - 1, old * 1_000, -old]);
  if (typeof old === 'string' && kind < 0.3) return mutateText(old, random);
  if (kind < 0.5) return random.pick(texts);
  if (kind < 0.65) return random.pick(numbers);
  if (kind < 0.8) return anyId(all, random);
  if (kind < 0.85) return random.pick(all).body;
  return random.pick([
    null,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    { code: 'USD' },
    ...hostileObjects,
    Array.from({ length: 120 }, () => 'USD'),
  ]);
}

function mutateText(text: string, random: Randomness): string {
  const at = random.below(text.length + 1);
  const piece = random.pick(['', ' ', '0', '\u0000', 'é', '😀', '%', '\n', text]);
  return random.chance(0.5) ? text.toUpperCase() : `${text.slice(0, at)}${piece}${text.slice(at + 1)}`;
}

/** An existing id of any type and platform, or an unknown one. */
function anyId(all: readonly FuzzCall[], random: Randomness): string {
  const ids = JSON.stringify(random.pick(all)).match(/[A-Z]\w+:[0-9a-f-]{36}/g);
  return ids && random.chance(0.7) ? random.pick(ids) : `${random.pick(idTypes)}:${uuidv7()}`;
}

function mutateQuery(path: string, { query }: Route, all: readonly FuzzCall[], random: Randomness): string {
  const names = [...Object.keys(query?.properties ?? {}), 'unknown', 'limit', 'cursor'];
  const value = anyValue('x', all, random);
  const text = legible(typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 1_000);
  const pair = `${random.pick(names)}=${random.chance(0.9) ? encodeURIComponent(text) : '%zz'}`;
  return `${path}${path.includes('?') ? '&' : '?'}${pair}`;
}

function mutatePath(path: string, all: readonly FuzzCall[], random: Randomness): string {
  const [plain = '', query] = path.split('?');
  const parts = plain.split('/');
  const at = random.chance(0.8) ? parts.findIndex((part) => part.includes(':')) : random.below(parts.length);
  const piece = random.chance(0.5) ? anyId(all, random) : legible(random.pick(texts)).slice(0, 400);
  if (at > 0) parts[at] = encodeURIComponent(piece);
  return query === undefined ? parts.join('/') : `${parts.join('/')}?${query}`;
}
