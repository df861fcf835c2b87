import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { flawsInTurn, WIDE } from './accessibility.ts';
import type { TestApp } from './app.ts';
import { sharedChromium } from './chromium.ts';
import type { Client } from './client.ts';

const KEY = 'causeway.console.key';

/** A person at the console: one window with one tab, logged in with an API token. */
export class ConsoleVisitor {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #url: string;
  /** Violations of the content security policy, uncaught errors, and requests to other origins. */
  readonly complaints: string[] = [];
  #checks = 0;

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.#context = context;
    this.page = page;
    this.#url = url;
    page.on('pageerror', (error) => this.complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.complaints.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(url).origin) this.complaints.push(`request to ${origin}`);
    });
  }

  /** `client` is the token to log in with; without one the visitor is not logged in. */
  static async start(app: TestApp, client?: Client, browser?: Browser): Promise<ConsoleVisitor> {
    const context = await (browser ?? (await sharedChromium())).newContext({
      viewport: WIDE,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const visitor = new ConsoleVisitor(context, await context.newPage(), app.url);
    if (client) await visitor.logIn(client);
    return visitor;
  }

  async logIn(client: Client): Promise<void> {
    await this.page.goto(`${this.#url}/console`);
    await this.exchange(client);
  }

  /** Exchanges a token for a session on the open page, as the login page does. */
  async exchange({ clientId, clientSecret }: Client): Promise<void> {
    const body = JSON.stringify({ clientId, clientSecret });
    const login = `fetch('/console/login', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(body)} }).then((answer) => answer.json()).then(({ key }) => localStorage.setItem('${KEY}', key))`;
    await this.page.evaluate(login);
  }

  /** Opens a page by its path below `/console` and waits for its heading. */
  async open(path: string, heading?: string | RegExp): Promise<void> {
    await this.page.goto(`${this.#url}/console${path === '/' ? '' : path}`);
    await this.page.getByRole('heading', { level: 1, ...(heading && { name: heading }) }).waitFor();
  }

  /** Another tab of the same window. */
  newTab(): Promise<Page> {
    return this.#context.newPage();
  }

  /**
   * The state that the page is in has no violation of axe and does not scroll sideways, in one of the four looks by turn,
   * and has caused no complaint. For states that only a journey reaches: every page is in accessibility.test.ts.
   */
  async checkState(): Promise<void> {
    expect([...(await flawsInTurn(this.page, this.#checks++)), ...this.complaints]).toEqual([]);
  }

  /** Writes screenshots of the open page, for review: `<file>-<width>-<scheme>.png`. */
  async picture(file: string): Promise<void> {
    for (const viewport of [{ width: 390, height: 844 }, WIDE]) {
      await this.page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await this.page.emulateMedia({ colorScheme });
        await this.page.screenshot({ path: `${file}-${viewport.width}-${colorScheme}.png`, fullPage: true });
      }
    }
    await this.page.setViewportSize(WIDE);
    await this.page.emulateMedia({ colorScheme: 'light' });
  }

  async leave(): Promise<void> {
    await this.#context.close();
    expect(this.complaints).toEqual([]);
  }
}
