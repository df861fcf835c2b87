import { expect, vi } from 'vitest';

// Longer time limits for slow tests, which install packages, compile, or start many processes.
if (expect.getState().testPath?.endsWith('.more.test.ts')) {
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
}
