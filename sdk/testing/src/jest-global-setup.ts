import { keepForRun } from './jest-run.ts';
import { createSandbox } from './sandbox.ts';

/** `globalSetup` of jest: one server for the whole run, started before the first worker. */
export default async function setup(): Promise<void> {
  keepForRun(await createSandbox());
}
