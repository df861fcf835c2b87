import { setTimeout as sleep } from 'node:timers/promises';
import { bundleFile } from '../lib/paths.mjs';
import { forwardSignals, gone, startNode, stop } from '../lib/process.mjs';
import { ensureBuilt } from '../lib/ready.mjs';
import { Failure, say } from '../lib/say.mjs';
import { bundleStamp } from '../lib/stamps.mjs';

/** Polls: reading the sources takes milliseconds, and file events are missing in shared folders and containers. */
const POLL_MS = 400;

/**
 * Runs the server and starts it again when its sources change. The data directory stays as it is.
 * @param {string[]} args
 */
export async function dev(args) {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  forwardSignals(() => server);
  let tried = '';
  while (!ending.signal.aborted) {
    const sources = bundleStamp();
    if (sources !== tried && (await builds())) {
      if (server) await stop(server);
      if (!ending.signal.aborted) server = startServer(args);
    }
    tried = sources;
    await sleep(POLL_MS);
  }
  if (server) await gone(server);
  return 0;
}

/** If the build fails, the server of the last successful build keeps running. */
async function builds() {
  try {
    await ensureBuilt();
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    return false;
  }
}

/** @param {string[]} args */
function startServer(args) {
  const server = startNode(['--enable-source-maps', bundleFile, 'start', ...args]);
  server.on('exit', (code) => {
    if (code) say(`the server ended with code ${code}; waiting for a change`);
  });
  return server;
}
