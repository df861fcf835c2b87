import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.audit());

/** Presses a key until the focused element has this accessible name or label. */
async function tabTo(page: Page, isFocused: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate(`(() => { const e = document.activeElement; return ${isFocused}; })()`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no element is reached by Tab for which ${isFocused}`);
}

const labelled = (text: string): string => `e.labels?.[0]?.textContent.startsWith(${JSON.stringify(text)})`;

describeInBrowser('the sandbox in the console', () => {
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app, app.client);
  });
  afterAll(() => visitor?.leave());

  it('funds an account to COMPLETED by keyboard alone', async () => {
    const { page } = visitor;
    await visitor.open('/sandbox', 'Sandbox');
    await page.getByLabel('Amount in USD').waitFor();
    await tabTo(page, labelled('Account'));
    await tabTo(page, labelled('Amount in USD'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1234.56');
    await page.keyboard.press('Enter');
    const tile = page.getByText('New balance').locator('..');
    await tile.getByText('Completed').waitFor();
    expect(await tile.textContent()).toContain('1,234.56 USD');
    await visitor.checkState();
    const { body } = await app.client.get('/transactions?type=INCOMING');
    expect(body.data).toMatchObject([{ status: 'COMPLETED', receivedAmount: { amount: 123_456 } }]);
  });

  it('runs to the next event of the clock and says what happened', async () => {
    const { page } = visitor;
    const payer = await newPayer(app.client);
    const payee = await payeeWithSuffix(app.client, payer.customerId, '003');
    const { body: quote } = await app.client.post('/quotes', quoteFor(payer, payee));
    await app.client.post(`/quotes/${quote.id}/execute`);
    await visitor.open('/sandbox', 'Sandbox');
    await page
      .getByRole('cell', { name: 'The rail reports the outcome of the payment', exact: true })
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /^Clock: .* due$/ }).count()).toBe(1);
    await visitor.checkState();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('n');
    await page.getByText(/happened; it is now/).waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('n');
        return (await app.client.get(`/transactions/${quote.transactionId}`)).body.status;
      })
      .toBe('COMPLETED');
    await page.getByText('ahead of real time').waitFor();
  });

  it('shows a message with its code when it arrives, without a reload', async () => {
    const { page } = visitor;
    await visitor.open('/sandbox', 'Sandbox');
    await page.getByRole('button', { name: 'Updates: live' }).waitFor();
    const contact = { region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };
    const { body } = await app.client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada', ...contact });
    await app.client.post(`/customers/${body.id}/verify-email`);
    const row = page.getByRole('row', { name: /ada@example.com/ });
    await row.getByRole('button', { name: 'Copy the code 123456' }).waitFor({ timeout: 4_000 });
  });

  it('refreshes an open list by a hint, in each of seven tabs with one stream', async () => {
    const { page } = visitor;
    const streams: string[] = [];
    const count = (tab: Page): void =>
      void tab.on('request', (request) => {
        if (request.url().includes('/stream?')) streams.push(request.url());
      });
    await visitor.open('/customers', 'Customers');
    const tabs = await Promise.all(Array.from({ length: 6 }, () => visitor.newTab()));
    for (const tab of tabs) {
      count(tab);
      await tab.goto(page.url());
      await tab.getByRole('button', { name: 'Updates: live' }).waitFor();
    }
    expect(streams).toEqual([]);
    const name = 'Seen In Every Tab';
    await app.client.post('/customers', { customerType: 'INDIVIDUAL', fullName: name });
    // Hidden tabs catch up when they are shown.
    for (const tab of [page, ...tabs]) {
      await tab.bringToFront();
      await tab.getByRole('link', { name }).waitFor({ timeout: 4_000 });
    }
    // Another tab takes over the stream when the tab that reads it closes or opens another site.
    await page.goto('about:blank');
    const [next] = tabs;
    await expect.poll(() => streams.length).toBe(1);
    await next?.bringToFront();
    const later = 'Seen After The Change';
    await expect.poll(() => next?.getByRole('button', { name: 'Updates: live' }).count()).toBe(1);
    await app.client.post('/customers', { customerType: 'INDIVIDUAL', fullName: later });
    await next?.getByRole('link', { name: later }).waitFor({ timeout: 4_000 });
    await Promise.all(tabs.map((tab) => tab.close()));
  });

  it('pauses and resumes the updates of a tab', async () => {
    const { page } = visitor;
    await visitor.open('/customers', 'Customers');
    await page.getByRole('button', { name: 'Updates: live' }).click();
    await page.getByRole('button', { name: 'Updates: paused' }).waitFor();
    await app.client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'While Paused' });
    expect(await page.getByRole('link', { name: 'While Paused' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Updates: paused' }).click();
    await page.getByRole('link', { name: 'While Paused' }).waitFor({ timeout: 4_000 });
  });

  it('lists the magic values with a search', async () => {
    const { page } = visitor;
    await visitor.open('/sandbox/magic-values', 'Magic values');
    await page.getByLabel('Find').fill('suspense');
    await page.getByText('the money waits in suspense').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  it('simulates a purchase: authorization, clearing and return', async () => {
    const { page } = visitor;
    const payer = await newPayer(app.client);
    const card = { cardholderId: payer.customerId, form: 'VIRTUAL', fundingSources: [payer.accountId] };
    const issued = await app.client.post('/cards', { ...card, platformCardId: 'terminal-100' });
    expect(issued.status).toBe(201);
    await app.client.post('/sandbox/clock/advance', { seconds: 1 });
    await visitor.open('/sandbox', 'Sandbox');
    await page.getByLabel('Merchant').fill('BLUE BOTTLE');
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Return', exact: true }).click();
    await page.getByText('Refunded').waitFor();
    const declined = { amount: 500, currency: { code: 'USD' }, merchant: { descriptor: 'BLUE BOTTLE 002' } };
    await app.client.post(`/sandbox/cards/${issued.body.id}/simulate/authorization`, declined);
    await visitor.open(`/cards/${issued.body.id}`);
    await page.getByRole('img', { name: 'authorized 0.00 USD, settled 0.00 USD, refunded 0.00 USD' }).waitFor();
    await app.audit();
  });
});

describeInBrowser('forms that are made from the schemas', () => {
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app, app.client);
  });
  afterAll(() => visitor?.leave());

  it('render for every operation without an error', async () => {
    const { page } = visitor;
    await visitor.open('/new', 'Operations');
    const links = page.locator('[data-row-link]');
    await links.first().waitFor();
    const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(paths.length).toBeGreaterThan(80);
    // Hides the page, which saves layout and painting of hundreds of forms.
    await page.evaluate('document.body.hidden = true');
    for (const path of paths) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new Event('popstate'))`);
      const operation = path.split('/').at(-1) ?? '';
      await page.locator(`form[data-operation="${operation}"]`).waitFor({ state: 'attached', timeout: 5_000 });
      // Selects variants, so that their members are rendered as well: all variants for external accounts.
      const most = operation === 'createCustomerExternalAccount' ? 100 : 8;
      const chosen = await page.evaluate(chooseAll(most));
      expect([operation, chosen]).toEqual([operation, expect.any(Number)]);
      expect([operation, visitor.complaints]).toEqual([operation, []]);
    }
  });

  it('create a customer from an example, place errors at their fields and offer scenarios', async () => {
    const { page } = visitor;
    await visitor.open('/new/createCustomer', 'Create a customer');
    await page.getByLabel('Fill in an example').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Scenario for Full name' }).click();
    await page.getByRole('button', { name: /^002/ }).click();
    expect(await page.getByRole('textbox', { name: /^Full name/ }).inputValue()).toMatch(/002$/);
    await page.getByLabel('Region').fill('XX');
    await page.getByRole('button', { name: 'Create a customer' }).click();
    await expect.poll(() => page.getByLabel('Region').getAttribute('aria-invalid')).toBe('true');
    await visitor.checkState();
    await page.getByLabel('Region').fill('US');
    await page.getByRole('button', { name: 'Show as curl' }).click();
    expect(await page.getByRole('region', { name: 'curl' }).textContent()).toContain('"customerType": "INDIVIDUAL"');
    await page.getByRole('button', { name: 'Show as TypeScript' }).click();
    expect(await page.getByRole('region', { name: 'TypeScript' }).textContent()).toContain('cw.customers.create({');
    await page.getByRole('button', { name: 'Create a customer' }).click();
    await page.getByText('The operation succeeded.').waitFor();
    await visitor.checkState();
    const { body } = await app.client.get('/customers');
    expect(body.data[0]).toMatchObject({ region: 'US', kycStatus: 'REJECTED', email: 'ada@example.com' });
  });

  it('take amounts as decimals where the currency is known, and lists with add and remove', async () => {
    const { page } = visitor;
    await visitor.open('/new/sandboxSimulateCardAuthorization');
    await page.getByLabel('Code').fill('USD');
    await page.getByLabel('Amount').fill('12.34');
    await page.getByRole('button', { name: 'Show as curl' }).click();
    await expect.poll(() => page.getByRole('region', { name: 'curl' }).textContent()).toContain('"amount": 1234');
    await visitor.open('/new/createCard', /card/i);
    await page.getByRole('button', { name: 'Add to funding sources' }).click();
    await page.getByRole('textbox', { name: /^Funding sources 1/ }).fill('InternalAccount:x');
    await page.getByRole('button', { name: 'Add to funding sources' }).click();
    await page.getByRole('button', { name: 'Remove Funding sources 2' }).click();
    await page.getByRole('button', { name: 'Show as curl' }).click();
    const text = await page.getByRole('region', { name: 'curl' }).textContent();
    expect(text).toContain('"fundingSources": [\n    "InternalAccount:x"\n  ]');
  });
});

/** Selects the first options of each choice once, as a person would; returns the number of choices. */
const chooseAll = (most: number): string => `(async () => {
  const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set;
  const frame = () => new Promise((resolve) => setTimeout(resolve));
  let count = 0;
  for (const select of document.querySelectorAll('fieldset select, form > div > select')) {
    for (const option of [...select.options].slice(0, ${most})) {
      if (!select.isConnected || option.value === '') continue;
      set.call(select, option.value);
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await frame();
      count += 1;
    }
  }
  return count;
})()`;
