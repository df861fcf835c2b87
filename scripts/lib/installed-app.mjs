import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from '../command/pack.mjs';
import { root } from './paths.mjs';
import { runQuietly } from './process.mjs';
import { Failure } from './say.mjs';
import { withServer } from './server.mjs';

const PAYMENT = 'pay.mjs';

/**
 * Packs every package and installs the tarballs in an application of their own, without development modules.
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
  copyFileSync(join(root, 'scripts/test/fixtures/installed', PAYMENT), join(app, PAYMENT));
  const options = [
    '--prefer-offline',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
  ];
  const { code, output } = await runQuietly('npm', ['install', '--prefix', app, ...options, ...tarballs]);
  if (code === 0) return { app, tarballs };
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output)) {
    return { reason: 'the registry cannot be reached' };
  }
  throw new Failure(`${output.trimEnd()}\nthe tarballs cannot be installed`);
}

/**
 * Starts the installed server with this Node, pays with the installed client, and stops the server.
 * @param {string} node
 * @param {{ app: string, data: string }} directories
 */
export async function payWithInstalled(node, { app, data }) {
  const command = join(app, 'node_modules/.bin/causeway');
  await withServer({ node, directory: data, command }, async ({ api, clientId, clientSecret }) => {
    const env = { API: api, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    const { output } = await runQuietly(node, [join(app, PAYMENT)], { env });
    if (!output.includes('paid: COMPLETED')) throw new Failure(`the installed client does not pay\n${output}`);
  });
}
