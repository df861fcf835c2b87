import { defineConfig } from 'vitest/config';
import LongOnesSpread from './server/test/support/long-ones-spread.ts';

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
    sequence: { sequencer: LongOnesSpread },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
