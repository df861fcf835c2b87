import type { Sandbox } from './sandbox.ts';

/** Jest loads setup and teardown as separate modules of one process, which share the global object only. */
const KEY = Symbol.for('causeway.testing.jest');
const run = globalThis as { [KEY]?: Sandbox };

export function keepForRun(sandbox: Sandbox): void {
  run[KEY] = sandbox;
}

export function takeFromRun(): Sandbox | undefined {
  const sandbox = run[KEY];
  delete run[KEY];
  return sandbox;
}
