import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { launchChromium } from './chromium.ts';
import type { Client } from './client.ts';

const KEY = 'causeway.console.key';

const SIZES = { narrow: { width: 360, height: 780 }, wide: { width: 1280, height: 900 } };

/** Rules whose result depends on the colour scheme; the others are checked in the light scheme only. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** A person at the console: one browser with one tab, logged in with an API token. */
export class ConsoleVisitor {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  readonly #url: string;
  /** Violations of the content security policy, uncaught errors, and requests to other origins. */
  readonly complaints: string[] = [];

  private constructor(browser: Browser, context: BrowserContext, page: Page, url: string) {
    this.#browser = browser;
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
  static async start(app: TestApp, client?: Client): Promise<ConsoleVisitor> {
    const browser = await launchChromium();
    const context = await browser.newContext({
      viewport: SIZES.wide,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const visitor = new ConsoleVisitor(browser, context, await context.newPage(), app.url);
    if (client) await visitor.logIn(client);
    return visitor;
  }

  /** Exchanges a token for a session in the browser, as the login page does. */
  async logIn({ clientId, clientSecret }: Client): Promise<void> {
    await this.page.goto(`${this.#url}/console`);
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

  /** Another tab of the same browser. */
  newTab(): Promise<Page> {
    return this.#context.newPage();
  }

  /**
   * The open page has no violation of axe in light and dark at 360 and 1280 pixels, does not scroll sideways, and has
   * caused no complaint.
   */
  async checkPage(): Promise<void> {
    const found: string[] = [];
    for (const [size, viewport] of Object.entries(SIZES)) {
      await this.page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const rules = colorScheme === 'dark' ? COLOUR_RULES : {};
        found.push(...(await this.#violations(rules)).map((text) => `${size} ${colorScheme}: ${text}`));
      }
      const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      if ((await this.page.evaluate(sideways)) !== 0) found.push(`${size}: scrolls sideways`);
    }
    await this.page.setViewportSize(SIZES.wide);
    await this.page.emulateMedia({ colorScheme: 'light' });
    expect([...found, ...this.complaints]).toEqual([]);
  }

  async #violations(rules: object): Promise<string[]> {
    if (!(await this.page.evaluate('typeof axe === "object"'))) await this.page.evaluate(axe.source);
    return this.page.evaluate(`axe.run(document, ${JSON.stringify({ ...rules, resultTypes: ['violations'], iframes: false })})
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html + ' ' + (any[0]?.message ?? '')).join(' ')))`);
  }

  /** Writes pictures of the open page to look at: `<file>-<width>-<scheme>.png`. */
  async picture(file: string): Promise<void> {
    for (const viewport of [{ width: 390, height: 844 }, SIZES.wide]) {
      await this.page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await this.page.emulateMedia({ colorScheme });
        await this.page.screenshot({ path: `${file}-${viewport.width}-${colorScheme}.png`, fullPage: true });
      }
    }
    await this.page.setViewportSize(SIZES.wide);
    await this.page.emulateMedia({ colorScheme: 'light' });
  }

  async leave(): Promise<void> {
    await this.#browser.close();
  }
}
