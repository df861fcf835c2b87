import { createClient } from './client.ts';
import type { Client } from './generated/client.ts';
import type { ConnectionOptions } from './options.ts';

/** Variables that `sandbox.env`, `causeway exec` and the platforms of `@causeway/testing` set. */
export type CausewayEnvironment = Readonly<
  Partial<Record<'CAUSEWAY_URL' | 'CAUSEWAY_CLIENT_ID' | 'CAUSEWAY_CLIENT_SECRET', string>>
>;

export interface EnvironmentOptions extends Omit<ConnectionOptions, 'baseUrl'> {
  /** Variables to read instead of `process.env`, such as the bindings of a Worker. */
  env?: CausewayEnvironment;
}

/** Client of the platform whose address and token are in the environment. Throws if a variable is missing. */
function fromEnvironment({ env = processEnvironment(), ...options }: EnvironmentOptions = {}): Client {
  const variable = (name: keyof CausewayEnvironment): string => {
    const value = env[name];
    if (value) return value;
    throw new TypeError(`${name} is not set: see sandbox.env of the server`);
  };
  const baseUrl = variable('CAUSEWAY_URL');
  const clientId = variable('CAUSEWAY_CLIENT_ID');
  return createClient({ ...options, baseUrl, clientId, clientSecret: variable('CAUSEWAY_CLIENT_SECRET') });
}

/** Creates clients from environment variables. */
export const Causeway = { fromEnvironment };

/** Empty on runtimes without `process`: callers pass `env` there. */
const processEnvironment = (): CausewayEnvironment =>
  (globalThis as { process?: { env?: CausewayEnvironment } }).process?.env ?? {};
