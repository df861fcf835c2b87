import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { Client } from './client.ts';

export interface Shown {
  title: string;
  leg: string;
  request: string;
  answer: string;
  stamp: string;
}

/** A user of the page in a real browser, with an authenticator that creates passkeys. */
export class Player {
  readonly page: Page;
  /** Errors that the browser logged. */
  readonly complaints: string[] = [];
  /** Requests that the browser sent to the API, in order. */
  readonly sent: Request[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      // The playground provokes error responses on purpose.
      if (message.type() === 'error' && !message.text().includes('status of 4')) this.complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (request.url().includes('/api/')) this.sent.push(request);
    });
  }

  static async start(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Player> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    const player = new Player(page);
    await player.open(url);
    return player;
  }

  async open(url: string): Promise<void> {
    await this.page.goto(`${url}/playground`);
    await this.page.waitForSelector('body[data-ready]');
  }

  async useToken({ clientId, clientSecret }: Client): Promise<void> {
    await this.page.evaluate(`document.getElementById('token-login').open = true`);
    await this.page.fill('#client-id', clientId);
    await this.page.fill('#client-secret', clientSecret);
    await this.press('token button', 'connect', /^The token is valid\.$/);
  }

  /** Logs in without credentials. */
  async enter(): Promise<void> {
    await this.press('sandbox-login', 'connect', /^You are in the sandbox\.$/);
  }

  /** The wallet of a new customer. */
  async makeCustomer(email: string): Promise<string> {
    await this.page.click('text=Create a customer of your own');
    await this.page.fill('#email', email);
    await this.press('new-customer button', 'customer', /was created\. The wallet of .* is open\.$/);
    await this.page.click('text=Every way to log in');
    return this.walletId();
  }

  /** Id of the open wallet. */
  async walletId(): Promise<string> {
    return (await this.page.getAttribute('#accounts [data-type=EMBEDDED_WALLET]', 'title')) ?? '';
  }

  /** Waits until the step shows the expected outcome. */
  async hears(step: string, expected: RegExp): Promise<string> {
    const said = this.page.locator(`#${step}-result:not([data-tone=busy]):not(:empty)`);
    await said.waitFor();
    const text = (await said.textContent()) ?? '';
    expect(text).toMatch(expected);
    return text;
  }

  /** Presses a button that opens no dialog. */
  async press(id: string, step: string, expected: RegExp): Promise<string> {
    await this.page.click(`#${id}`);
    return this.hears(step, expected);
  }

  async giveCode(code: string): Promise<void> {
    await this.page.waitForSelector('#code-dialog[open]');
    await this.page.fill('#code', code);
    await this.page.click('#code-dialog button[value=yes]');
  }

  async loginByCode(id: 'login-email' | 'login-sms', code: string, expected: RegExp): Promise<void> {
    await this.page.click(`#${id}`);
    await this.giveCode(code);
    await this.hears('login', expected);
  }

  /** Content of the dialog after it was confirmed. */
  async confirms(): Promise<{ title: string; lines: string; payload: string }> {
    const dialog = this.page.locator('#confirm[open]');
    await dialog.waitFor();
    const text = async (id: string) => (await this.page.locator(`#${id}`).textContent()) ?? '';
    const shown = {
      title: await text('confirm-title'),
      lines: await text('confirm-lines'),
      payload: await text('confirm-payload'),
    };
    await this.page.click('#confirm button[value=yes]');
    return shown;
  }

  /** The exchanges on the page: the newest receipt first, oldest first within it. */
  exchanges(): Promise<Shown[]> {
    return this.page.evaluate(`[...document.querySelectorAll('#activities .exchange')].map((item) => {
      const blocks = [...item.querySelectorAll('pre')].map((pre) => pre.textContent);
      const text = (selector) => item.querySelector(selector)?.textContent ?? '';
      return { title: text('h4'), leg: text('.leg'), request: blocks[0], answer: blocks[1], stamp: blocks[2] ?? '' };
    })`);
  }

  /** The newest receipt, with its facts as lines. */
  async receipt(): Promise<string> {
    const facts = `document.querySelector('#activities > li .receipt').innerText`;
    return String(await this.page.evaluate(facts));
  }

  async leave(): Promise<void> {
    await this.page.context().close();
    expect(this.complaints).toEqual([]);
  }
}
