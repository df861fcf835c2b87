import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import type { Client } from './support/client.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { fund, newPayer, type Payer, payeeWithSuffix, quoteFor } from './support/payments.ts';

let app: TestApp;
let client: Client;
let visitor: ConsoleVisitor;
let payer: Payer;
/** Moment after the first funding and before everything else. */
let early: string;

async function pay(suffix: string): Promise<void> {
  const payee = await payeeWithSuffix(client, payer.customerId, suffix);
  const { body: quote } = await client.post('/quotes', quoteFor(payer, payee, { lockedCurrencyAmount: 12_345 }));
  await client.post(`/quotes/${quote.id}/execute`);
  await client.post('/sandbox/clock/advance', { seconds: 3_600 });
}

beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  payer = await newPayer(client, { balance: 100_000 });
  early = (await client.post('/sandbox/clock/advance', { seconds: 3_600 })).body.now;
  await client.post('/sandbox/clock/advance', { seconds: 3_600 });
  await fund(client, payer.accountId, 23_456);
  await pay('000');
  await pay('005');
});

const row = (name: string | RegExp) => visitor.page.getByRole('row', { name });

describeInBrowser('the ledger in the console', () => {
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app, client);
  });
  afterAll(async () => {
    await visitor?.leave();
    await app.audit();
  });

  describe('the trial balance', () => {
    test('shows debits and credits with equal sums', async () => {
      await visitor.open('/ledger', 'Trial balance');
      const total = row(/^Total/);
      await total.waitFor();
      expect(await total.textContent()).toContain('Difference 0');
      const [debit, credit] = await total.getByRole('cell').allTextContents();
      expect(debit).toBe(credit);
      expect(debit).toMatch(/^1,\d{3}\.\d\d$/);
    });

    test('shows other figures as of an earlier moment', async () => {
      await visitor.open(`/ledger?asOf=${early}`, 'Trial balance');
      await row(/Customer accounts/)
        .getByRole('button', { name: /^1,000\.00 USD, credit/ })
        .waitFor();
      expect(await row(/^Total/).textContent()).toContain('1,000.00');
      await visitor.page.getByRole('button', { name: 'Now' }).click();
      await row(/Customer accounts/)
        .getByRole('button', { name: /^1,000\.00 USD, credit/ })
        .waitFor({ state: 'detached' });
      expect(visitor.page.url()).not.toContain('asOf');
    });

    test('opens the derivation of a figure: moment, accounts, entries, checks', async () => {
      await visitor.open(`/ledger?asOf=${early}`, 'Trial balance');
      await row(/Customer accounts/)
        .getByRole('button', { name: /^1,000\.00 USD, credit/ })
        .click();
      const sheet = visitor.page.getByRole('dialog', { name: 'Customer accounts, USD' });
      await sheet.getByRole('row', { name: /InternalAccount.*1,000\.00/ }).waitFor();
      const text = await sheet.textContent();
      expect(text).toContain(early.slice(0, 10));
      expect(text).toContain('all balances of a platform and currency sum to zero');
      await visitor.checkState();
      await sheet.getByRole('link', { name: 'credits' }).click();
      await visitor.page.getByRole('heading', { name: 'Ledger entries' }).waitFor();
      expect(visitor.page.url()).toContain('creditKind=CUSTOMER');
    });

    test('is exported as the file of the API', async () => {
      await visitor.open(`/ledger?asOf=${early}`, 'Trial balance');
      const arrival = visitor.page.waitForEvent('download');
      await visitor.page.getByRole('button', { name: 'Export CSV' }).click();
      const file = await arrival;
      const { text } = await client.get(`/ledger/trial-balance.csv?asOf=${early}`);
      expect(readFileSync(await file.path(), 'utf8')).toBe(text);
      expect(file.suggestedFilename()).toBe(`trial-balance-${early.slice(0, 10)}.csv`);
    });
  });

  describe('an account', () => {
    test('is found by its kind', async () => {
      await visitor.open('/ledger/accounts?currency=USD', 'Ledger accounts');
      await row(/rail\.nostro/).waitFor();
      await visitor.page.getByLabel('Kind').selectOption('CUSTOMER');
      await row(/rail\.nostro/).waitFor({ state: 'detached' });
      await row(/Customer accounts/)
        .getByRole('link')
        .first()
        .click();
      await visitor.page.getByRole('heading', { name: 'Customer accounts, USD' }).waitFor();
    });

    test('shows its entries with the balance after each, and leads to reversals', async () => {
      await visitor.open('/ledger/accounts/transit.payout:USD', 'Payouts in transit, USD');
      const reversed = visitor.page.getByRole('link', { name: /reversed by/ }).first();
      await reversed.waitFor();
      const target = (await reversed.getAttribute('href')) ?? '';
      expect(await visitor.page.locator(`[id="${target.slice(1)}"]`).count()).toBe(1);
      const last = await visitor.page.getByRole('table').getByRole('row').nth(1).getByRole('cell').last().textContent();
      const { body } = await client.get('/ledger/accounts/transit.payout:USD/entries?limit=1');
      expect(Number(last?.replaceAll(',', '')) * 100).toBe(body.data[0].balanceAfter.amount);
    });

    test('keeps thousands of entries out of the page until they are scrolled to, and prints all of them', async () => {
      const { page } = visitor;
      const path = '/ledger/accounts/transit.payout:USD/entries';
      const { body } = await client.get(`${path}?limit=1`);
      const [entry] = body.data;
      const data = Array.from({ length: 2_000 }, (_, n) => ({ ...entry, id: `${entry.id}-${n}`, phase: `phase ${n}` }));
      data[1_500].reverses = data[10].id;
      data[10].reversedBy = data[1_500].id;
      const address = /\/ledger\/accounts\/transit\.payout(:|%3A)USD\/entries\?/;
      await page.route(address, (route) => route.fulfill({ json: { data, hasMore: false } }));
      await visitor.open('/ledger/accounts/transit.payout:USD', 'Payouts in transit, USD');
      const rows = page.getByRole('table').locator('tbody tr[data-index]');
      await rows.first().waitFor();
      expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('2001');
      expect(await rows.count()).toBeLessThan(120);
      await visitor.checkState();
      await page.getByRole('link', { name: /reversed by/ }).click();
      await page.getByText('phase 1500', { exact: true }).waitFor();
      expect(await rows.count()).toBeLessThan(120);
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await page.getByRole('table').locator('tbody tr').count()).toBe(2_000);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBeLessThan(120);
      await page.unroute(address);
    });
  });

  describe('the flows', () => {
    test('of the diagram are those of the table', async () => {
      await visitor.open('/ledger/flows', 'Flows');
      // A straight ribbon has a box without height, which does not count as visible.
      await visitor.page.locator('[data-flow]').first().waitFor({ state: 'attached' });
      const drawn = await visitor.page
        .locator('[data-flow]')
        .evaluateAll((ribbons) => ribbons.map((ribbon) => ribbon.getAttribute('aria-label')));
      const listed = await visitor.page
        .getByRole('table')
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((tr) => {
            const [from, to, entries, amount] = [...tr.children].map(({ textContent }) => textContent ?? '');
            return `${from} to ${to}: ${amount}, ${entries} entries`;
          }),
        );
      expect(drawn).toEqual(listed);
      expect(drawn.length).toBeGreaterThan(3);
    });

    test('open their entries', async () => {
      await visitor.open('/ledger/flows', 'Flows');
      const ribbon = visitor.page.getByRole('link', { name: /^Money at banks and rails to Customer accounts/ }).first();
      const entries = Number(/, (\d+) entries/.exec((await ribbon.getAttribute('aria-label')) ?? '')?.[1]);
      await ribbon.focus();
      await visitor.page.keyboard.press('Enter');
      await visitor.page.getByRole('heading', { name: 'Ledger entries' }).waitFor();
      await visitor.page.getByRole('table').locator('tbody tr td:last-child').first().waitFor();
      expect(await visitor.page.getByRole('table').locator('tbody tr').count()).toBe(entries);
    });
  });

  describe('the checks', () => {
    test('run now, and all of them hold', async () => {
      await visitor.open('/ledger/checks', 'Checks');
      await visitor.page.getByText('The checks have not run yet').waitFor();
      await visitor.page.getByRole('button', { name: 'Run now' }).click();
      await visitor.page.getByText(/All \d+ checks hold\./).waitFor();
      await visitor.checkState();
    });
  });
});
