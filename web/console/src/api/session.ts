import type { Permission } from '../../../../sdk/client/src/generated/types.ts';

/** Login of a person or of an API token. Its permissions are enforced by the server; here they only select what is shown. */
export interface ConsoleSession {
  id: string;
  kind: 'TOKEN' | 'OPERATOR';
  /** Absent in sessions of operators, who choose a platform. */
  platform: SessionPlatform | null;
  permissions: readonly Permission[];
  tokenId?: string;
  operator?: { id: string; name: string };
  expiresAt: string;
}

export interface SessionPlatform {
  id: string;
  name: string;
  mode: 'SANDBOX' | 'PRODUCTION';
}

/** Half of the session's secret; the other half is a cookie. localStorage is per port, which cookies are not. */
const KEY = 'causeway.console.key';
const PLATFORM = 'causeway.console.platform';

export const storedKey = {
  read: (): string | null => localStorage.getItem(KEY),
  write: (key: string): void => localStorage.setItem(KEY, key),
  remove: (): void => localStorage.removeItem(KEY),
};

/** Platform that an operator has chosen; it survives a reload. */
export const chosenPlatform = {
  read: (): SessionPlatform | null => JSON.parse(localStorage.getItem(PLATFORM) ?? 'null'),
  write: (platform: SessionPlatform): void => localStorage.setItem(PLATFORM, JSON.stringify(platform)),
  remove: (): void => localStorage.removeItem(PLATFORM),
};

/** Requests that come later than this after the last input of the person are background requests. */
const INPUT_MS = 60_000;
let lastInputAt = Date.now();
for (const event of ['pointerdown', 'keydown']) {
  addEventListener(event, () => {
    lastInputAt = Date.now();
  });
}

const isUnattended = (): boolean => Date.now() - lastInputAt > INPUT_MS;

/** Headers that authenticate a request. A background request does not extend the session of an operator. */
export function sessionHeaders({ isBackground = isUnattended() } = {}): Record<string, string> {
  const key = storedKey.read();
  const platform = chosenPlatform.read();
  return {
    ...(key && { 'x-console-session': key }),
    ...(platform && { 'x-console-platform': platform.id }),
    ...(isBackground && { 'x-console-background': 'true' }),
  };
}

/** Proof that the server exchanges for a session. */
export type Login = { code: string } | { clientId: string; clientSecret: string };

export async function logIn(login: Login): Promise<ConsoleSession> {
  const response = await send('POST', '/console/login', login);
  return keepSession((await response.json()) as NewSession);
}

interface NewSession {
  key: string;
  session: ConsoleSession;
}

/** Keeps the half of the secret that a login has returned. */
export function keepSession({ key, session }: NewSession): ConsoleSession {
  storedKey.write(key);
  chosenPlatform.remove();
  return session;
}

/** Undefined without a valid session. Throws if the server does not respond: the session may still be valid. */
export async function findSession(): Promise<ConsoleSession | undefined> {
  const key = storedKey.read();
  if (!key) return undefined;
  const response = await fetch('/console/session', { headers: sessionHeaders() });
  if (response.ok) return (await response.json()) as ConsoleSession;
  if (response.status !== 401) throw await loginErrorOf(response);
  if (storedKey.read() === key) storedKey.remove();
  return undefined;
}

export async function logOut(): Promise<void> {
  await send('DELETE', '/console/session').catch(() => {
    // The key is removed in any case: without it the cookie alone opens nothing.
  });
  storedKey.remove();
  chosenPlatform.remove();
}

/** A rejected login, with the message of the server. */
export class LoginError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

export async function send(method: string, path: string, body?: object): Promise<Response> {
  const headers = { ...sessionHeaders(), ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (response.ok) return response;
  throw await loginErrorOf(response);
}

async function loginErrorOf(response: Response): Promise<LoginError> {
  // The response of a proxy may not be JSON; its status is shown then.
  const error = (await response.json().catch(() => ({}))) as Rejection;
  return new LoginError(error.message ?? `The server answered with status ${response.status}.`, error.details?.hint);
}

interface Rejection {
  message?: string;
  details?: { hint?: string };
}
