import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('support/settled-shapes.ts', import.meta.url))],
  ...{ bundle: true, write: false, platform: 'node', format: 'esm' },
});

/** Whether answers are still quick objects, not dictionaries, where a process rests behind its sixth request. */
function staysFast(...args: string[]): string {
  const flags = ['--allow-natives-syntax', '--expose-gc', '--input-type=module'];
  return spawnSync(process.execPath, [...flags, '--eval', outputFiles[0]?.text ?? '', '--', ...args]).stdout.toString();
}

it('answers keep their shape, whenever a process rests', () => {
  expect(staysFast('settled')).toBe('true');
  // As V8 does by itself: if no longer, settling has had its time.
  expect(staysFast()).toBe('false');
});
