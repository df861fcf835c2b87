import { join } from 'node:path';
import { modulesDirectory } from '../lib/paths.mjs';
import { runNode } from '../lib/process.mjs';
import { say } from '../lib/say.mjs';

const BIOME = join(modulesDirectory, '@biomejs/biome/bin/biome');

const TSC = join(modulesDirectory, 'typescript/bin/tsc');

const checks = {
  types: [TSC, '--noEmit'],
  // Packages that run in browsers and other runtimes, with other globals.
  'types of sdk/client': [TSC, '--noEmit', '--project', 'sdk/client'],
  'types of sdk/wallet': [TSC, '--noEmit', '--project', 'sdk/wallet'],
  'types of web/playground': [TSC, '--noEmit', '--project', 'web/playground'],
  'types of web/console': [TSC, '--noEmit', '--project', 'web/console'],
  'types of web/hosted': [TSC, '--noEmit', '--project', 'web/hosted'],
  'types of web/docs': [TSC, '--noEmit', '--project', 'web/docs'],
  'types of the tests of web': [TSC, '--noEmit', '--project', 'web'],
  lint: [BIOME, 'ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`],
  tidy: [join(modulesDirectory, 'vitest/vitest.mjs'), 'run', '--config=server/test/tidy/vitest.config.ts'],
};

/** Every check runs, even after one has failed. */
export async function check() {
  const failed = [];
  for (const [name, args] of Object.entries(checks)) {
    say(`check: ${name}`);
    if ((await runNode(args)) !== 0) failed.push(name);
  }
  say(failed.length === 0 ? 'check: all good' : `check: failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

/** @param {string[]} args */
export function format(args) {
  return runNode([BIOME, 'check', '--write', ...args]);
}
