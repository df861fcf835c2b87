import type { Browser } from 'playwright-core';
import { TestApp } from '../../../../server/test/support/app.ts';
import { closeContexts, sharedChromium } from '../../../../server/test/support/chromium.ts';
import { newWallet, type Wallet } from '../../../../server/test/support/wallets.ts';
import { Site, Visit } from './page.ts';

/** The real service and a platform's site with its proxy, visited by one user after the other. */
export class Scene {
  readonly app: TestApp;
  readonly site: Site;
  readonly #browser: Browser;
  #now: { holder: Wallet; visit: Visit } | undefined;

  private constructor(app: TestApp, site: Site, browser: Browser) {
    this.app = app;
    this.site = site;
    this.#browser = browser;
  }

  static async start(): Promise<Scene> {
    const app = await TestApp.start();
    const [site, browser] = await Promise.all([Site.start(app.client), sharedChromium()]);
    return new Scene(app, site, browser);
  }

  /** A user with a wallet and a new device visits the page. */
  async arrive({ client = this.app.client, site = this.site } = {}): Promise<void> {
    const holder = await newWallet(client);
    const { accountId } = holder;
    this.#now = { holder, visit: await Visit.start(this.#browser, { origin: site.origin, accountId }) };
  }

  get visit(): Visit {
    if (!this.#now) throw new Error('nobody is here');
    return this.#now.visit;
  }

  get holder(): Wallet {
    if (!this.#now) throw new Error('nobody is here');
    return this.#now.holder;
  }

  /** Runs in the page. */
  run<T>(act: (window: any, accountId: string) => T | Promise<T>): Promise<T> {
    return this.visit.run(act, this.holder.accountId);
  }

  loginByEmail(): Promise<any> {
    return this.run((window, id) => window.open_(id).loginWithEmailCode({ code: () => '000000' }));
  }

  async leave(): Promise<void> {
    await this.#now?.visit.end();
    this.#now = undefined;
  }

  async stop(): Promise<void> {
    await closeContexts();
    this.site.stop();
    await this.app.audit();
    await this.app.stop();
  }
}
