import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../lib/paths.mjs';
import { runQuietly } from '../lib/process.mjs';
import { Failure, say } from '../lib/say.mjs';

/**
 * Builds the tarball of every published package into a directory, `dist` by default.
 * @param {string[]} args
 */
export async function pack([directory = 'dist']) {
  const destination = resolve(root, directory);
  mkdirSync(destination, { recursive: true });
  for (const workspace of publishedWorkspaces()) say(`pack: ${await packWorkspace(workspace, destination)}`);
  return 0;
}

/** @returns {string[]} */
function publishedWorkspaces() {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  return read('.').workspaces.filter((/** @type {string} */ path) => !read(path).private);
}

/**
 * @param {string} workspace
 * @param {string} destination
 */
async function packWorkspace(workspace, destination) {
  // Install scripts are off in .npmrc, and with them the prepack script of our own package.
  const options = ['--ignore-scripts=false', '--foreground-scripts=false', '--json', '--loglevel=error'];
  const { code, output } = await runQuietly('npm', [
    'pack',
    '--workspace',
    workspace,
    '--pack-destination',
    destination,
    ...options,
  ]);
  if (code !== 0) throw new Failure(`${output.trimEnd()}\n${workspace} cannot be packed`);
  const [, file] = /"filename": "([^"]+)"/.exec(output) ?? [];
  return join(destination, file ?? '');
}
