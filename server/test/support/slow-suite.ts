import { expect, vi } from 'vitest';

// Tests that are slow by nature: they install packages, compile, or start many processes one after the other.
if (expect.getState().testPath?.endsWith('.more.test.ts')) {
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
}
