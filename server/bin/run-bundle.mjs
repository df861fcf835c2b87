import { fileURLToPath } from 'node:url';
import { mergeEchoedSignals } from './signals.mjs';

const bundle = new URL('../dist/causeway.js', import.meta.url);

/**
 * Runs the command line of the bundle in this process, so that no second Node stays in memory.
 * @param {string[]} args
 */
export async function runBundle(args) {
  mergeEchoedSignals();
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, fileURLToPath(bundle), ...args];
  await import(bundle.href);
}
