import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const MAX_GZIPPED = 6 * 1024;
const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));

describe('the client', () => {
  it('is at most 6 KB gzipped without the verifier of webhooks, which is loaded when it is used', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: { index: entry },
      ...{ bundle: true, minify: true, splitting: true, write: false, metafile: true },
      ...{ format: 'esm', platform: 'neutral', target: 'es2022', outdir: 'dist' },
    });
    const outputs = Object.entries(metafile.outputs);
    const [, main] = outputs.find(([path]) => path.endsWith('/index.js')) ?? expect.fail('no index.js');
    const eager = main.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
    const loaded = outputFiles.filter(({ path }) => ['dist/index.js', ...eager].some((name) => path.endsWith(name)));
    expect(loaded).toHaveLength(1 + eager.length);
    const size = loaded.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
    expect(size).toBeLessThanOrEqual(MAX_GZIPPED);
    // The bundle runs on Node, Bun, Deno and Workers, so it has no external imports.
    expect(outputs.flatMap(([, { imports }]) => imports).filter(({ external }) => external)).toEqual([]);
  });
});
