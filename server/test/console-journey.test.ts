import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import { newLoginCode } from './support/console.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const MOST_STOPS = 120;
const MOST_OPTIONS = 400;

/** Name of the focused element as a person reads it: its label, or its text. */
const FOCUSED = `(() => {
  const { activeElement: e } = document;
  const label = e.labels?.[0]?.textContent ?? e.getAttribute('aria-label') ?? e.textContent;
  return label.trim() + ' ' + e.localName;
})()`;
const CHOSEN = `document.activeElement.selectedOptions?.[0]?.label ?? ''`;

/** A person without a mouse, who reaches elements with the Tab key in the order of the page. */
class Typist {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Moves on until an element with this name has the focus. */
  async reach(name: RegExp, element: 'button' | 'a' | 'input' | 'select'): Promise<void> {
    const passed: string[] = [];
    while (passed.length < MOST_STOPS) {
      const focused = await this.#page.evaluate<string>(FOCUSED);
      if (focused.endsWith(` ${element}`) && name.test(focused.slice(0, -element.length - 1))) return;
      passed.push(focused.slice(0, 60));
      await this.press('Tab');
    }
    throw new Error(`Tab does not reach ${element} ${name}, only: ${[...new Set(passed)].join(' | ')}`);
  }

  async use(name: RegExp, element: 'button' | 'a' = 'button'): Promise<void> {
    await this.reach(name, element);
    await this.press('Enter');
  }

  async enter(label: RegExp, text: string): Promise<void> {
    await this.reach(label, 'input');
    await this.press('Control+A');
    await this.#page.keyboard.type(text);
  }

  async choose(label: RegExp, option: RegExp): Promise<void> {
    await this.reach(label, 'select');
    const passed: string[] = [];
    for (let chosen = ''; passed.length < MOST_OPTIONS; passed.push(chosen)) {
      chosen = await this.#page.evaluate<string>(CHOSEN);
      if (option.test(chosen)) return;
      await this.press('ArrowDown');
    }
    throw new Error(`${label} has no option ${option}, only: ${[...new Set(passed)].join(' | ')}`);
  }

  heading(name: string | RegExp): Promise<void> {
    return this.#page.getByRole('heading', { level: 1, name }).waitFor();
  }

  sees(text: string | RegExp): Promise<void> {
    return this.#page.getByText(text).first().waitFor();
  }
}

let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await TestApp.shared();
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await app.audit();
});

describeInBrowser('the whole journey by keyboard alone', () => {
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app);
  });
  afterAll(() => visitor?.leave());

  // Hundreds of keys, one after the other.
  it('logs in by a link, creates and funds a customer, pays, advances the clock and sees the webhook', {
    timeout: 120_000,
  }, async () => {
    const { page } = visitor;
    const typist = new Typist(page);
    await page.goto(`${app.url}/console#code=${await newLoginCode(app)}`);
    await typist.heading('Home');

    await typist.press('g', 'w');
    await typist.heading('Webhooks');
    await typist.sees('No endpoint yet');
    await typist.use(/^Set endpoint$/);
    await typist.enter(/^Address/, receiver.url);
    await typist.press('Enter');
    await typist.sees('The endpoint is set');

    await typist.press('g', 'c');
    await typist.heading('Customers');
    await typist.use(/^Create customer$/);
    await typist.enter(/^Full name/, 'Katherine Johnson');
    await typist.enter(/^Region/, 'US');
    await typist.press('Enter');
    await typist.heading('Katherine Johnson');

    await typist.sees('No payees yet');
    await typist.use(/^Add payee$/, 'a');
    await page.getByLabel('Fill in an example').waitFor();
    await typist.choose(/^Fill in an example/, /GBP_ACCOUNT/);
    await typist.use(/^Scenario for Account number$/);
    await typist.use(/^003/);
    await typist.use(/^Add a customer's external account$/);
    await typist.sees('The operation succeeded.');

    await typist.press('g', 'p');
    await typist.heading('Payments');
    await typist.sees('No payments yet');
    await typist.use(/^1\. Fund an account$/);
    await page.getByRole('option', { name: 'Katherine Johnson: 0.00 USD' }).waitFor({ state: 'attached' });
    await typist.choose(/^Account/, /^Katherine Johnson: 0\.00 USD$/);
    await typist.enter(/^Amount \(USD\)/, '500');
    await typist.press('Enter');
    await typist.sees('Funded 500 USD');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await typist.use(/New payment$/, 'a');
    await typist.heading('New payment');
    await page.getByRole('option', { name: 'Katherine Johnson: 500.00 USD' }).waitFor({ state: 'attached' });
    await typist.choose(/^From/, /^Katherine Johnson: 500\.00 USD$/);
    const payee = page.getByLabel('To', { exact: true }).getByRole('option', { name: /003$/ });
    await payee.waitFor({ state: 'attached' });
    await typist.choose(/^To/, /003$/);
    await typist.enter(/^Amount \(USD\)/, '120.50');
    await typist.press('Enter');
    await page.getByRole('button', { name: 'Execute the payment' }).waitFor();
    await typist.use(/^Execute the payment$/);

    await page.waitForURL(/\/payments\/Transaction:/);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByRole('listitem').nth(2).waitFor();
    await page.getByText('Processing', { exact: true }).first().waitFor();
    const paymentPath = new URL(page.url()).pathname;
    const id = decodeURIComponent(paymentPath.split('/').at(-1) ?? '');
    expect((await app.client.get(`/transactions/${id}`)).body).toMatchObject({
      status: 'PROCESSING',
      sentAmount: { amount: 12_050 },
    });

    await typist.press('Control+k');
    await page.keyboard.type('sandbox');
    await page.getByRole('option', { name: /^Sandbox/ }).waitFor();
    await typist.press('Enter');
    await typist.heading('Sandbox');
    const outcome = page.getByRole('cell', { name: 'The rail reports the outcome of the payment', exact: true });
    await outcome.waitFor();
    await typist.use(/^Run to this: The rail reports the outcome of the payment$/);
    await typist.sees(/happened; it is now/);
    await outcome.waitFor({ state: 'detached' });

    await typist.press('g', 'p');
    await typist.heading('Payments');
    await page.getByRole('row', { name: /120\.50 USD.*Completed/ }).waitFor();
    await typist.press('j', 'Enter');
    await page.waitForURL((url) => url.pathname === paymentPath);
    await page.getByText('Completed', { exact: true }).first().waitFor();

    await typist.press('g', 'w');
    await typist.heading('Webhooks');
    await typist.press('/');
    await page.keyboard.type(id);
    await typist.press('Enter');
    await page.waitForURL(/resourceId=/);
    await page.getByRole('row', { name: /OUTGOING_PAYMENT.COMPLETED/ }).waitFor();
    await typist.use(/OUTGOING_PAYMENT.COMPLETED/, 'a');
    await page.getByRole('dialog').getByText(id).first().waitFor();
    const types = receiver.received.map(({ event }) => event.type);
    expect(types).toContain('OUTGOING_PAYMENT.COMPLETED');
    expect(visitor.complaints).toEqual([]);
  });

  it('has a different key for every page that has one', async () => {
    const { page } = visitor;
    const typist = new Typist(page);
    await visitor.open('/', 'Home');
    await typist.press('?');
    const keys = await page
      .getByRole('dialog')
      .locator('dt', { hasText: /^g . *$/ })
      .allTextContents();
    expect(keys).toContain('g f');
    expect(keys).toEqual([...new Set(keys)]);
    await typist.press('Escape');
    await typist.press('g', 'f');
    await typist.heading('Flow builder');
  });
});
