import { join } from 'node:path';
import { ensureChromium } from '../lib/chromium.mjs';
import { modulesDirectory } from '../lib/paths.mjs';
import { runNode } from '../lib/process.mjs';

/** @param {string[]} args */
export async function test(args) {
  await ensureChromium();
  return runNode([join(modulesDirectory, 'vitest/vitest.mjs'), 'run', ...args]);
}
