import { basicAuthorization, type Connection, openConnection } from './connection.ts';
import type { AgentClient, Client } from './generated/client.ts';
import { agentRoutes, BASE_PATH, platformRoutes } from './generated/routes.ts';
import type { AgentDeviceCodeRedeemResponse } from './generated/types.ts';
import type { QuoteHelpers, TransactionHelpers, WebhookHelpers } from './helpers.ts';
import { buildMethods } from './methods.ts';
import type { ConnectionOptions } from './options.ts';
import { unwrapper } from './webhook-keys.ts';

export interface ClientOptions extends ConnectionOptions {
  /** Id and secret of an API token. */
  clientId: string;
  clientSecret: string;
}

/** Client of a platform. */
export function createClient({ clientId, clientSecret, ...options }: ClientOptions): Client {
  return platformClient(openConnection(options, BASE_PATH, basicAuthorization(clientId, clientSecret)));
}

/** Methods of a platform over a connection that has its own credentials. */
export function platformClient(connection: Connection): Client {
  const client = build<Client>(connection, platformRoutes);
  const quotes: QuoteHelpers = {
    executeAndWait: async (...args) => (await import('./waiting.ts')).executeAndWait(client, ...args),
  };
  const transactions: TransactionHelpers = {
    waitFor: async (...args) => (await import('./waiting.ts')).waitFor(client, ...args),
  };
  const webhooks: WebhookHelpers = { unwrap: unwrapper(async () => (await client.webhooks.keys.list()).data) };
  Object.assign(client.quotes, quotes);
  Object.assign(client.transactions, transactions);
  Object.assign(client.webhooks, webhooks);
  return client;
}

export interface AgentOptions extends ConnectionOptions {
  /** Access token of the agent, from `redeemAgent`. */
  accessToken: string;
}

/** Client of an agent that has its access token. */
export function createAgentClient({ accessToken, ...options }: AgentOptions): AgentClient {
  return build<AgentClient>(openConnection(options, BASE_PATH, `Bearer ${accessToken}`), agentRoutes);
}

export interface RedeemOptions extends ConnectionOptions {
  /** Device code of the agent: `AGENT-K7QX-93MD`. */
  code: string;
}

/** Client of an agent, with its access token. Store the token: a device code is valid once. */
export type RedeemedAgent = AgentClient & AgentDeviceCodeRedeemResponse;

/** Exchanges a device code for the access of an agent. */
export async function redeemAgent({ code, ...options }: RedeemOptions): Promise<RedeemedAgent> {
  const anonymous = build<Client>(openConnection(options, BASE_PATH), platformRoutes);
  const redeemed = await anonymous.agents.deviceCodes.redeem(code);
  return Object.assign(createAgentClient({ ...options, accessToken: redeemed.accessToken }), redeemed);
}

/** Builds a client from a route table; `T` is the interface that was generated together with the table. */
export function build<T>(connection: Connection, table: string): T {
  const own = (path: string, init: RequestInit = {}) => {
    const headers = { ...connection.headers, ...Object.fromEntries(new Headers(init.headers)) };
    return connection.fetch(connection.url + path, { redirect: 'manual', ...init, headers });
  };
  return { ...buildMethods(connection, table), fetch: own } as T;
}
