import type { Browser } from 'playwright-core';
import { TestApp } from '../../../../server/test/support/app.ts';
import { launchChromium } from '../../../../server/test/support/chromium.ts';
import { newWallet, type Wallet } from '../../../../server/test/support/wallets.ts';
import { Site, Visit } from './page.ts';

/** The real service, a platform's site with its proxy, and one person after the other in front of it. */
export class Scene {
  readonly test: TestApp;
  readonly site: Site;
  readonly #browser: Browser;
  #now: { holder: Wallet; visit: Visit } | undefined;

  private constructor(test: TestApp, site: Site, browser: Browser) {
    this.test = test;
    this.site = site;
    this.#browser = browser;
  }

  static async start(): Promise<Scene> {
    const test = await TestApp.start();
    const [site, browser] = await Promise.all([Site.start(test.client), launchChromium()]);
    return new Scene(test, site, browser);
  }

  /** A person with a wallet comes to the page, with a device of their own. */
  async arrive({ client = this.test.client, site = this.site } = {}): Promise<void> {
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
    await this.#browser.close();
    this.site.stop();
    await this.test.audit();
    await this.test.stop();
  }
}
