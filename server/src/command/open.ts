import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { browserCommand } from '../processes/browser.ts';
import { findServer, type ServerOptions } from './connect.ts';
import type { Ended, Invocation } from './invocation.ts';

const paths = { docs: '/docs', console: '/playground' } as const;

/** Prints the address of a page of the server and opens it in a browser, if there is one. */
export async function open(invocation: Invocation<ServerOptions & { page: keyof typeof paths }>): Promise<Ended> {
  const { config, options, print, note } = invocation;
  const url = `${await findServer(config, options.url)}${paths[options.page]}`;
  print({ url }, url);
  const [command = '', ...args] = browserCommand(url);
  const browser = spawn(command, args, { stdio: 'ignore', detached: true });
  await once(browser, 'spawn').catch(() => note('No browser could be started.'));
  browser.unref();
  return { exit: 'OK' };
}
