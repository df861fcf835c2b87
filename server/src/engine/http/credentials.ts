import type { BasicCredentials, Caller, OperatorCaller } from '../../foundation/kernel/callers.ts';
import { MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, unauthorized, unauthorizedAgent } from '../../foundation/kernel/errors.ts';
import { uuidPattern } from '../../foundation/kernel/ids.ts';
import { type Access, access, type Route } from './route.ts';

const MAX_HEADER = 1_024;

/** Id and secret in one header: the id of a token or operator serves as user name, although it contains a colon. */
const ID_AND_SECRET = new RegExp(`^([A-Z]\\w*:${uuidPattern.slice(1, -1)}):`);

/** RFC 7617: user name and password are separated by the first colon; a password may contain colons. */
export function readBasic(header: string | undefined): BasicCredentials {
  if (header === undefined) throw unauthorized('CREDENTIALS_MISSING', 'Authorization header is missing.');
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header)?.[1];
  if (!encoded || header.length > MAX_HEADER)
    throw unauthorized('CREDENTIALS_MALFORMED', 'Authorization header is not HTTP Basic.');
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = ID_AND_SECRET.exec(text)?.[1]?.length ?? text.indexOf(':');
  if (colon < 1 || hasControlCharacter(text)) {
    throw unauthorized('CREDENTIALS_MALFORMED', 'Authorization header has no client id and secret.');
  }
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Creates the header that `readBasic` reads. */
export const basicHeader = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** RFC 6750. Reads the header only, because a token in a URL would be logged. */
export function readBearer(header: string | undefined): string {
  if (header === undefined) throw unauthorizedAgent('CREDENTIALS_MISSING', 'Authorization header is missing.');
  const token = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
  if (!token || header.length > MAX_HEADER)
    throw unauthorizedAgent('CREDENTIALS_MALFORMED', 'Authorization header is not a bearer token.');
  return token;
}

/** RFC 7617 forbids control characters, and PostgreSQL cannot store NUL. */
const hasControlCharacter = (text: string): boolean => /\p{Control}/u.test(text);

export function requirePermission(caller: Caller, route: Route): void {
  const accepted: readonly string[] = access[route.access as Access];
  if (!caller.permissions.some((permission) => accepted.includes(permission))) {
    throw new ApiError('FORBIDDEN', 'The API token lacks the permission for this operation.', {
      reason: 'TOKEN_PERMISSION_MISSING',
      required: accepted,
      granted: caller.permissions,
      hint: `Use a token with ${accepted.join(' or ')}.`,
    });
  }
  if (route.onlyFor && caller.platform.mode !== route.onlyFor) {
    const mode = route.onlyFor.toLowerCase();
    throw new ApiError('FORBIDDEN', `This operation is for ${mode} platforms only.`, {
      reason: 'PLATFORM_MODE',
      hint: `Use a token of a ${mode} platform.`,
    });
  }
}

/** Maximum age of a passkey confirmation. */
const FRESH_MS = 5 * MINUTE_MS;

/** Requires a recent passkey confirmation. API credentials have no passkey, so they pass without `provedAt`. */
export function requireFreshProof({ provedAt }: OperatorCaller, route: Route, now: Date): void {
  if (!route.stepUp || !provedAt || now.getTime() - provedAt.getTime() < FRESH_MS) return;
  throw new ApiError('FORBIDDEN', 'This operation requires a passkey that was used within five minutes.', {
    reason: 'STEP_UP_REQUIRED',
    hint: 'Confirm with your passkey (POST /console/passkey/confirm), then repeat the request.',
  });
}
