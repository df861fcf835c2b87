import { createSandbox } from './sandbox.ts';

/** `globalSetup` of vitest: one server for the whole run, started before the first worker. */
export default async function setup(): Promise<() => Promise<void>> {
  const sandbox = await createSandbox();
  return () => sandbox.close();
}
