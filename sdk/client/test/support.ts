import type { Client as TestClient } from '../../../server/test/support/client.ts';
import { type Client, type ClientOptions, createClient } from '../src/index.ts';

/** The client of a test's platform, as integrators create it. */
export const clientOf = ({ url, clientId, clientSecret }: TestClient, options: Partial<ClientOptions> = {}): Client =>
  createClient({ baseUrl: url, clientId, clientSecret, ...options });
