import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow files, most of them because they start whole servers or browsers. */
const LONG = [
  'account-types',
  'start',
  'crash',
  'hosted-page',
  'webhooks-crash',
  'bank-files-outbox',
  'payment-crashes',
  'openapi',
  'docs',
  'embedded',
  'command',
  'processes-cluster',
  'playground',
  'browser',
  'fuzz',
  'tenancy',
  'card-authorizations',
  'approvals',
  'bank-files-inbox',
  'clock',
  'bank-files',
  'card-processor',
  'jobs',
  'ledger-properties',
  'lookup-limits',
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
