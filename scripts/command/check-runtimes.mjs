import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { installTarballs } from '../lib/installed-app.mjs';
import { installPackages } from '../lib/node-versions.mjs';
import { modulesDirectory } from '../lib/paths.mjs';
import { runQuietly } from '../lib/process.mjs';
import { inRunDirectory } from '../lib/run-directory.mjs';
import { Failure, say } from '../lib/say.mjs';
import { withServer } from '../lib/server.mjs';

/** @typedef {{ app: string, modules: string, env: Record<string, string> }} Place */

/**
 * Runtimes besides Node that npm can install. `pay` makes a payment with the installed client and returns its output.
 * @type {Record<string, { packages: string[], pay: (place: Place) => Promise<string> }>}
 */
const runtimes = {
  Bun: {
    packages: ['bun@1.4.4'],
    pay: ({ app, modules, env }) => run(binaryIn(modules, '@oven', 'bin/bun'), ['runtime.mjs'], { cwd: app, env }),
  },
  Deno: {
    packages: ['deno@2.9.6'],
    pay: ({ app, modules, env }) => {
      const args = ['run', '--allow-net', '--allow-env', '--allow-read', '--node-modules-dir=manual', 'runtime.mjs'];
      return run(binaryIn(modules, '@deno', 'deno'), args, { cwd: app, env });
    },
  },
  Workers: { packages: ['miniflare@4.20260426.0'], pay: payInWorker },
};

/** Installs the packed packages, and makes one payment with the client on every runtime that npm can install. */
export async function checkRuntimes() {
  return inRunDirectory(async (directory) => {
    const installed = await installTarballs(directory);
    if ('reason' in installed) {
      say(`check:runtimes: skipped: ${installed.reason}`);
      return 0;
    }
    const { app } = installed;
    const data = join(directory, 'data');
    mkdirSync(data);
    const command = join(app, 'node_modules/.bin/causeway');
    return withServer({ node: process.execPath, directory: data, command }, async ({ api, clientId, clientSecret }) => {
      const env = { CAUSEWAY_URL: api, CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret };
      let code = 0;
      for (const name of Object.keys(runtimes)) if (!(await check(name, app, env))) code = 1;
      return code;
    });
  });
}

/**
 * @param {string} name
 * @param {string} app
 * @param {Record<string, string>} env
 */
async function check(name, app, env) {
  const { packages = [], pay } = runtimes[name] ?? {};
  const directory = join(modulesDirectory, '.cache/runtimes', name);
  if (!pay || !(await installPackages(directory, packages))) {
    say(`check:runtimes: ${name} skipped: npm cannot install ${packages}`);
    return true;
  }
  const output = await pay({ app, modules: join(directory, 'node_modules'), env }).catch((error) => String(error));
  const isPaid = output.includes('paid: COMPLETED');
  say(`check:runtimes: ${packages} ${isPaid ? 'ok: imports, quote, execute, webhook' : `failed:\n${output}`}`);
  return isPaid;
}

/**
 * The binary of the package for this platform, which npm selects among the optional dependencies.
 * @param {string} modules
 * @param {string} scope
 * @param {string} path
 */
function binaryIn(modules, scope, path) {
  const [name] = readdirSync(join(modules, scope));
  if (!name) throw new Failure(`${scope} has no package for this platform`);
  return join(modules, scope, name, path);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env: Record<string, string> }} options
 */
const run = async (program, args, options) => (await runQuietly(program, args, options)).output;

/** @param {Place} place */
async function payInWorker({ app, modules, env }) {
  const { outputFiles } = await build({
    entryPoints: [join(app, 'worker.mjs')],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  });
  const { Miniflare } = await import(pathToFileURL(join(modules, 'miniflare/dist/src/index.js')).href);
  const worker = new Miniflare({ modules: true, script: outputFiles[0]?.text, bindings: env });
  try {
    return await (await worker.dispatchFetch('http://worker.invalid/')).text();
  } finally {
    await worker.dispose();
  }
}
