import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Client } from '../../../../server/test/support/client.ts';
import { createWalletProxy, nodeListener } from '../../proxy/index.ts';

const folder = fileURLToPath(new URL('../../', import.meta.url));

/** Set by a page of the platform. */
const COOKIE = 'account';

export async function bundled(
  entry: string,
  plugins: NonNullable<Parameters<typeof build>[0]['plugins']> = [],
): Promise<string> {
  const { outputFiles } = await build({
    ...{
      entryPoints: [entry],
      absWorkingDir: folder,
      bundle: true,
      format: 'esm',
      write: false,
      target: 'es2022',
      plugins,
    },
  });
  return outputFiles[0]?.text ?? '';
}

/** Interface of the page to the tests: a wallet that records its confirmations. */
const SCRIPT = `
import * as sdk from '/sdk.js';
window.shown = [];
window.open_ = (accountId, options = {}) => sdk.createWallet({
  accountId,
  transport: '/wallet',
  sandbox: true,
  confirm: ({ title }) => window.shown.push(title) > 0,
  polling: { firstDelayMs: 20 },
  ...options,
});
window.sdk = sdk;
window.failure = (call) => call.then(() => 'NONE', (error) => (error instanceof sdk.WalletError ? error.code : String(error)));
window.isReady = true;
`;

export const HTML = '<!doctype html><title>Shop</title><script type="module" src="/page.js"></script>';

/** The platform's web server: its page, the library, and the proxy. */
export class Site {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start({ url, basePath, clientId, clientSecret }: Client): Promise<Site> {
    const proxy = nodeListener(
      createWalletProxy({
        ...{ apiUrl: `${url}${basePath}`, clientId, clientSecret, mountedAt: '/wallet' },
        accountIdOf: ({ headers }) => new RegExp(`${COOKIE}=([^;]+)`).exec(headers.get('cookie') ?? '')?.[1],
      }),
    );
    const files = await siteFiles();
    return new Site(
      await listening((request, response) => {
        if (request.url?.startsWith('/wallet/')) return void proxy(request, response);
        const [type, content] = files[request.url ?? ''] ?? ['text/html', HTML];
        response.writeHead(200, { 'content-type': type }).end(content);
      }),
    );
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

export const siteFiles = async (): Promise<Record<string, [type: string, content: string]>> => ({
  '/sdk.js': ['text/javascript', await bundled('src/index.ts')],
  '/page.js': ['text/javascript', SCRIPT],
});

export async function listening(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return server;
}

/** A user's browser with a device that creates passkeys. */
export class Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #devtools: CDPSession;
  #authenticatorId = '';

  private constructor(context: BrowserContext, page: Page, devtools: CDPSession) {
    this.context = context;
    this.page = page;
    this.#devtools = devtools;
  }

  /** `accountId`: the wallet of the user who is logged in at the platform. */
  static async start(browser: Browser, { origin, accountId }: { origin: string; accountId: string }): Promise<Visit> {
    const context = await browser.newContext();
    await context.addCookies([{ name: COOKIE, value: accountId, url: origin }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const visit = new Visit(context, page, devtools);
    await devtools.send('WebAuthn.enable');
    await visit.addAuthenticator();
    await visit.open(origin);
    return visit;
  }

  async addAuthenticator(): Promise<void> {
    const { authenticatorId } = await this.#devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    this.#authenticatorId = authenticatorId;
  }

  async removeAuthenticator(): Promise<void> {
    await this.#devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#authenticatorId });
  }

  /** Whether the user passes the user verification. */
  async isWilling(isUserVerified: boolean): Promise<void> {
    await this.#devtools.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified });
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.waitForFunction('window.isReady');
  }

  /** Runs in the page, with a wallet of the account. */
  run<T>(act: (window: any, argument: any) => T | Promise<T>, argument: unknown): Promise<T> {
    return this.page.evaluate(`(${act})(window, ${JSON.stringify(argument)})`) as Promise<T>;
  }

  async end(): Promise<void> {
    await this.context.close();
  }
}
