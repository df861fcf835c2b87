import { join } from 'node:path';
import { bundle } from '../build.mjs';
import { root } from '../lib/paths.mjs';
import { runNode } from '../lib/process.mjs';

/** @param {string[]} args */
export async function bench(args) {
  const directory = join(root, 'bench/dist');
  await bundle({ entry: join(root, 'bench/run.ts'), name: 'run', directory });
  return runNode(['--enable-source-maps', join(directory, 'run.js'), ...args]);
}
