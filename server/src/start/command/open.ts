import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { browserCommand } from '../processes/browser.ts';
import { findServer, type ServerOptions } from './connect.ts';
import { findConsole } from './console.ts';
import type { Ended, Invocation } from './invocation.ts';

type Page = 'docs' | 'console';

/** Prints the URL of a page of the server and opens it in a browser, if there is one. */
export async function open(invocation: Invocation<ServerOptions & { page: Page }>): Promise<Ended> {
  const { print, note } = invocation;
  const url = await addressOf(invocation);
  print({ url }, url);
  const [command = '', ...args] = browserCommand(url);
  const browser = spawn(command, args, { stdio: 'ignore', detached: true });
  await once(browser, 'spawn').catch(() => note('No browser could be started.'));
  browser.unref();
  return { exit: 'OK' };
}

async function addressOf(invocation: Invocation<ServerOptions & { page: Page }>): Promise<string> {
  const { config, options } = invocation;
  if (options.page === 'console') return findConsole(invocation);
  return `${await findServer(config, options)}/${options.page}`;
}
