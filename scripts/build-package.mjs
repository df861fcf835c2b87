import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { modulesDirectory, root, sdkDirectory } from './lib/paths.mjs';
import { runQuietly } from './lib/process.mjs';
import { Failure } from './lib/say.mjs';

/** Folder of the declarations in a package; below it they are where their sources are below `sdk`. */
const TYPES = './dist/types/';

/**
 * Builds the entries that the `exports` of a package name: bundles without its dependencies, and declarations.
 * @param {string} directory
 */
export async function buildPackage(directory) {
  const entries = entriesOf(directory);
  const dist = join(directory, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await build({
    entryPoints: entries.map(({ name, source }) => ({ in: source, out: name })),
    outdir: dist,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
    logLevel: 'warning',
  });
  await emitDeclarations(
    entries.map(({ source }) => source),
    join(directory, TYPES),
  );
}

/**
 * @param {string} directory
 * @returns {{ name: string, source: string }[]}
 */
function entriesOf(directory) {
  const { exports } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return Object.values(exports)
    .filter((entry) => typeof entry === 'object')
    .map(({ types, default: file }) => ({
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
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
  for (const file of files) importJavaScript(join(outDir, file));
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
