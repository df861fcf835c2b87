import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { ensureChromium } from '../lib/chromium.mjs';
import { memoryDirectory } from '../lib/memory-directory.mjs';
import { modulesDirectory } from '../lib/paths.mjs';
import { runNode } from '../lib/process.mjs';
import { inRunDirectory } from '../lib/run-directory.mjs';
import { say } from '../lib/say.mjs';

/**
 * Runs the quick suite or the slow one. Files that are named in `args` run in either.
 * @param {string[]} args
 * @param {'QUICK' | 'MORE'} suite
 */
export async function test(args, suite) {
  await ensureChromium();
  const TEST_SEED = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  say(`test: random tests use the seed ${TEST_SEED}; repeat them with TEST_SEED=${TEST_SEED}`);
  const vitest = join(modulesDirectory, 'vitest/vitest.mjs');
  return inRunDirectory(
    (TMPDIR) => runNode([vitest, 'run', ...args], { ...process.env, TMPDIR, TEST_SEED, TEST_SUITE: suite }),
    process.env.TMPDIR ?? memoryDirectory(),
  );
}
