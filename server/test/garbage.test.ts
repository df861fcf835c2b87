import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';

const MEGABYTE = 1024 * 1024;

describe('the heap of a server', () => {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('support/short-lived.ts', import.meta.url))],
    ...{ bundle: true, write: false, platform: 'node', format: 'esm' },
  });
  const growthOf = (...args: string[]): number => {
    const program = ['--input-type=module', '--eval', outputFiles[0]?.text ?? '', '--', ...args];
    const { stdout } = spawnSync(process.execPath, program);
    return Number(stdout.toString());
  };

  it('does not take short-lived objects for long-lived ones that are made by the same code', () => {
    expect(growthOf('tuned')).toBeLessThan(MEGABYTE);
    // As V8 does by itself: if no longer, the setting has had its time.
    expect(growthOf()).toBeGreaterThan(10 * MEGABYTE);
  });
});
