#!/usr/bin/env node
import { ensureBuilt, ensureInstalled, runBundle } from '../../scripts/lib/ready.mjs';
import { Failure, say } from '../../scripts/lib/say.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  say(error.message);
  process.exit(70);
}
await runBundle(process.argv.slice(2));
