import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import * as api from '@causeway/client';
import { createWalletProxy } from '@causeway/client/wallet-proxy';

export type User = { email: string; accountId: api.InternalAccountId };
/** `amount` is in millionths of a US dollar, the smallest unit of USDB. */
export type NewPayment = { to: string; amount: number };
type Answer = { status?: number; body: unknown; cookie?: string };

const files: Readonly<Record<string, { path: string; type: string }>> = {
  '/': { path: 'public/index.html', type: 'text/html' },
  '/page.js': { path: 'dist/page.js', type: 'text/javascript' },
};

/** `users` stands for the sessions of your own login. */
export function createWalletApp(cw: api.Client, users = new Map<string, User>()) {
  const userOf = (cookie = ''): User | undefined => users.get(/\bsession=([\w-]+)/.exec(cookie)?.[1] ?? '');
  const wallet = createWalletProxy({
    client: cw,
    accountIdOf: ({ headers }) => userOf(headers.get('cookie') ?? '')?.accountId,
  });

  async function signUp({ email, fullName }: { email: string; fullName: string }): Promise<Answer> {
    const { id: customerId } = await cw.customers.create({ customerType: 'INDIVIDUAL', fullName, email });
    const [account] = (await cw.customers.internalAccounts.list({ customerId, type: 'EMBEDDED_WALLET' })).data;
    const user = { email, accountId: account?.id ?? '' };
    const session = randomUUID();
    users.set(session, user);
    return { body: user, cookie: `session=${session}; HttpOnly; SameSite=Strict; Path=/` };
  }

  /** The quote that the user signs in the browser: the server cannot pay it. */
  async function quote({ accountId }: User, { to, amount }: NewPayment): Promise<Answer> {
    const payee = [...users.values()].find(({ email }) => email === to);
    if (!payee) return { status: 404, body: { reason: 'NO_SUCH_USER' } };
    const body = await cw.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payee.accountId },
      ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount },
    });
    return { body };
  }

  async function answer({ url, method, headers }: IncomingMessage, sent: string): Promise<Answer> {
    const user = userOf(headers.cookie);
    if (method === 'POST' && url === '/users') return signUp(JSON.parse(sent));
    if (method === 'POST' && url === '/quotes' && user) return quote(user, JSON.parse(sent));
    return { status: user ? 404 : 401, body: {} };
  }

  const listener: RequestListener = async (request, response) => {
    if (request.url?.startsWith('/wallet/')) return wallet(request, response);
    const file = files[request.url ?? ''];
    if (file) return response.setHeader('content-type', file.type).end(await readFile(file.path));
    const { status = 200, body, cookie } = await answer(request, await text(request)).catch(failure);
    if (cookie) response.setHeader('set-cookie', cookie);
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  return createServer(listener);
}

const failure = (error: unknown): Answer =>
  error instanceof api.CausewayError
    ? { status: error.status ?? 502, body: { reason: error.code } }
    : { status: 500, body: {} };
