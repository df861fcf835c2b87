import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'vitest/config';
import { textImports } from '../../../scripts/lib/text-imports.mjs';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
/** Below `server`, so that the modules find their packages. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/transpiled-service/', import.meta.url));
const KEPT_MS = 24 * 60 * 60_000;

const isSource = (path: string): boolean => path.startsWith(SOURCES) && path.endsWith('.ts');
const outputOf = (path: string): string => path.slice(SOURCES.length).replace(/\.ts$/, '.js');

/** One module per source, which finds the files beside its source. */
const modules: EsbuildPlugin = {
  name: 'modules',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) =>
      isSource(resolve(resolveDir, path)) ? { path: path.replace(/\.ts$/, '.js'), external: true } : undefined,
    );
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};

/**
 * Transpiles the service for a run, and resolves imports of its sources to the modules, which Node loads itself. Modules
 * that Vitest transforms read every import through a getter: with them, tests of the API take a fifth more processor time.
 */
export async function transpiledService(): Promise<{ plugin: Plugin; external: RegExp[] }> {
  const directory = await transpile();
  const plugin: Plugin = {
    name: 'transpiled-service',
    enforce: 'pre',
    resolveId(specifier, importer) {
      if (!importer || !specifier.startsWith('.')) return null;
      const path = resolve(dirname(importer), specifier);
      return isSource(path) ? join(directory, outputOf(path)) : null;
    },
  };
  return { plugin, external: [/\/transpiled-service\/[0-9a-f]+\//] };
}

/** Directory of the modules, by their contents: runs at the same time may have different ones. */
async function transpile(): Promise<string> {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const { outputFiles } = await build({
    entryPoints: names.map((name) => join(SOURCES, name)).filter(isSource),
    outbase: SOURCES,
    outdir: CACHE,
    bundle: true,
    packages: 'external',
    plugins: [textImports, modules],
    platform: 'node',
    target: 'node20',
    format: 'esm',
    write: false,
    logLevel: 'warning',
  });
  const hash = createHash('sha256');
  for (const { path, contents } of outputFiles) hash.update(path).update(contents);
  const directory = join(CACHE, hash.digest('hex').slice(0, 16));
  if (existsSync(directory)) return directory;
  removeOld();
  const staging = `${directory}.${process.pid}`;
  for (const { path, contents } of outputFiles) {
    const file = join(staging, path.slice(CACHE.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  try {
    renameSync(staging, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
    rmSync(staging, { recursive: true }); // Another run has finished first.
  }
  return directory;
}

function removeOld(): void {
  if (!existsSync(CACHE)) return;
  for (const path of readdirSync(CACHE).map((name) => join(CACHE, name))) {
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
