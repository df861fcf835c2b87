import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow files, the slowest first, by their time in a whole run; most of them start whole servers or browsers. */
const LONG = [
  'packages',
  'start',
  'hosted-page',
  'developer-commands',
  'console-sandbox',
  'command',
  'sharing',
  'validation-cost',
  'request-log-compaction',
  'console-developers',
  'magic',
  'openapi',
  'console-operations',
  'playground',
  'document-examples',
  'tenancy',
  'docs',
  'console-payments',
  'crash',
  'processes-cluster',
  'fuzz',
  'payment-races',
  'reachability',
  'secrets-in-logs',
  'console-settings',
  'console-journey',
  'console-failures',
  'embedded',
  'ledger-properties',
  'console-ledger',
  'approvals',
  'docs-pages',
  'idle-exit',
  'card-processor',
  'ci-tests',
  'webhooks-crash',
  'archive',
  'footprint',
  'settlement-scenarios',
  'stopping',
  'console-access',
  'jobs',
  'webhooks-delivery',
  'browser',
  'lookup-limits',
  'transfers',
  'interrupted',
  'bank-files-inbox',
  'migrate',
  'account-types',
  'terminal',
  'triggers',
  'agent-policies',
  'payment-crashes',
  'bank-files-outbox',
  'adapters',
  'agents',
  'wallet-operations',
  'agent-approvals',
  'transactions',
  'card-properties',
  'access',
  'payment-contract',
  'request-log',
  'wallet-signed-retry',
  'clock',
  'vault',
  'ledger-audit',
  'connection-loss',
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
