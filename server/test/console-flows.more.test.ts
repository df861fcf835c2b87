import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import type { Client } from './support/client.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { newPayer, transactionIn } from './support/payments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.audit());

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
