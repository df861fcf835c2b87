import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ConfigError } from '../config.ts';

interface Place {
  host: string;
  port: number;
}

/** Listening fails for reasons that a setting can mend: those are told as such. */
export async function listenOrExplain({ host, port }: Place, listen: () => Promise<unknown>): Promise<void> {
  await listen().catch((error: NodeJS.ErrnoException) => {
    const complaint = complaints[error.code ?? ''];
    throw complaint ? new ConfigError(`Port ${port} on ${host} ${complaint}`) : error;
  });
}

const complaints: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Set PORT to another one, or end the program that has it.',
  EACCES: 'may not be used by this user. Set PORT to one above 1023.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set HOST to one that is.',
  ENOTFOUND: 'is not a name that is known. Set HOST to an address of this machine.',
};

/**
 * Whether there can be a server here, found out before any worker is started, and the port it will have: where any
 * will do, a worker that takes the place of another must not get a new one.
 */
export async function choosePort(place: Place): Promise<number> {
  const probe = createServer();
  await listenOrExplain(place, async () => {
    probe.listen(place);
    await once(probe, 'listening');
  });
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
