import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pack } from '../command/pack.mjs';
import { root } from './paths.mjs';
import { runQuietly } from './process.mjs';
import { Failure } from './say.mjs';
import { withServer } from './server.mjs';

const FIXTURES = join(root, 'scripts/test/fixtures/installed');
const PAYMENT = 'pay.mjs';

/**
 * Packs every package and installs the tarballs in a new application, without development modules.
 * @param {string} directory
 * @returns {Promise<{ app: string, tarballs: string[] } | { reason: string }>} the reason if npm cannot install them
 */
export async function installTarballs(directory) {
  const packed = join(directory, 'tarballs');
  await pack([packed]);
  const tarballs = readdirSync(packed).map((name) => join(packed, name));
  const app = join(directory, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  cpSync(FIXTURES, app, { recursive: true });
  const reason = await install(app, ['--omit=dev', ...tarballs]);
  return reason ? { reason } : { app, tarballs };
}

/**
 * Copies the examples into one directory and installs their dependencies there, ours from the tarballs.
 * @param {{ directory: string, tarballs: string[], others?: Record<string, string> }} from `others`: further packages
 * @returns {Promise<{ project: string, command: string, directoryOf: (name: string) => string }>} the installed command,
 * and the copies
 */
export async function installExamples({ directory, tarballs, others }) {
  const project = join(directory, 'examples');
  const isSource = (/** @type {string} */ path) => !['node_modules', 'dist'].includes(basename(path));
  cpSync(join(root, 'examples'), project, { recursive: true, filter: isSource });
  const manifests = readdirSync(project).map((name) => readFileSync(join(project, name, 'package.json'), 'utf8'));
  const wanted = Object.assign({}, others, ...manifests.map(dependenciesOf));
  const dependencies = Object.fromEntries(
    Object.entries(wanted).map(([name, version]) => [
      name,
      tarballs.find((path) => isTarballOf(name, path)) ?? version,
    ]),
  );
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  const reason = await install(project, []);
  if (reason) throw new Failure(`the examples: ${reason}`);
  const command = join(project, 'node_modules/.bin/causeway');
  return { project, command, directoryOf: (name) => join(project, name) };
}

/** @param {string} manifest */
function dependenciesOf(manifest) {
  const { dependencies, devDependencies } = JSON.parse(manifest);
  return { ...dependencies, ...devDependencies };
}

/**
 * @param {string} dependency
 * @param {string} path
 */
const isTarballOf = (dependency, path) => new RegExp(`^${tarballName(dependency)}-\\d`).test(basename(path));

/** @param {string} dependency */
const tarballName = (dependency) => dependency.replace('@', '').replace('/', '-');

/**
 * @param {string} app
 * @param {string[]} args
 * @returns {Promise<string | undefined>} the reason if the registry cannot be reached
 */
async function install(app, args) {
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'];
  const { code, output } = await runQuietly('npm', ['install', '--prefix', app, ...options, ...args]);
  if (code === 0) return undefined;
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output)) {
    return 'the registry cannot be reached';
  }
  throw new Failure(`${output.trimEnd()}\nthe tarballs cannot be installed`);
}

/**
 * Starts the installed server with the Node binary at `node`, pays with the installed client, and stops the server.
 * @param {string} node
 * @param {{ app: string, data: string }} directories
 */
export async function payWithInstalled(node, { app, data }) {
  const command = join(app, 'node_modules/.bin/causeway');
  await withServer({ node, directory: data, command }, async ({ api, clientId, clientSecret }) => {
    const env = { CAUSEWAY_URL: api, CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret };
    const { output } = await runQuietly(node, [join(app, PAYMENT)], { env });
    if (!output.includes('paid: COMPLETED')) throw new Failure(`the installed client does not pay\n${output}`);
  });
}
