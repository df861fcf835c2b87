import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { parseCLI } from 'vitest/node';
import { transpiledService } from './server/test/support/transpiled-service.ts';

/** Tests that are slow by nature: `npm run test:more` runs them, and `npm test` if it is given their file. */
const MORE = '**/*.more.test.ts';
const EVERY = [
  'bench/test/**/*.test.ts',
  'scripts/test/**/*.test.ts',
  'sdk/*/test/**/*.test.ts',
  'server/test/**/*.test.ts',
  'web/**/test/**/*.test.ts',
];
const isMore = process.env['TEST_SUITE'] === 'MORE';
const { filter } = parseCLI(['vitest', ...process.argv.slice(2)], { allowUnknownOptions: true });
const hasFilter = filter.length > 0;
/** Slow tests install packages, compile or start many processes. `vi.setConfig` has no effect in later files of a worker. */
const isSlow = isMore || filter.some((name) => name.includes('.more'));

/** Tests spend half of their time waiting for timers, processes, PostgreSQL and browsers, so two of them share a core. */
const WORKERS = Math.min(2 * availableParallelism(), 8);

const service = await transpiledService();

export default defineConfig({
  plugins: [service.plugin],
  test: {
    include: isMore ? [MORE] : EVERY,
    exclude: [...configDefaults.exclude, ...(isMore || hasFilter ? [] : [MORE])],
    globalSetup: ['server/test/support/global-setup.ts'],
    reporters: ['default', './server/test/support/summary-reporter.ts'],
    pool: 'forks',
    poolOptions: {
      forks: {
        // Each worker loads the service once and not once per file.
        isolate: false,
        // A young generation of 64 MB is collected less often than the default of 16 MB.
        execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
        // No worker ends before the last file: tinypool may end an idle one twice, and the whole run with it.
        minForks: WORKERS,
        maxForks: WORKERS,
      },
    },
    testTimeout: isSlow ? 180_000 : 30_000,
    // The first hook of a worker also loads the service.
    hookTimeout: isSlow ? 180_000 : 60_000,
    server: { deps: { external: service.external } },
  },
});
