import type { PlatformOptions, SandboxPlatform } from './platform.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

type Hook = (work: () => Promise<void>, timeoutMs?: number) => void;

/** The first start of a version prepares a database. */
const START_MS = 180_000;

/** Registers hooks that create a platform before the tests of the file, or of the `describe` block. */
export function usePlatform(options: PlatformOptions = {}): { readonly current: SandboxPlatform } {
  const { beforeAll, afterAll } = globalThis as unknown as { beforeAll: Hook; afterAll: Hook };
  let sandbox: Sandbox | undefined;
  let platform: SandboxPlatform | undefined;
  beforeAll(async () => {
    sandbox = await createSandbox();
    platform = await sandbox.platform(options);
  }, START_MS);
  afterAll(async () => {
    await sandbox?.close();
  }, START_MS);
  return {
    get current() {
      if (platform) return platform;
      throw new Error('The platform exists in tests and hooks only: read usePlatform().current there.');
    },
  };
}
