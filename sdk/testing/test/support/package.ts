import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packageDirectory = fileURLToPath(new URL('../../', import.meta.url));
const serverDirectory = fileURLToPath(new URL('../../../../server/', import.meta.url));
const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url));

const entries = [
  'index',
  'vitest',
  'vitest-global-setup',
  'jest',
  'jest-global-setup',
  'jest-global-teardown',
  'playwright',
];

/** Installs the built package and the server in a project, as npm would. */
export async function installPackage(project: string): Promise<void> {
  const scope = join(project, 'node_modules/@causeway');
  mkdirSync(scope, { recursive: true });
  await build({
    entryPoints: Object.fromEntries(entries.map((name) => [name, join(packageDirectory, `src/${name}.ts`)])),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['vitest'],
    outdir: join(scope, 'testing/dist'),
  });
  // A copy: bundlers resolve the files of a package beside the real path of its manifest.
  copyFileSync(join(packageDirectory, 'package.json'), join(scope, 'testing/package.json'));
  symlinkSync(serverDirectory, join(project, 'node_modules/causeway'));
  symlinkSync(join(modules, 'vitest'), join(project, 'node_modules/vitest'));
}
