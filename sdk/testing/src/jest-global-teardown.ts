import { takeFromRun } from './jest-run.ts';

/** `globalTeardown` of jest, for `globalSetup`. */
export default async function teardown(): Promise<void> {
  await takeFromRun()?.close();
}
