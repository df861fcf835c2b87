import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongOnesSpread from './server/test/support/long-ones-spread.ts';
import { transpiledService } from './server/test/support/transpiled-service.ts';

/** Tests that start processes, browsers or a PostgreSQL of their own; the others use a server in the test's process. */
const SYSTEM = [
  'bench/test/**/*.test.ts',
  'scripts/test/**/*.test.ts',
  'sdk/testing/test/*.test.ts',
  'sdk/wallet/test/*.test.ts',
  'server/test/console-*.test.ts',
  'sdk/client/test/{reference-runs,reference-samples,samples,types}.test.ts',
  ...[
    'approvals-crash',
    'bank-files-outbox',
    'card-processor-crash',
    'card-reveal',
    'command',
    'command-requests',
    'connection-loss',
    'crash',
    'database-hosts',
    'developer-commands',
    'docs',
    'docs-pages',
    'embedded',
    'embedded-account',
    'full-disk',
    'hosted-page',
    'idle-exit',
    'mcp-command',
    'openapi',
    'payment-crashes',
    'pgbouncer',
    'playground',
    'processes',
    'processes-cluster',
    'schema-role',
    'start',
    'stopping',
    'terminal',
    'webhooks-crash',
  ].map((name) => `server/test/${name}.test.ts`),
];

/** Tests spend half of their time waiting for timers, processes, PostgreSQL and browsers, so two of them share a core. */
const WORKERS = Math.min(2 * availableParallelism(), 8);

/**
 * Each worker loads the service once and not once per file. A young generation of 64 MB is collected less often than the
 * default of 16 MB.
 */
const forks = { isolate: false, execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'] };
const service = await transpiledService();
const options = {
  pool: 'forks',
  poolOptions: { forks },
  testTimeout: 180_000,
  hookTimeout: 180_000,
  server: { deps: { external: service.external } },
} as const;

const EVERY = [
  'bench/test/**/*.test.ts',
  'scripts/test/**/*.test.ts',
  'server/test/**/*.test.ts',
  'sdk/*/test/**/*.test.ts',
  'web/**/test/**/*.test.ts',
];

/** Vitest runs one project after the other, each with workers of its own. Without a choice, all files share one pool. */
const projects = process.argv.some((argument) => argument.startsWith('--project')) && {
  projects: [
    {
      plugins: [service.plugin],
      test: {
        ...options,
        name: 'api',
        include: ['server/test/**/*.test.ts', 'sdk/*/test/**/*.test.ts', 'web/**/test/**/*.test.ts'],
        exclude: SYSTEM,
      },
    },
    { plugins: [service.plugin], test: { ...options, name: 'system', include: SYSTEM } },
  ],
};

export default defineConfig({
  plugins: [service.plugin],
  test: {
    ...options,
    include: EVERY,
    ...projects,
    reporters: ['default', './server/test/support/summary-reporter.ts'],
    // Here and not in the projects, so that it runs once for both.
    globalSetup: ['server/test/support/global-setup.ts'],
    // No worker ends before the last file of its project: tinypool may end an idle one twice, and the whole run with it.
    poolOptions: { forks: { ...forks, minForks: WORKERS, maxForks: WORKERS } },
    sequence: { sequencer: LongOnesSpread },
  },
});
