import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { installNode, installPackages } from '../lib/node-versions.mjs';
import { modulesDirectory } from '../lib/paths.mjs';
import { runQuietly } from '../lib/process.mjs';
import { inRunDirectory } from '../lib/run-directory.mjs';
import { Failure, say } from '../lib/say.mjs';
import { withServer } from '../lib/server.mjs';

/** Outside the workspaces: the generators need another TypeScript, and hey-api another Node. */
const CACHE = join(modulesDirectory, '.cache/openapi-clients');
const PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'typescript@5.9.3',
  '@stoplight/spectral-cli@6.15.0',
  '@redocly/cli@2.77.0',
];
const NODE = '22.23.3';
const SOURCES = fileURLToPath(new URL('../openapi-clients/', import.meta.url));

/** Command that generates a client from `openapi.json`, by the name of the payout that uses it. */
const generators = {
  'openapi-fetch': ['openapi-typescript/bin/cli.js', ...['openapi.json', '-o', 'generated/openapi-typescript.d.ts']],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'generated/hey-api'],
};

/** Accepted warnings: the server of the document is local, and the API family fixes ambiguous paths. */
const EXPLAINED = ['no-server-example.com', 'no-ambiguous-paths'];
const MAX_WARNINGS = 5;

/** Command that prints problems as JSON, and a function that reads their rules. */
const linters = {
  spectral: {
    command: [
      '@stoplight/spectral-cli/dist/index.js',
      'lint',
      'openapi.json',
      '-f',
      'json',
      '-q',
      '--ruleset',
      'spectral.json',
    ],
    rulesOf: (/** @type {{ code: string }[]} */ problems) => problems.map(({ code }) => code),
  },
  redocly: {
    command: ['@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=json'],
    rulesOf: (/** @type {{ problems: { ruleId: string }[] }} */ { problems }) => problems.map(({ ruleId }) => ruleId),
  },
};

const COMPILER_OPTIONS =
  '--noEmit --strict --noUncheckedIndexedAccess --target es2022 --lib es2022,dom,dom.iterable --module esnext ' +
  '--moduleResolution bundler';

/** Generates clients from the served document, and compiles and runs a payout with each. */
export async function checkOpenapi() {
  const node = await installNode(NODE);
  if (!node || !(await installPackages(CACHE, PACKAGES))) {
    throw new Failure('check:openapi: npm cannot install the generators');
  }
  await inRunDirectory((directory) =>
    withServer({ node: process.execPath, directory }, async ({ api, authorization }) => {
      const { origin } = new URL(api);
      writeFileSync(join(CACHE, 'openapi.json'), await (await fetch(`${origin}/openapi.json`)).text());
      writeFileSync(join(CACHE, 'spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
      for (const name of /** @type {const} */ (['spectral', 'redocly'])) await lint(node, name);
      for (const [name, generator] of Object.entries(generators)) {
        copyFileSync(join(SOURCES, `${name}.ts`), join(CACHE, `${name}.ts`));
        await run(node, generator);
        await run(node, ['typescript/bin/tsc', ...COMPILER_OPTIONS.split(' '), `${name}.ts`]);
        say(`check:openapi: ${name} compiles and has paid ${await paid(name, origin, authorization)}`);
      }
    }),
  );
  return 0;
}

/**
 * @param {string} node
 * @param {keyof typeof linters} name
 */
async function lint(node, name) {
  const { command, rulesOf } = linters[name];
  const { output } = await runScript(node, command);
  // Cuts off progress messages around the JSON.
  const end = Math.max(output.lastIndexOf(']'), output.lastIndexOf('}')) + 1;
  const rules = rulesOf(JSON.parse(output.slice(output.search(/^[[{]/m), end)));
  const unexplained = rules.filter((rule) => !EXPLAINED.includes(rule));
  if (unexplained.length > 0 || rules.length > MAX_WARNINGS) {
    throw new Failure(`check:openapi: ${name} reports ${[...new Set(rules)].join(', ')}\n${output}`);
  }
  say(`check:openapi: ${name} reports ${rules.length} warnings, all of them explained`);
}

/**
 * @param {string} node
 * @param {string[]} command a script of a package, and its arguments
 */
async function run(node, [script = '', ...args]) {
  const { code, output } = await runScript(node, [script, ...args]);
  if (code !== 0) throw new Failure(`check:openapi: ${script} ended with ${code}\n${output}`);
}

/**
 * @param {string} node
 * @param {string[]} command a script of a package, and its arguments
 */
const runScript = (node, [script = '', ...args]) =>
  runQuietly(node, [join(CACHE, 'node_modules', script), ...args], { cwd: CACHE });

/**
 * @param {string} name
 * @param {string} origin
 * @param {string} authorization
 * @returns {Promise<string>} the amount
 */
async function paid(name, origin, authorization) {
  const outfile = join(CACHE, 'generated', `${name}.mjs`);
  await build({ entryPoints: [join(CACHE, `${name}.ts`)], outfile, bundle: true, format: 'esm', platform: 'node' });
  const { pay } = await import(pathToFileURL(outfile).href);
  return pay(origin, authorization);
}
