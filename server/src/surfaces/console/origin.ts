import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { sha256 } from '../../foundation/kernel/sha256.ts';
import type { PasskeySite } from '../operator/passkeys.ts';

/** Parts of a request that identify the console page it comes from. */
export interface ConsoleRequest {
  method: string;
  headers: IncomingHttpHeaders;
  socket: { localPort?: number | undefined };
}

export interface OriginOptions {
  /** By default, the address that the server listens on. */
  publicUrl: string | undefined;
  consoleHosts: readonly string[];
  /** Port of the separate listener of the console, if it has one. */
  consolePort: number | undefined;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const HTTP_PORT = 80;

const hostOf = (request: ConsoleRequest): string => request.headers.host?.toLowerCase() ?? '';

/** Host values of this machine, as browsers send them for the port of this request. */
function loopbackHosts({ socket: { localPort } }: ConsoleRequest): string[] {
  return loopbackNames.flatMap((name) => (localPort === HTTP_PORT ? [name] : [`${name}:${localPort}`]));
}

/** PUBLIC_URL is an origin of the console only if the console has no port of its own. */
const publicHost = ({ publicUrl, consolePort }: OriginOptions): string[] =>
  publicUrl && consolePort === undefined ? [new URL(publicUrl).host] : [];

/** Throws 421 for an unknown Host, so that a foreign domain that resolves to this machine gets no response. */
export function requireKnownHost(options: OriginOptions, request: ConsoleRequest): void {
  const host = hostOf(request);
  const known = [...loopbackHosts(request), ...publicHost(options), ...options.consoleHosts];
  const isOwnListener = options.consolePort === undefined || request.socket.localPort === options.consolePort;
  if (isOwnListener && known.includes(host)) return;
  const hint = 'Open the console at localhost or PUBLIC_URL, or add the host to CONSOLE_HOSTS and restart the server.';
  throw unknownHost('The console is not served for this Host header.', hint);
}

/** Throws 421 unless the page was opened under a loopback name of this machine. */
export function requireLoopbackHost(request: ConsoleRequest): void {
  if (loopbackHosts(request).includes(hostOf(request))) return;
  const { port } = new URL(`http://localhost:${request.socket.localPort}`);
  const hint = `Open the page at http://localhost${port && `:${port}`}.`;
  throw unknownHost('This login is not served for this Host header.', hint);
}

const unknownHost = (message: string, hint: string): ApiError =>
  new ApiError('FORBIDDEN', message, { reason: 'UNKNOWN_HOST', hint }, { status: 421 });

/** Throws 403 unless the browser confirms that the page has this origin; same-site would include other ports. */
export function requireSameOrigin({ method, headers }: ConsoleRequest): void {
  if (method === 'GET' || method === 'HEAD' || headers['sec-fetch-site'] === 'same-origin') return;
  throw new ApiError('FORBIDDEN', 'Sec-Fetch-Site must be same-origin for changes by the console.', {
    reason: 'NOT_SAME_ORIGIN',
    hint: 'Browsers send Sec-Fetch-Site: same-origin for pages of https addresses and of localhost.',
  });
}

/** Browsers send Sec-Fetch-Site only for https and loopback, so every other host of a session uses https. */
const isHttps = (options: OriginOptions, request: ConsoleRequest): boolean =>
  loopbackHosts(request).includes(hostOf(request))
    ? options.publicUrl?.startsWith('https:') === true && publicHost(options).includes(hostOf(request))
    : true;

/** Site of the page that sends a request, from the Host that `requireKnownHost` has checked. */
export function siteOf(options: OriginOptions, request: ConsoleRequest): PasskeySite {
  const url = new URL(`${isHttps(options, request) ? 'https' : 'http'}://${hostOf(request)}`);
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0) return { id: url.hostname, origin: url.origin };
  throw new ApiError('CONFLICT', 'Browsers keep no passkeys for the address of a machine.', {
    reason: 'HOST_NAME_REQUIRED',
    hint: `Open the console under a host name, such as http://localhost:${url.port}/console.`,
  });
}

const NAME_DIGITS = 8;

/** Cookies ignore ports, so the name contains a hash of host and port. */
function cookieName(options: OriginOptions, request: ConsoleRequest): string {
  const name = `causeway-console-${sha256(hostOf(request), 'hex').slice(0, NAME_DIGITS)}`;
  return isHttps(options, request) ? `__Host-${name}` : name;
}

export function readCookie(options: OriginOptions, request: ConsoleRequest): string | undefined {
  const start = `${cookieName(options, request)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Value of Set-Cookie; deletes the browser's cookie when `cookie` is absent. */
export function cookieHeader(options: OriginOptions, request: ConsoleRequest, cookie?: string): string {
  const bounds = cookie === undefined ? '; Max-Age=0' : '';
  const secure = isHttps(options, request) ? '; Secure' : '';
  return `${cookieName(options, request)}=${cookie ?? ''}; Path=/; HttpOnly; SameSite=Strict${bounds}${secure}`;
}
