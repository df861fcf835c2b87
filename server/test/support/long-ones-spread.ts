import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow files, most of them because they start whole servers or browsers. */
const LONG = [
  'start',
  'ledger-properties',
  'validation-cost',
  'fuzz',
  'hosted-page',
  'crash',
  'command',
  'embedded',
  'tenancy',
  'reachability',
  'docs',
  'webhooks-crash',
  'openapi',
  'stopping',
  'processes-cluster',
  'ci-tests',
  'account-types',
  'vault',
  'lookup-limits',
  'payment-races',
  'approvals',
  'bank-files-outbox',
  'jobs',
  'browser',
  'transactions',
  'secrets-in-logs',
  'bulk-import',
  'playground',
  'payment-crashes',
  'card-processor',
  'fx-ecb',
  'clock',
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
