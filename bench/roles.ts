import { type ChildProcess, spawn } from 'node:child_process';
import { findExecutable } from './executables.ts';
import { type LoadOptions, type LoadResult, load } from './load.ts';
import { type MemoryServerOptions, serveFromMemory } from './memory-server.ts';
import { outputOf } from './undo.ts';
import { type ReceiverOptions, receiveWebhooks } from './webhook-receiver.ts';
import { loadWithWrk } from './wrk.ts';

/** A measurement starts helpers as separate processes: the benchmark itself, with a role as argument. */
const ROLE = '--role';

const roles = {
  load: async (options: LoadOptions): Promise<void> => void process.stdout.write(JSON.stringify(await load(options))),
  'memory-server': (options: MemoryServerOptions): Promise<void> => serveFromMemory(options),
  receiver: (options: ReceiverOptions): Promise<void> => receiveWebhooks(options),
};

/** Plays the role on the command line; false if there is none. */
export async function playRole([flag, role = '', options = '']: readonly string[]): Promise<boolean> {
  if (flag !== ROLE) return false;
  await roles[role as keyof typeof roles](JSON.parse(options));
  return true;
}

/** Uses wrk if it is available. */
export async function loadFromOutside(options: LoadOptions): Promise<LoadResult> {
  const wrk = findExecutable('wrk');
  if (wrk) return loadWithWrk(wrk, options);
  return JSON.parse(await outputOf(process.execPath, commandOf('load', options)));
}

export function startMemoryServer(options: MemoryServerOptions): ChildProcess {
  return spawn(process.execPath, commandOf('memory-server', options), { stdio: ['pipe', 'ignore', 'inherit'] });
}

export function startReceiver(options: ReceiverOptions): ChildProcess {
  return spawn(process.execPath, commandOf('receiver', options), { stdio: ['pipe', 'ignore', 'inherit'] });
}

function commandOf(role: keyof typeof roles, options: object): string[] {
  return [process.argv[1] ?? '', ROLE, role, JSON.stringify(options)];
}
