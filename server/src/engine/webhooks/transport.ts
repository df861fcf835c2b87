import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type AddressPolicy, AddressRejected, allowedAddresses } from './addresses.ts';

const CONNECT_TIMEOUT_MS = 5_000;

export interface Get {
  url: string;
  headers: Record<string, string>;
  /** Total time for resolving, connecting, sending and the response. */
  timeoutMs: number;
  maxResponseBytes: number;
  signal?: AbortSignal;
}

export interface Post extends Get {
  body: string;
}

export interface Answer {
  status: number;
  /** Beginning of the body. */
  answer: string;
}

export interface Transport {
  /** Posts a request. Redirects are not followed. */
  post(post: Post): Promise<Answer>;
  get(get: Get): Promise<Answer>;
  close(): Promise<void>;
}

interface TransportOptions {
  addresses: AddressPolicy;
  /** Proxy through which every connection is tunnelled. */
  proxyUrl?: string | undefined;
}

class TimedOut extends Error {
  readonly code = 'TIMEOUT';
}

/** Posts over pooled connections, only to addresses that the policy allows. */
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
  { url, headers, timeoutMs, maxResponseBytes, signal }: Get,
  sending: Sending,
): Promise<Answer> {
  const { origin, pathname, search } = new URL(url);
  const exchange = new Exchange(maxResponseBytes);
  const timer = setTimeout(() => exchange.abort(new TimedOut()), timeoutMs);
  const onStop = (): void => exchange.abort(signal?.reason);
  signal?.addEventListener('abort', onStop);
  try {
    agent.dispatch({ origin, path: pathname + search, headers, ...sending }, exchange);
    return await exchange.answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onStop);
  }
}

/** One request and the beginning of its response. Avoids the streams that undici would create per request. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status: number | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #abortedBy: Error | undefined;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  readonly answer = new Promise<Answer>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** May be called before a connection exists; the request is then not sent. */
  abort(reason: Error): void {
    this.#abortedBy = reason;
    this.#controller?.abort(reason);
    this.#fail(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abortedBy) controller.abort(this.#abortedBy);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    // Skips interim responses (1xx).
    if (status >= 200) this.#status = status;
  }

  /** Closes the connection after the maximum number of bytes. */
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) controller.abort(new Error('the response is longer than what is kept of it'));
  }

  onResponseEnd(): void {
    this.#resolve({ status: this.#status ?? 0, answer: this.#beginning() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  /** A truncated response is returned with its status. */
  #fail(error: Error): void {
    if (this.#status === undefined) this.#reject(error);
    else this.onResponseEnd();
  }

  #beginning(): string {
    if (this.#size === 0) return '';
    const bytes = Buffer.concat(this.#chunks).subarray(0, this.#maxBytes);
    // PostgreSQL cannot store NUL, nor a character cut in half.
    const text = new TextDecoder().decode(bytes, { stream: this.#size > this.#maxBytes });
    return text.replaceAll('\u0000', '');
  }
}

/** Connects to the address that was resolved and checked, which prevents DNS rebinding. */
function connector({ addresses, proxyUrl }: TransportOptions): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(addresses) });
  if (proxyUrl) return throughProxy(new URL(proxyUrl), addresses, connect);
  return (options, callback) => {
    // A literal address needs no resolution.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && !addresses.isAllowed(literal)) return callback(new AddressRejected(), null);
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

/** Sends the checked address to the proxy instead of the name, which the proxy might resolve differently. */
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

class ProxyRejected extends Error {
  readonly code = 'PROXY_REJECTED';
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
      reject(new ProxyRejected(`the proxy answered ${statusCode}`));
    });
    asked.once('timeout', () => asked.destroy(new ProxyRejected('the proxy did not answer')));
    asked.once('error', reject);
    asked.end();
  });
}
