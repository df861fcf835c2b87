import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, ConfigError } from '../../foundation/config.ts';
import type { App } from '../app.ts';

interface ListenAddress {
  host: string;
  port: number;
  /** Setting that contains the port. */
  setting?: 'PORT' | 'CONSOLE_PORT';
}

/** Reports failures that a setting can fix as errors in the setting. */
export async function listenOrExplain(
  { host, port, setting = 'PORT' }: ListenAddress,
  listen: () => Promise<unknown>,
): Promise<void> {
  await listen().catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? ''];
    throw reason ? new ConfigError(`Port ${port} on ${host} ${reason.replace('PORT', setting)}`) : error;
  });
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Set PORT to another one, or stop the program that uses it.',
  EACCES: 'may not be used by this user. Set PORT to one above 1023.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set HOST to one that is.',
  ENOTFOUND: 'cannot be resolved. Set HOST to an address of this machine.',
};

/**
 * Checks that the server can listen before any worker starts. Returns the port, which replaced workers reuse even if
 * PORT is 0.
 */
export async function choosePort(address: ListenAddress): Promise<number> {
  const probe = createServer();
  await listenOrExplain(address, async () => {
    probe.listen(address);
    await once(probe, 'listening');
  });
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Listens on CONSOLE_PORT as well, if set. */
export async function listenForConsole(app: App, { host, consolePort }: Config): Promise<void> {
  if (consolePort === undefined) return;
  await listenOrExplain({ host, port: consolePort, setting: 'CONSOLE_PORT' }, () =>
    app.listenForConsole({ http: app.http, host }),
  );
}
