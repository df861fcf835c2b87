import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.audit());

describeInBrowser('customers in the console', () => {
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app, app.client);
  });
  afterAll(() => visitor?.leave());

  it('are created by a form that shows the errors of the server at their fields', async () => {
    const { page } = visitor;
    await visitor.open('/customers', 'Customers');
    await page.getByText('No customers yet').waitFor();
    await visitor.checkState();

    await page.getByRole('button', { name: 'Create customer' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Full name').fill('Grace Hopper');
    await dialog.getByLabel('Verification in the sandbox').selectOption(' 230');
    await dialog.getByLabel('Region').fill('XX');
    await visitor.checkState();
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    const region = dialog.getByLabel('Region');
    await expect.poll(() => region.getAttribute('aria-invalid')).toBe('true');

    await region.fill('US');
    await dialog.getByRole('button', { name: 'Create customer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper 230' }).waitFor();
    const { body } = await app.client.get('/customers');
    expect(body.data).toMatchObject([{ fullName: 'Grace Hopper 230', region: 'US' }]);
  });

  it('have a page with profile, verification, accounts, payees, payments, cards and agents', async () => {
    const { page } = visitor;
    const { body: customer } = await app.client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Alan Turing',
    });
    const accounts = await app.client.get(`/customers/internal-accounts?customerId=${customer.id}&currency=USD`);
    await app.client.post(`/sandbox/internal-accounts/${accounts.body.data[0].id}/fund`, { amount: 123_456 });
    await visitor.open('/customers', 'Customers');
    await page.getByRole('link', { name: 'Alan Turing' }).click();
    for (const section of ['Profile', 'Verification', 'Accounts', 'Payees', 'Payments', 'Cards', 'Agents']) {
      await page.getByRole('heading', { level: 2, name: section, exact: true }).waitFor();
    }
    const row = page.getByRole('row', { name: /^USD / });
    expect(await row.textContent()).toContain('1,234.56');
  });

  it('get a link to the hosted page while they are not verified', async () => {
    const { page } = visitor;
    await visitor.open('/customers', 'Customers');
    await page.getByRole('link', { name: 'Grace Hopper 230' }).click();
    await page.getByRole('button', { name: 'Create link to the hosted page' }).click();
    const link = await page.getByRole('link', { name: 'Open the hosted page' }).getAttribute('href');
    expect((await fetch(link ?? '')).status).toBe(200);
  });

  it('are filtered by the address, so that a filtered list can be shared', async () => {
    await visitor.open('/customers?customerType=BUSINESS', 'Customers');
    await visitor.page.getByText('No customer matches').waitFor();
    await visitor.page.getByLabel('Type').selectOption('People');
    await visitor.page.getByRole('link', { name: 'Grace Hopper 230' }).waitFor();
    expect(new URL(visitor.page.url()).search).toBe('?customerType=INDIVIDUAL');
  });

  it('cannot be changed by a session that may only look', async () => {
    const looker = await ConsoleVisitor.start(app, await app.clientWith(['VIEW']));
    await looker.open('/customers', 'Customers');
    await looker.page.getByRole('link', { name: 'Grace Hopper 230' }).click();
    await looker.page.getByRole('heading', { level: 2, name: 'Agents', exact: true }).waitFor();
    expect(await looker.page.getByRole('button', { name: /Create|Delete/ }).count()).toBe(0);
    await looker.leave();
  });
});
