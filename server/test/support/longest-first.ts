import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long, most of them because they start whole servers or browsers. */
const LONG = [
  'crash',
  'start',
  'hosted-page',
  'bank-files-inbox',
  'tenancy',
  'bank-files-outbox',
  'docs',
  'processes-cluster',
  'openapi',
  'webhooks-crash',
  'bank-files',
  'embedded',
  'browser',
  'command',
  'playground',
  'payment-crashes',
  'jobs',
  'ledger-properties',
];

/** Long files come first: one that is left for the end has a core to itself, and everybody waits for it. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found < 0 ? LONG.length : found;
    };
    return others.sort((a, b) => place(a) - place(b));
  }
}
