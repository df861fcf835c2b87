import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongOnesSpread from './server/test/support/long-ones-spread.ts';

/** Tests that start processes, browsers or a PostgreSQL of their own; the others use a server in the test's process. */
const SYSTEM = [
  'bench/test/**/*.test.ts',
  'scripts/test/**/*.test.ts',
  'sdk/testing/test/*.test.ts',
  'sdk/wallet/test/*.test.ts',
  'server/test/console-*.test.ts',
  'sdk/client/test/{reference-samples,samples,types}.test.ts',
  ...[
    'approvals-crash',
    'bank-files-outbox',
    'card-reveal',
    'command',
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
    'start',
    'stopping',
    'terminal',
    'webhooks-crash',
  ].map((name) => `server/test/${name}.test.ts`),
];

/** One more than there are cores: a quarter of a test's time is spent waiting for timers, disks and browsers. */
const WORKERS = Math.min(availableParallelism() + 1, 8);

/** Each worker loads the service once and not once per file. */
const forks = { isolate: false };
const options = { pool: 'forks', poolOptions: { forks }, testTimeout: 180_000, hookTimeout: 180_000 } as const;

export default defineConfig({
  test: {
    ...options,
    projects: [
      {
        test: {
          ...options,
          name: 'api',
          include: ['server/test/**/*.test.ts', 'sdk/*/test/**/*.test.ts'],
          exclude: SYSTEM,
        },
      },
      { test: { ...options, name: 'system', include: SYSTEM } },
    ],
    reporters: ['default', './server/test/support/summary-reporter.ts'],
    // Here and not in the projects, so that it runs once for both.
    globalSetup: ['server/test/support/global-setup.ts'],
    // No worker ends before the last file of its project: tinypool may end an idle one twice, and the whole run with it.
    poolOptions: { forks: { ...forks, minForks: WORKERS, maxForks: WORKERS } },
    sequence: { sequencer: LongOnesSpread },
  },
});
