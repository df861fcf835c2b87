import type { PlatformOptions, SandboxPlatform } from './platform.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

interface CdpSession {
  // biome-ignore lint/suspicious/noExplicitAny: Playwright types each command; this needs four of them.
  send(method: any, params?: any): Promise<any>;
  detach(): Promise<void>;
}

/** Part of Playwright's `Page` that passkeys need, in Chromium. */
export interface ChromiumPage {
  context(): { newCDPSession(page: never): Promise<CdpSession> };
}

/** Passkeys of one page: a virtual authenticator confirms WebAuthn dialogs as a verified user. */
export interface VirtualPasskeys {
  /** Credentials that the page has registered. */
  list(): Promise<{ credentialId: string; rpId: string; signCount: number }[]>;
  /** False: the user cancels every dialog from now on. */
  setUserVerified(isVerified: boolean): Promise<void>;
  remove(): Promise<void>;
}

export async function virtualPasskeys(page: ChromiumPage): Promise<VirtualPasskeys> {
  const session = await page.context().newCDPSession(page as never);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    list: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ credentialId, rpId = '', signCount }: { [name: string]: string | number }) => ({
        credentialId,
        rpId,
        signCount,
      }));
    },
    setUserVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    remove: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await session.detach();
    },
  };
}

export interface CausewayFixtures {
  /** A platform of the test alone. */
  platform: SandboxPlatform;
  /** Passkeys of `page`, in Chromium. */
  passkeys: VirtualPasskeys;
  /** Change it with `test.use({ platformOptions: ... })`. */
  platformOptions: PlatformOptions;
}

export interface CausewayWorkerFixtures {
  /** The server that all workers share. */
  sandbox: Sandbox;
}

type Use<T> = (value: T) => Promise<void>;

/** Part of Playwright's `test` that is used here: this package does not depend on Playwright. */
interface Extensible<Test> {
  // biome-ignore lint/suspicious/noExplicitAny: the fixtures of Playwright are typed by the caller's version.
  extend(fixtures: any): Test;
}

/** For `base.extend<CausewayFixtures, CausewayWorkerFixtures>(causewayFixtures)`, which has the types of the fixtures. */
// biome-ignore lint/suspicious/noExplicitAny: the fixtures of Playwright are typed by the caller's version.
export const causewayFixtures: any = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of dependencies from the pattern.
  sandbox: [async ({}, use: Use<Sandbox>) => inSandbox(use), { scope: 'worker', timeout: 180_000 }],
  platformOptions: [{}, { option: true }],
  platform: async (
    { sandbox, platformOptions }: CausewayWorkerFixtures & CausewayFixtures,
    use: Use<SandboxPlatform>,
  ) => use(await sandbox.platform(platformOptions)),
  passkeys: async ({ page }: { page: ChromiumPage }, use: Use<VirtualPasskeys>) => {
    const passkeys = await virtualPasskeys(page);
    await use(passkeys);
    await passkeys.remove();
  },
};

/** `test` with a sandbox for each worker, and a platform and passkeys for each test that uses them. */
export const withCauseway = <Test extends Extensible<Test>>(base: Test): Test => base.extend(causewayFixtures);

async function inSandbox(use: Use<Sandbox>): Promise<void> {
  const sandbox = await createSandbox();
  await use(sandbox);
  await sandbox.close();
}
