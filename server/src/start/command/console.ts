import type { Config } from '../../foundation/config.ts';
import { Vault } from '../../foundation/db/vault.ts';
import { AddressFile, type ServerAddress } from '../../foundation/runtime/address-file.ts';
import { openRuntime } from '../../foundation/runtime/runtime.ts';
import { SandboxFile } from '../../foundation/runtime/sandbox-file.ts';
import { consoleLink, isLogin } from '../processes/console-link.ts';
import { findServer, type ServerOptions } from './connect.ts';
import type { Invocation } from './invocation.ts';
import type { Result } from './output.ts';
import { withDatabase } from './with-database.ts';

/** Prints a link that logs in to the console once, or explains the login with a token. */
export async function showConsole(invocation: Invocation<ServerOptions>): Promise<Result> {
  const url = await findConsole(invocation);
  const text = isLogin(url)
    ? `${url}   (works once, for ten minutes)`
    : `${url}\nLog in there with the client id and secret of an API token; "causeway tokens create" creates one.\nLogin links are for sandboxes on this machine only: without MASTER_KEY, and with a HOST of this machine.`;
  return { json: { url, isLogin: isLogin(url) }, text };
}

/** URL of the server's console, with a login where login links are allowed. */
export async function findConsole(
  invocation: Pick<Invocation<ServerOptions>, 'config' | 'options' | 'note'>,
): Promise<string> {
  const { config, options } = invocation;
  const address = await findServer(config, options);
  const running = await new AddressFile(config.dataDir).read();
  // The database in this data directory may belong to another server, or opening it might create it.
  if (!running || !isAt(running, address)) return `${address}/console`;
  const token = await sandboxToken(config);
  return withDatabase(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const vault = await Vault.open(db, masterKeys, clock.now());
    return consoleLink({ config, db, clock, vault, url: running.consoleUrl, token });
  });
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** All loopback names count as the same address. */
const isAt = ({ url, consoleUrl }: ServerAddress, address: string): boolean =>
  [url, consoleUrl].map(originOf).includes(originOf(address));

function originOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${protocol}//${hostname.replace(LOOPBACK, 'localhost')}:${port}`;
}

const sandboxToken = async ({ sandboxToken: chosen, dataDir }: Config) =>
  chosen ?? (await new SandboxFile(dataDir).read());
