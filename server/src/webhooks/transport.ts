import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AddressPolicy, AddressRefused, allowedAddresses } from './addresses.ts';

const CONNECT_TIMEOUT_MS = 5_000;

export interface Get {
  url: string;
  headers: Record<string, string>;
  /** For all of it: resolving, connecting, sending, and the answer. */
  timeoutMs: number;
  maxAnswerBytes: number;
  signal?: AbortSignal;
}

export interface Post extends Get {
  body: string;
}

export interface Answer {
  status: number;
  /** The beginning of the body. */
  answer: string;
}

export interface Transport {
  /** A redirect is an answer like any other. */
  post(post: Post): Promise<Answer>;
  get(get: Get): Promise<Answer>;
  close(): Promise<void>;
}

interface TransportOptions {
  addresses: AddressPolicy;
  /** All connections are tunnels of this proxy. */
  proxyUrl?: string | undefined;
}

class TimedOut extends Error {
  readonly code = 'TIMEOUT';
}

/** Posts to endpoints over kept connections, and only to addresses of the policy. */
export function openTransport(options: TransportOptions): Transport {
  const agent = new Agent({ connect: connector(options), pipelining: 1 });
  return {
    post: ({ body, ...request }) => send(agent, request, { method: 'POST', body }),
    get: (request) => send(agent, request, { method: 'GET' }),
    close: () => agent.destroy(),
  };
}

type Sending = { method: 'GET' } | { method: 'POST'; body: string };

async function send(
  agent: Agent,
  { url, headers, timeoutMs, maxAnswerBytes, signal }: Get,
  sending: Sending,
): Promise<Answer> {
  const { origin, pathname, search } = new URL(url);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new TimedOut()), timeoutMs);
  const onStop = (): void => timeout.abort(signal?.reason);
  signal?.addEventListener('abort', onStop);
  try {
    const request = { origin, path: pathname + search, headers, ...sending, signal: timeout.signal };
    const response = await agent.request(request);
    return { status: response.statusCode, answer: await beginning(response.body, maxAnswerBytes) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onStop);
  }
}

/** Leaving the loop ends a connection that has more to say. A body that breaks off does not undo its status. */
async function beginning(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
  } catch {
    // What was read until then is what there is.
  }
  // A database cannot keep the character zero, nor the half of a character at the cut.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes), { stream: size > maxBytes });
  return text.replaceAll('\u0000', '');
}

/** Resolves once and connects to what was resolved and checked: a name that changes its mind between the two gains nothing. */
function connector({ addresses, proxyUrl }: TransportOptions): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(addresses) });
  if (proxyUrl) return throughProxy(new URL(proxyUrl), addresses, connect);
  return (options, callback) => {
    // An address in place of a name is never looked up.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && !addresses.isAllowed(literal)) return callback(new AddressRefused(), null);
    connect(options, callback);
  };
}

function checkedLookup(addresses: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    const answer = ([first, ...others]: [string, ...string[]]): void => {
      const found = [first, ...others].map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      if (options.all) callback(null, found);
      else callback(null, first, isIPv6(first) ? 6 : 4);
    };
    allowedAddresses(hostname, addresses).then(answer, (error) => callback(error, ''));
  };
}

/** The proxy is told the address and not the name, so that it cannot resolve it to another. */
function throughProxy(
  proxy: URL,
  addresses: AddressPolicy,
  secure: buildConnector.connector,
): buildConnector.connector {
  return (options, callback) => {
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    const open = async (): Promise<Socket> => {
      const [address] = await allowedAddresses(options.hostname, addresses);
      return openTunnel(proxy, `${isIPv6(address) ? `[${address}]` : address}:${port}`);
    };
    open().then(
      (socket) => {
        if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

class ProxyRefused extends Error {
  readonly code = 'PROXY_REFUSED';
}

function openTunnel(proxy: URL, to: string): Promise<Socket> {
  const request = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  const { username, password } = proxy;
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return new Promise((resolve, reject) => {
    const asked = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: to,
      headers: { host: to, ...(username && { 'proxy-authorization': `Basic ${credentials}` }) },
      timeout: CONNECT_TIMEOUT_MS,
      agent: false,
    });
    asked.once('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket.setTimeout(0));
      socket.destroy();
      reject(new ProxyRefused(`the proxy answered ${statusCode}`));
    });
    asked.once('timeout', () => asked.destroy(new ProxyRefused('the proxy did not answer')));
    asked.once('error', reject);
    asked.end();
  });
}
