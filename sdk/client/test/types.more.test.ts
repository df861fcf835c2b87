import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitDeclarations } from '../../../scripts/build-package.mjs';

const MAX_INSTANTIATIONS = 1_000;
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { resolve } = createRequire(import.meta.url);
const compilers = { 'TypeScript 7': 'typescript', 'TypeScript 5': 'typescript-5' };

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'client-types-'));
  await emitDeclarations([folder('../src/index.ts')], join(directory, 'types'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Compiles one file of this folder against the declarations of the client, and returns the output of the compiler. */
async function compile(compiler: string, file: string): Promise<string> {
  const config = join(directory, 'tsconfig.json');
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'ES2022', lib: ['ES2023', 'DOM'], types: [] },
    ...{ module: 'NodeNext', moduleResolution: 'NodeNext' },
    paths: { '@causeway/client': [join(directory, 'types/client/src/index.d.ts')] },
  };
  await writeFile(config, JSON.stringify({ compilerOptions, files: [folder(`types/${file}`)] }));
  const tsc = join(resolve(`${compiler}/package.json`), '../bin/tsc');
  return new Promise((done) =>
    execFile(process.execPath, [tsc, '-p', config, '--extendedDiagnostics'], (_, stdout, stderr) =>
      done(stdout + stderr),
    ),
  );
}

describe.each(Object.entries(compilers))('with %s', (_, compiler) => {
  it('mistakes are compile errors, and correct uses are not', async () => {
    expect((await compile(compiler, 'misuse.ts')).match(/^.*error.*$/gm)).toBeNull();
  });

  it('a consumer costs the compiler few instantiations', async () => {
    const output = await compile(compiler, 'consumer.ts');
    expect(output.match(/^.*error.*$/gm)).toBeNull();
    const [, instantiations] = /^Instantiations:\s+(\d+)$/m.exec(output) ?? expect.fail(output);
    expect(Number(instantiations)).toBeLessThanOrEqual(MAX_INSTANTIATIONS);
  });
});
