import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build as esbuild } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle, nodeOptions } from '../build.mjs';
import { SERVER_WORKSPACES } from '../lib/installed.mjs';
import { root, sourceDirectory } from '../lib/paths.mjs';

let home: string;
let directory: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'causeway-build-'));
  directory = join(home, 'dist');
  writeFileSync(join(home, 'entry.ts'), "export const later = () => import('./lazy.ts');");
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test('a running program still finds its unloaded parts after a rebuild', async () => {
  await build(1);
  const running = await import(pathToFileURL(join(directory, 'program.js')).href);
  await build(2);
  expect((await running.later()).version).toBe(1);
});

test('files older than the last build are removed, and no file is left incomplete', async () => {
  await build(3);
  await build(4);
  const lazy = readdirSync(directory).filter((name) => /^lazy-.*\.js$/.test(name));
  expect(lazy).toHaveLength(2);
  expect(readdirSync(directory).filter((name) => name.startsWith('.staging'))).toEqual([]);
});

test('a deleted migration is removed immediately, because it would be applied', async () => {
  await build(5, ['0001.sql', '0002.sql']);
  await build(6, ['0001.sql']);
  expect(readdirSync(join(directory, 'migrations'))).toEqual(['0001.sql']);
});

test('a failing build leaves the last build unchanged', async () => {
  await expect(bundle({ entry: join(home, 'missing.ts'), name: 'program', directory })).rejects.toThrow('do not build');
  expect(existsSync(join(directory, 'program.js'))).toBe(true);
});

test('the server and its console are built without a package of the tools', async () => {
  const server = await analyse({ ...nodeOptions(), entryPoints: [join(sourceDirectory, 'start/cli.ts')] });
  const pages = ['web/console/src/index.tsx', 'web/playground/page.ts', 'web/docs/page.ts'];
  const browser = { bundle: true, splitting: true, format: 'esm', jsx: 'automatic' } as const;
  const found = [...server, ...(await analyse({ ...browser, entryPoints: pages.map((path) => join(root, path)) }))];
  const named = SERVER_WORKSPACES.flatMap((workspace) => namesIn(workspace));
  const others = namesIn('tools').filter((name) => !named.includes(name));
  expect(named.filter((name) => found.includes(name)).length).toBeGreaterThan(30);
  expect(others.filter((name) => found.includes(name))).toEqual([]);
});

/** Packages that a bundle contains. */
async function analyse(options: BuildOptions): Promise<string[]> {
  const { metafile } = await esbuild({ ...options, outdir: directory, metafile: true, write: false });
  const names = Object.keys(metafile?.inputs ?? {}).map(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? '',
  );
  return [...new Set(names)];
}

function namesIn(workspace: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies });
}

function build(version: number, migrations: string[] = []): Promise<void> {
  writeFileSync(join(home, 'lazy.ts'), `export const version = ${version};`);
  const extra = migrations.map((name) => ({ name: join('migrations', name), content: '' }));
  return bundle({ entry: join(home, 'entry.ts'), name: 'program', directory, extra });
}
