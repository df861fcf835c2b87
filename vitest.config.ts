import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/test/**/*.test.ts',
      'bench/test/**/*.test.ts',
      'scripts/test/**/*.test.ts',
      'sdk/*/test/**/*.test.ts',
    ],
    reporters: ['default', './server/test/support/summary-reporter.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'forks',
    // Each process loads the service once and not once per file: a third of the time otherwise goes into that. Three of
    // them keep two cores busy: a quarter of a test's time is spent waiting for timers, disks and browsers.
    poolOptions: { forks: { maxForks: 3, isolate: false } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
