import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const MAX_GZIPPED = 20 * 1024;
const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));

describe('the browser client', () => {
  it('is at most 20 KB gzipped, dependencies included', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      write: false,
      metafile: true,
    });
    const [file] = outputFiles;
    expect(gzipSync(file?.contents ?? '').length).toBeLessThanOrEqual(MAX_GZIPPED);
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    // Fallback of the HPKE library without WebCrypto, which never runs on a page.
    expect(imports).toEqual([{ path: 'crypto', kind: 'dynamic-import', external: true }]);
  });
});
