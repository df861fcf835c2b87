import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/test/**/*.test.ts', 'bench/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
    reporters: ['default', './server/test/support/summary-reporter.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'forks',
    poolOptions: { forks: { maxForks: 2 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
