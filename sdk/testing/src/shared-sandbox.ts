import { createSandbox, type Sandbox } from './sandbox.ts';

let shared: Promise<Sandbox> | undefined;

/** The sandbox of this process. It is left when the process ends. */
export function sharedSandbox(): Promise<Sandbox> {
  shared ??= createSandbox();
  return shared;
}
