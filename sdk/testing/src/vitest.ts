import { test as base } from 'vitest';
import type { PlatformOptions, SandboxPlatform } from './platform.ts';
import { sharedSandbox } from './shared-sandbox.ts';

export interface CausewayFixtures {
  /** A platform of the test alone. */
  platform: SandboxPlatform;
  /** Override it with `test.scoped` or `test.extend` to change the platform. */
  platformOptions: PlatformOptions;
}

/** `test` of vitest with a platform for each test that uses one. */
export const test = base.extend<CausewayFixtures>({
  platformOptions: {},
  platform: async ({ platformOptions }, use) => {
    await use(await (await sharedSandbox()).platform(platformOptions));
  },
});
