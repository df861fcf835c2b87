import { defineConfig } from 'vitest/config';
import LongestFirst from './server/test/support/longest-first.ts';

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
    // None is ended before the last file is: tinypool may end an idle one twice, and the whole run with it.
    poolOptions: { forks: { minForks: 3, maxForks: 3, isolate: false } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
