#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { runBundle } from './run-bundle.mjs';

/** A checkout has the sources, an installed package the bundle alone. */
if (existsSync(new URL('../src/start/cli.ts', import.meta.url))) await prepareCheckout();
await runBundle(process.argv.slice(2));

async function prepareCheckout() {
  const { ensureBuilt, ensureInstalled } = await import('../../scripts/lib/ready.mjs');
  const { Failure, say } = await import('../../scripts/lib/say.mjs');
  try {
    await ensureInstalled('SERVER');
    await ensureBuilt();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    process.exit(70);
  }
}
