#!/usr/bin/env node
import { runBundle } from '../server/bin/run-bundle.mjs';
import { ensureBuilt, ensureInstalled } from './lib/ready.mjs';
import { Failure, say } from './lib/say.mjs';

/**
 * Commands with the packages that they need; all by default. Modules are loaded on demand, so that `start` loads only
 * its own.
 * @type {Record<string, { packages?: 'SERVER', bundle: boolean, run: (args: string[]) => Promise<number | undefined> }>}
 */
const commands = {
  start: { packages: 'SERVER', bundle: true, run: (args) => runBundle(['start', ...args]).then(() => undefined) },
  test: { bundle: true, run: async (args) => (await import('./command/test.mjs')).test(args, 'QUICK') },
  'test:more': { bundle: true, run: async (args) => (await import('./command/test.mjs')).test(args, 'MORE') },
  dev: { packages: 'SERVER', bundle: false, run: async (args) => (await import('./command/dev.mjs')).dev(args) },
  check: { bundle: false, run: async () => (await import('./command/check.mjs')).check() },
  'check:node': { bundle: true, run: async () => (await import('./command/check-node.mjs')).checkNode() },
  'check:runtimes': { bundle: true, run: async () => (await import('./command/check-runtimes.mjs')).checkRuntimes() },
  'check:openapi': { bundle: true, run: async () => (await import('./command/check-openapi.mjs')).checkOpenapi() },
  format: { bundle: false, run: async (args) => (await import('./command/check.mjs')).format(args) },
  pack: { bundle: true, run: async (args) => (await import('./command/pack.mjs')).pack(args) },
  pictures: { bundle: true, run: async () => (await import('./command/pictures.mjs')).pictures() },
  bench: { bundle: true, run: async (args) => (await import('./command/bench.mjs')).bench(args) },
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new Failure(`usage: node scripts/run.mjs <${Object.keys(commands).join('|')}> [args]`);
  await ensureInstalled(command.packages ?? 'EVERYTHING');
  if (command.bundle) await ensureBuilt();
  process.exitCode = (await command.run(args)) ?? process.exitCode;
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  say(error.message);
  process.exitCode = 1;
}
