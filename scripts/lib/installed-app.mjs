import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pack } from '../command/pack.mjs';
import { root } from './paths.mjs';
import { runQuietly, stop } from './process.mjs';
import { Failure } from './say.mjs';

const START_MS = 120_000;
const POLL_MS = 50;
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
  const server = spawn(node, [join(app, 'node_modules/.bin/causeway'), 'start'], {
    cwd: app,
    env: { PATH: process.env.PATH, TMPDIR: data, DATA_DIR: join(data, 'causeway'), HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  }
  try {
    for (const deadline = Date.now() + START_MS; !/^Try /m.test(output); await sleep(POLL_MS)) {
      const isLate = Date.now() > deadline;
      if (server.exitCode !== null || isLate) throw new Failure(`the installed server does not start\n${output}`);
    }
    const [, API = ''] = /^API +(\S+)$/m.exec(output) ?? [];
    const [, CLIENT_ID = '', CLIENT_SECRET = ''] = /^Token +(\S+) : (\S+)/m.exec(output) ?? [];
    const paid = await runQuietly(node, [join(app, PAYMENT)], { env: { API, CLIENT_ID, CLIENT_SECRET } });
    if (!paid.output.includes('paid: COMPLETED'))
      throw new Failure(`the installed client does not pay\n${paid.output}`);
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Failure(`the installed server stopped with code ${code}\n${output}`);
  } finally {
    await stop(server);
  }
}
