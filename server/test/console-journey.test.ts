import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import type { Client } from './support/client.ts';
import { newLoginCode } from './support/console.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { newPayer, transactionIn } from './support/payments.ts';
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

/** A person without a mouse. Elements are reached in the order of the page. */
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

  it('logs in by a link, creates and funds a customer, pays, advances the clock and sees the webhook', async () => {
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

describeInBrowser('the flow builder', () => {
  let visitor: ConsoleVisitor;
  let client: Client;
  beforeAll(async () => {
    client = await app.newPlatform();
    visitor = await ConsoleVisitor.start(app, client);
  });
  afterAll(() => visitor?.leave());

  /** Requests that change something, oldest first. */
  const changes = async (): Promise<string[]> => {
    await app.app.requestLog.flush();
    const { body } = await client.get('/request-log?method=POST&limit=100');
    return body.data.map(({ route, status }: Record<string, string>) => `${route} ${status}`).toReversed();
  };

  it('starts with presets, each of which runs to the end with calls that the request log shows', async () => {
    const { page } = visitor;
    await visitor.open('/developers/flows', 'Flow builder');
    await page.getByText('No flow yet').waitFor();
    for (const preset of [
      'Payout to Germany by IBAN',
      'Transfer between customers',
      'Payout to Mexico that is returned',
    ]) {
      await page.getByRole('button', { name: preset }).click();
      await page.getByRole('button', { name: 'Run all' }).click();
      await page.getByText(/^Every call succeeded\. The transaction is [A-Z]+\.$/).waitFor();
    }
    await visitor.checkState();
    const funded = ['/customers 201', '/sandbox/internal-accounts/{accountId}/fund 200'];
    const paid = ['/quotes 201', '/quotes/{quoteId}/execute 200'];
    const payout = [...funded, '/customers/external-accounts 201', ...paid];
    expect(await changes()).toEqual([...payout, ...funded, '/customers 201', ...paid, ...payout]);

    const path = await page.getByRole('link', { name: 'Open the payment' }).getAttribute('href');
    const id = path?.split('/').at(-1) ?? '';
    await transactionIn(client, id, 'COMPLETED');
    await client.post('/sandbox/clock/advance', { seconds: 60 });
    expect(await transactionIn(client, id, 'FAILED')).toMatchObject({ failureReason: 'PAYOUT_RETURNED' });
  });

  it('fills the ids of answers into the next calls, and copies each call as code', async () => {
    const { page } = visitor;
    await visitor.open('/developers/flows', 'Flow builder');
    await page.getByRole('button', { name: 'Payout to Mexico that is returned' }).click();
    const steps = page.getByRole('region', { name: 'Calls' }).locator('ol > li');
    expect(await steps.nth(1).textContent()).toContain('customerId={payer.id}&currency=USD');
    await page.getByRole('button', { name: 'Run next' }).press('Enter');
    await steps.nth(0).getByLabel('succeeded').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Run next');
    expect(await steps.nth(1).textContent()).toMatch(/customerId=Customer:[0-9a-f-]+&currency=USD/);
    expect(await steps.nth(1).getByLabel('succeeded').count()).toBe(0);
    await steps.nth(3).getByText('Copy as code').click();
    await steps.nth(3).getByRole('button', { name: 'TypeScript' }).click();
    const code = await steps.nth(3).getByRole('region', { name: 'TypeScript code' }).textContent();
    expect(code).toMatch(/cw\.customers\.externalAccounts\.create\(\{\s+customerId: "Customer:/);
    expect(code).toContain('clabeNumber: "002010077777777005"');
  });

  it('pays from an account that has a balance, in the amount that is entered', async () => {
    const { page } = visitor;
    const { customerId } = await newPayer(client, { fullName: 'Hedy Lamarr' });
    await visitor.open('/developers/flows', 'Flow builder');
    await page.getByRole('button', { name: 'Build your own' }).click();
    await page.getByLabel('Source', { exact: true }).selectOption('EXISTING');
    expect(await page.getByRole('button', { name: 'Run all' }).isDisabled()).toBe(true);
    await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Hedy Lamarr: 10,000.00 USD' });
    await page.getByLabel('Destination').selectOption('GBP_ACCOUNT');
    await page.getByLabel('Amount (USD)').fill('7.5');
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByText(/^Every call succeeded/).waitFor();
    const { body } = await client.get(`/transactions?customerId=${customerId}&type=OUTGOING`);
    expect(body.data).toMatchObject([{ sentAmount: { amount: 750 } }]);
  });

  it('pays a UMA address with money sent for the quote, and shows an error at its call', async () => {
    const { page } = visitor;
    await visitor.open('/developers/flows', 'Flow builder');
    await page.getByRole('button', { name: 'Build your own' }).click();
    await page.getByLabel('Source', { exact: true }).selectOption('REALTIME');
    await page.getByLabel('Destination').selectOption('UMA');
    await page.getByLabel('UMA address').fill('$nobody@sandbox.causeway.test');
    await page.getByRole('button', { name: 'Run all' }).click();
    const lookup = page.getByRole('listitem').filter({ hasText: 'Look up the UMA address' });
    await lookup.getByRole('alert').getByText('UMA_NOT_FOUND').waitFor();
    await visitor.checkState();
    await page.getByLabel('UMA address').fill('$success.usd@sandbox.causeway.test');
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByText(/^Every call succeeded/).waitFor();
    await page.getByRole('link', { name: 'Open the payment' }).click();
    await page.waitForURL(/\/payments\/Transaction:/);
  });
});
