import { type ApiResponse, type Outcome, PendingCall } from './call.ts';
import type { Connection } from './connection.ts';
import { checkOptions, type KeyedSignedOptions } from './options.ts';
import type { Route } from './routes.ts';
import { type Content, type OutgoingRequest, send } from './send.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The arguments of a method are its ids, then its query, its body and its options, each if it is given. */
export function request(connection: Connection, route: Route, args: readonly unknown[]): PendingCall {
  const rest = [...args];
  const path = route.path.replaceAll('{}', () => encodeURIComponent(idOf(rest.shift(), route)));
  // If the query or the body is left out, the options take its place.
  const shiftIf = (isTaken: boolean) =>
    (isTaken && !isOptions(rest[0]) ? rest.shift() : undefined) as Fields | undefined;
  const query = shiftIf(route.hasQuery);
  const body = shiftIf(route.body !== undefined);
  const { idempotencyKey: given, walletSignature, ...options } = optionsOf(rest, route);
  const idempotencyKey = route.isKeyed ? (given ?? crypto.randomUUID()) : undefined;
  const headers = {
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(walletSignature && { [SIGNATURE]: walletSignature }),
  };
  const content = contentOf(route, body);
  const sendWith = async (signature: Record<string, string>, cursor?: string): Promise<ApiResponse> => {
    const { headers: contentHeaders, ...bytes } = await content;
    const outgoing: OutgoingRequest = {
      route,
      path: path + queryText({ ...query, ...(cursor && { cursor }) }),
      headers: { ...contentHeaders, ...headers, ...signature },
      // A signed challenge is valid once, so repeating a signed request has no second effect.
      isRepeatable: IDEMPOTENT.includes(route.method) || route.isKeyed || signature !== UNSIGNED,
      options,
      ...bytes,
    };
    const response = await send(connection, outgoing);
    return route.isSigned ? { ...response, value: outcomeOf(response, signature, resend) } : response;
  };
  const resend = (signature: Record<string, string>) => new PendingCall(() => sendWith(signature), idempotencyKey);
  return new PendingCall((cursor) => sendWith(UNSIGNED, cursor), idempotencyKey);
}

/** Header that every service accepts, whatever prefix its own headers have. */
const SIGNATURE = 'service-wallet-signature';
const UNSIGNED: Record<string, string> = {};
const IDEMPOTENT: readonly string[] = ['GET', 'PUT', 'DELETE'];

/** An empty id would address the list instead of one of its items. */
function idOf(value: unknown, { name }: Route): string {
  if (typeof value === 'string' && value) return value;
  throw new TypeError(`${name}: the id must be a string that is not empty`);
}

/** No query and no body of the API has a member with one of these names. */
export const OPTION_NAMES: readonly string[] = [
  'signal',
  'timeoutMs',
  'maxRetries',
  'headers',
  'idempotencyKey',
  'walletSignature',
];

function isOptions(value: unknown): boolean {
  const names = Object.keys(value ?? {});
  return names.length > 0 && names.every((name) => OPTION_NAMES.includes(name));
}

function optionsOf([options, ...further]: readonly unknown[], { name }: Route): KeyedSignedOptions {
  checkOptions(name, options ?? {}, OPTION_NAMES);
  if (further.length > 0) throw new TypeError(`${name}: too many arguments`);
  return (options ?? {}) as KeyedSignedOptions;
}

function queryText(query: Fields): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** Serialized once: the service compares the bytes of requests with the same key. */
function contentOf({ body: kind }: Route, body: Fields | undefined): Content | Promise<Content> {
  if (body === undefined) return { headers: {} };
  if (kind === 'form') return formContent(body);
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function formContent(fields: Fields): Promise<Content> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value));
  }
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, body: new Uint8Array(await encoded.arrayBuffer()) };
}

interface ChallengeBody {
  payloadToSign: string;
  requestId: string;
  expiresAt: string;
}

type Resend = (signature: Record<string, string>) => PendingCall;

function outcomeOf({ status, value }: ApiResponse, signature: Record<string, string>, resend: Resend): Untyped {
  if (status === 202) {
    const challenge = value as ChallengeBody;
    const retry = (stamp: string) => resend({ [SIGNATURE]: stamp, 'request-id': challenge.requestId });
    return { ...challenge, kind: 'challenge', retry } as Untyped;
  }
  const { status: state, message, id } = (value ?? {}) as Record<string, unknown>;
  return state === 'PROCESSING' && typeof message === 'string' && !id
    ? ({ kind: 'processing', message, retry: () => resend(signature) } as Untyped)
    : { kind: 'done', value };
}

type Untyped = Outcome<unknown, string>;
