import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installTarballs, payWithInstalled } from '../lib/installed-app.mjs';
import { installNode, NODE_PACKAGE } from '../lib/node-versions.mjs';
import { inRunDirectory } from '../lib/run-directory.mjs';
import { say } from '../lib/say.mjs';

/** The last release of each supported major version. */
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0'];

/** Installs the packed packages, and on every supported version of Node starts the server and makes one payment. */
export async function checkNode() {
  return inRunDirectory(async (directory) => {
    const installed = await installTarballs(directory);
    if ('reason' in installed) {
      say(`check:node: skipped: ${installed.reason}`);
      return 0;
    }
    const failed = [];
    for (const version of VERSIONS) {
      if (!(await check(version, installed.app, join(directory, version)))) failed.push(version);
    }
    return failed.length === 0 ? 0 : 1;
  });
}

/**
 * @param {string} version
 * @param {string} app
 * @param {string} data
 */
async function check(version, app, data) {
  const node = await installNode(version);
  if (!node) {
    say(`check:node: Node ${version} skipped: npm cannot install ${NODE_PACKAGE}`);
    return true;
  }
  try {
    mkdirSync(data);
    await payWithInstalled(node, { app, data });
    say(`check:node: Node ${version} ok: start, imports, quote, execute, stop`);
    return true;
  } catch (error) {
    say(`check:node: Node ${version} failed: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
