import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { build } from 'esbuild';
import { modulesDirectory, root, sdkDirectory } from './lib/paths.mjs';
import { runQuietly } from './lib/process.mjs';
import { Failure } from './lib/say.mjs';

/** Folder of the declarations in a package, with the same paths as the sources below `sdk`. */
const TYPES = './dist/types/';

/**
 * Builds the entries that the `exports` of a package name: bundles without its dependencies, and declarations.
 * @param {string} directory
 * @param {string} [dist]
 */
export async function buildPackage(directory, dist = join(directory, 'dist')) {
  const entries = entriesOf(directory);
  const imported = importedEntries(directory);
  rmSync(dist, { recursive: true, force: true });
  await build({
    entryPoints: entries.map(({ name, source }) => ({ in: source, out: name })),
    outdir: dist,
    bundle: true,
    splitting: true,
    packages: 'external',
    plugins: [packageImports(imported)],
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
    logLevel: 'warning',
  });
  const types = join(dist, 'types');
  await emitDeclarations(
    entries.map(({ source }) => source),
    types,
  );
  if (imported.length > 0) importDeclarations(types, { own: basename(directory), imported });
}

/**
 * Entries of our other packages on which a package depends: its sources import their sources, and the published package
 * imports them by name, so that both have the same classes.
 * @param {string} directory
 * @returns {{ specifier: string, source: string }[]}
 */
function importedEntries(directory) {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const names = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name.startsWith('@causeway/'));
  return names.flatMap((name) => {
    const entries = entriesOf(join(sdkDirectory, name.slice('@causeway/'.length)));
    return entries.map(({ path, source }) => ({ specifier: join(name, path), source }));
  });
}

/**
 * @param {ReturnType<typeof importedEntries>} imported
 * @returns {import('esbuild').Plugin}
 */
const packageImports = (imported) => ({
  name: 'package-imports',
  setup: (build) =>
    build.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const entry = imported.find(({ source }) => source === join(resolveDir, path));
      return entry && { path: entry.specifier, external: true };
    }),
});

/**
 * Imports the declarations of other packages by name, and removes the copies of them.
 * @param {string} types
 * @param {{ own: string, imported: ReturnType<typeof importedEntries> }} packages
 */
function importDeclarations(types, { own, imported }) {
  for (const name of readdirSync(types)) if (name !== own) rmSync(join(types, name), { recursive: true });
  for (const file of declarationsIn(types)) {
    const text = readFileSync(file, 'utf8');
    const renamed = text.replaceAll(/(?<=from '|import\("|from ")(\.[^'"]*)\.js(?=['"])/g, (specifier, path) => {
      const source = join(sdkDirectory, relative(types, join(file, '..', path)));
      return imported.find((entry) => entry.source === `${source}.ts`)?.specifier ?? specifier;
    });
    writeFileSync(file, renamed);
  }
}

/** @param {string} directory */
const declarationsIn = (directory) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(directory, name));

/**
 * @param {string} directory
 * @returns {{ path: string, name: string, source: string }[]}
 */
function entriesOf(directory) {
  const { exports } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([, entry]) => typeof entry === 'object')
    .map(([path, { types, default: file }]) => ({
      path,
      name: basename(file, '.js'),
      source: join(sdkDirectory, types.slice(TYPES.length).replace(/\.d\.ts$/, '.ts')),
    }));
}

/**
 * Writes the declarations of these sources and of all that they import.
 * @param {string[]} sources
 * @param {string} outDir
 */
export async function emitDeclarations(sources, outDir) {
  const staging = mkdtempSync(join(tmpdir(), 'causeway-types-'));
  const config = join(staging, 'tsconfig.json');
  const compilerOptions = {
    ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable'], typeRoots: [join(modulesDirectory, '@types')] },
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: sdkDirectory, outDir },
  };
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files: sources }),
  );
  try {
    const tsc = join(modulesDirectory, 'typescript/bin/tsc');
    const { code, output } = await runQuietly(process.execPath, [tsc, '--project', config]);
    if (code !== 0) throw new Failure(`${output.trimEnd()}\nthe declarations do not build`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  for (const file of declarationsIn(outDir)) importJavaScript(file);
}

/**
 * The sources import each other as `.ts`, the published files as `.js`.
 * @param {string} file
 */
function importJavaScript(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replaceAll(/((?:from|import) '\.[^']*|import\("\.[^"]*|from "\.[^"]*)\.ts(?=['"])/g, '$1.js'),
  );
}
