import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow files, the slowest first; most of them start whole servers or browsers. */
const LONG = [
  'start',
  'packages',
  'developer-commands',
  'docs',
  'command',
  'hosted-page',
  'sharing',
  'embedded',
  'crash',
  'webhooks-crash',
  'reachability',
  'magic',
  'adapters',
  'idle-exit',
  'tenancy',
  'processes-cluster',
  'validation-cost',
  'approvals',
  'ledger-properties',
  'payment-races',
  'openapi',
  'ci-tests',
  'payment-crashes',
  'jobs',
  'docs-pages',
  'playground',
  'secrets-in-logs',
  'transactions',
  'fuzz',
  'bulk-import',
  'card-processor',
  'lost-answers',
  'triggers',
  'stopping',
  'archive',
  'terminal',
  'browser',
  'interrupted',
  'account-types',
  'vault',
  'lookup-limits',
  'openapi-forms',
  'clock',
  'bank-files-outbox',
  'connection-loss',
  'handoff',
  'footprint',
];

/** Spreads slow files over the run from its beginning; in one batch they would only wait for each other. */
export default class LongOnesSpread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number =>
      LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    const long = sorted.filter((file) => place(file) >= 0).sort((a, b) => place(a) - place(b));
    const others = sorted.filter((file) => place(file) < 0);
    const between = Math.floor(others.length / (long.length + 1));
    return [...long.flatMap((file) => [file, ...others.splice(0, between)]), ...others];
  }
}
