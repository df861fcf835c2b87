import { request } from 'node:http';
import { systemClock } from '../../src/foundation/kernel/clock.ts';
import { createLoginCode } from '../../src/surfaces/console/login-codes.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

interface SentRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface ConsoleAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: any;
}

/** Sends a request with any Host header, which fetch does not allow. */
export function send(url: string, { method = 'GET', headers = {}, body }: SentRequest = {}): Promise<ConsoleAnswer> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const type = content === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, { method, headers: { ...type, ...headers }, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
        const json = isJson && text ? JSON.parse(text) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    sent.on('error', reject);
    sent.end(content);
  });
}

export const sameOrigin = { 'sec-fetch-site': 'same-origin' };

/** Both halves of the secret of a session, as a browser sends them. */
export interface ConsoleHeaders extends Record<string, string> {
  cookie: string;
  'x-console-session': string;
}

export const login = (url: string, body: unknown, headers: Record<string, string> = sameOrigin) =>
  send(`${url}/console/login`, { method: 'POST', headers, body });

export function headersOf(answer: ConsoleAnswer): ConsoleHeaders {
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { cookie, 'x-console-session': answer.json.key };
}

/** Logs in with the token of a client. */
export async function loginAs({ clientId, clientSecret }: Client, url: string): Promise<ConsoleHeaders> {
  const answer = await login(url, { clientId, clientSecret });
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
  return headersOf(answer);
}

/** Code of a login link. */
export async function newLoginCode({ app, database, client }: TestApp, now = systemClock.now()): Promise<string> {
  const code = await createLoginCode({ db: database.db, vault: app.vault }, client.clientId, now);
  if (!code) throw new Error('the client has no token');
  return code;
}
