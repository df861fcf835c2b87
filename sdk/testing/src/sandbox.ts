import { type Credentials, createPlatform, type PlatformOptions, type SandboxPlatform } from './platform.ts';
import type { ServerOptions } from './server/place.ts';
import { joinServer } from './server/shared.ts';
import { Receivers } from './webhooks.ts';

/** A sandbox that runs already: its address, as `causeway start` prints it, and a token. */
export interface RemoteSandbox {
  /** URL of the API, with or without its base path. */
  url: string;
  clientId: string;
  clientSecret: string;
}

export type SandboxOptions = ServerOptions | RemoteSandbox;

/** A server with simulated banks, shared by all test processes of the project. */
export interface Sandbox extends Credentials {
  /** A new platform, for one test or one file of tests. */
  platform(options?: PlatformOptions): Promise<SandboxPlatform>;
  /** Ends the use of the server; the last user stops it. Called at the exit of the process if you do not. */
  close(): Promise<void>;
}

const BASE_PATH = '/api/2025-10-13';

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const receivers = new Receivers();
  const server = 'url' in options ? remote(options) : await joinServer(options);
  const { apiUrl, clientId, clientSecret } = server;
  return {
    apiUrl,
    clientId,
    clientSecret,
    platform: (platform) => createPlatform({ apiUrl, clientId, clientSecret }, receivers, platform),
    close: async () => {
      await receivers.close();
      await server.leave();
    },
  };
}

/** `close` does not stop a server that was not started here. */
const remote = ({ url, clientId, clientSecret }: RemoteSandbox) => ({
  apiUrl: new URL(url).pathname === '/' ? `${new URL(url).origin}${BASE_PATH}` : url.replace(/\/$/, ''),
  clientId,
  clientSecret,
  leave: async () => {},
});
