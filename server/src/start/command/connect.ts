import { BASE_PATH, type Config } from '../../foundation/config.ts';
import { AddressFile } from '../../foundation/runtime/address-file.ts';
import { CredentialsRejected, ServerUnreachable } from '../../foundation/runtime/errors.ts';
import { SandboxFile } from '../../foundation/runtime/sandbox-file.ts';
import { Api, type ApiCredentials } from './api.ts';
import type { Invocation } from './invocation.ts';
import { ProfilesFile } from './profiles-file.ts';

export interface ServerOptions {
  url?: string;
  /** Name of a stored server and token. */
  profile?: string;
}

/** Connects to the server in --profile, --url or the environment, or else to the server of the data directory. */
export async function connect({
  config,
  options,
}: Pick<Invocation<ServerOptions>, 'config' | 'options'>): Promise<Api> {
  return new Api(await findCredentials(config, options));
}

export async function findServer(config: Config, { url, profile }: ServerOptions): Promise<string> {
  const { client, dataDir, configDir } = config;
  if (profile) return (await new ProfilesFile(configDir).get(profile)).url;
  const address = url ?? client.url ?? (await new AddressFile(dataDir).read())?.url;
  // CAUSEWAY_URL may contain the path of the API, as programs need it.
  if (address) return address.replace(/\/+$/, '').replace(new RegExp(`${BASE_PATH}$`), '');
  throw new ServerUnreachable(`No server runs with the data directory ${dataDir}.`, {
    hint: 'Start one with "causeway start", or name one with --url or CAUSEWAY_URL.',
  });
}

async function findCredentials(config: Config, options: ServerOptions): Promise<ApiCredentials> {
  if (options.profile) return new ProfilesFile(config.configDir).get(options.profile);
  const server = await findServer(config, options);
  const { clientId, clientSecret } = config.client;
  const chosen = clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const pair = chosen ?? config.sandboxToken ?? (await new SandboxFile(config.dataDir).read());
  if (pair) return { url: server, ...pair };
  throw new CredentialsRejected(`There is no sandbox token in ${config.dataDir}.`, {
    hint: 'Set CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET.',
  });
}
