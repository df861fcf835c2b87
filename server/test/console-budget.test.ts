import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { consolePages } from '../../scripts/build.mjs';

const KB = 1_000;

/** Sizes after compression with gzip. */
describe('the files of the console', () => {
  const sizes = new Map<string, number>();
  let manifest: { script: string; styles: string[]; preload: string[]; files: string[] };
  beforeAll(async () => {
    for (const { name, content } of await consolePages()) {
      const file = name.replace('console/', '');
      if (file === 'manifest.json') manifest = JSON.parse(String(content));
      else if (/\.(js|css)$/.test(file)) sizes.set(file, gzipSync(content, { level: 9 }).length);
    }
  });
  const sizeOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);

  it('load first at most 160 KB of JavaScript and 15 KB of style sheets', () => {
    expect(sizeOf([manifest.script, ...manifest.preload])).toBeLessThanOrEqual(160 * KB);
    expect(sizeOf(manifest.styles)).toBeLessThanOrEqual(15 * KB);
  });

  it('load at most 50 KB for a page', () => {
    const first = new Set([manifest.script, ...manifest.preload]);
    const pages = [...sizes].filter(([file]) => file.endsWith('.js') && !first.has(file));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter(([, size]) => size > 50 * KB)).toEqual([]);
  });

  it('include each file of the manifest as it is, with brotli and with gzip', async () => {
    const names = (await consolePages()).map(({ name }) => name);
    for (const file of manifest.files) {
      expect(names).toEqual(expect.arrayContaining([`console/${file}`, `console/${file}.br`, `console/${file}.gz`]));
    }
  });
});
