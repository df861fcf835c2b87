import type { Config } from '../config.ts';
import { Vault } from '../db/vault.ts';
import { consoleLink, isLogin } from '../processes/console-link.ts';
import { AddressFile } from '../runtime/address-file.ts';
import { openRuntime } from '../runtime/runtime.ts';
import { SandboxFile } from '../runtime/sandbox-file.ts';
import { findServer } from './connect.ts';
import type { Invocation } from './invocation.ts';
import type { Result } from './output.ts';
import { withDatabase } from './with-database.ts';

/** Prints a link that logs in to the console once, or explains the login with a token. */
export async function showConsole(invocation: Invocation): Promise<Result> {
  const url = await findConsole(invocation);
  const text = isLogin(url)
    ? `${url}   (works once, for ten minutes)`
    : `${url}\nLog in there with the client id and secret of an API token; "causeway tokens create" creates one.\nLogin links are for sandboxes on this machine only: without MASTER_KEY, and with a HOST of this machine.`;
  return { json: { url, isLogin: isLogin(url) }, text };
}

/** Page of the console of the running server, with a login where that is allowed. */
export async function findConsole(invocation: Pick<Invocation, 'config' | 'note'>): Promise<string> {
  const { config } = invocation;
  const url = await findConsoleServer(config);
  const token = await sandboxToken(config);
  return withDatabase(openRuntime, invocation, async ({ db, masterKeys, clock }) => {
    const vault = await Vault.open(db, masterKeys, clock.now());
    return consoleLink({ config, db, clock, vault, url, token });
  });
}

/** The running server has stored the URL of its console; a server elsewhere has it at its own URL. */
async function findConsoleServer(config: Config): Promise<string> {
  const running = await new AddressFile(config.dataDir).read();
  return config.client.url === undefined && running ? running.consoleUrl : findServer(config);
}

const sandboxToken = async ({ sandboxToken: chosen, dataDir }: Config) =>
  chosen ?? (await new SandboxFile(dataDir).read());
