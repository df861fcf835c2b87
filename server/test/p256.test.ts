import { spawnSync } from 'node:child_process';
import { createPublicKey, sign, verify } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { newP256KeyPair, publicKeyOf, readPoint } from '../src/foundation/kernel/p256.ts';

const MANY = 6_000;
const PATIENCE_MS = 40_000;

describe('a new key pair', () => {
  it('has matching keys, in the lengths of the wire format', () => {
    for (let i = 0; i < 500; i++) {
      const { privateKey, publicKey, scalar } = newP256KeyPair();
      expect(publicKey).toMatch(/^04[0-9a-f]{128}$/);
      expect(scalar).toHaveLength(32);
      const message = Buffer.from(`message ${i}`);
      const point = readPoint(publicKey);
      expect(point && readPoint(point.compressed)).toEqual(point);
      const key = publicKeyOf({ bytes: Buffer.from(publicKey, 'hex') });
      expect(verify('sha256', message, key, sign('sha256', message, privateKey))).toBe(true);
      expect(createPublicKey(privateKey).equals(key)).toBe(true);
    }
  });

  it('is created under repeated garbage collection', () => {
    const entry = fileURLToPath(new URL('../src/foundation/kernel/p256.ts', import.meta.url));
    const { outputFiles } = buildSync({
      stdin: {
        contents: `import { newP256KeyPair } from ${JSON.stringify(entry)};
          for (let i = 0; i < ${MANY}; i++) newP256KeyPair();
          process.stdout.write('made');`,
        resolveDir: '/',
      },
      ...{ bundle: true, write: false, platform: 'node', format: 'esm' },
    });
    // Runs in a separate process, because a hanging process cannot report itself.
    const args = ['--max-semi-space-size=1', '--input-type=module', '--eval', outputFiles[0]?.text ?? ''];
    const { stdout } = spawnSync(process.execPath, args, { timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
    expect(stdout.toString()).toBe('made');
  });
});
