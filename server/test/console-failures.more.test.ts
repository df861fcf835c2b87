import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import type { Client } from './support/client.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});

const newCustomer = () => client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper' });

const isCustomers = ({ pathname }: URL): boolean => pathname === `${BASE_PATH}/customers`;
const isNextPage = (url: URL): boolean => isCustomers(url) && url.searchParams.has('cursor');

const unavailable = (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    contentType: 'application/json',
    body: JSON.stringify({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'The database is being moved.' }),
  });
const badGateway = (route: Route): Promise<void> =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
const lost = (route: Route): Promise<void> => route.abort('internetdisconnected');

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Customers' }).getAttribute('aria-rowcount');
/** The console repeats a request before it reports a failure. */
const alertIn = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor({ timeout: 20_000 });
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' });

describeInBrowser('a failure in the console', () => {
  let visitor: ConsoleVisitor;
  let page: Page;
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app, client);
    page = visitor.page;
  });
  afterAll(() => visitor?.leave());

  it('leaves the rows of a list in place, and is repeated by a button', async () => {
    for (let n = 1; n <= 60; n++) await newCustomer();
    await visitor.open('/customers', 'Customers');
    await expect.poll(() => rowsOf(page)).toBe('51');

    const live = page.getByRole('button', { name: /^Updates/ });
    // Pauses live updates: a successful refresh would remove the failure.
    await live.click();
    await page.route(isNextPage, unavailable);
    await page.getByRole('button', { name: 'Show more' }).click();
    await alertIn(page, 'The database is being moved.');
    expect(await page.getByRole('alert').textContent()).not.toContain('customers.list');
    expect(await rowsOf(page)).toBe('51');
    await visitor.checkState();
    await page.unroute(isNextPage);
    await retry(page).click();
    await expect.poll(() => rowsOf(page)).toBe('61');

    await live.click();
    await page.route(isCustomers, lost);
    await newCustomer();
    await alertIn(page, 'The server cannot be reached.');
    expect(await rowsOf(page)).toBe('61');
    await page.unroute(isCustomers);
    await retry(page).click();
    await expect.poll(() => rowsOf(page)).toBe('62');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('stays visible while the request is repeated, and names what answered in place of the service', async () => {
    await page.route(isCustomers, badGateway);
    await visitor.open('/customers', 'Customers');
    await alertIn(page, 'something in front of it answered in its place, with status 502');
    await page.unroute(isCustomers);
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(isCustomers, (route) => held.then(() => route.continue()));
    await retry(page).click();
    await expect.poll(() => retry(page).getAttribute('aria-busy')).toBe('true');
    expect(await page.getByRole('alert').count()).toBe(1);
    answer();
    await expect.poll(() => rowsOf(page)).toBe('51');
    await page.unroute(isCustomers);
  });

  it('of the choices of a form is shown in the form', async () => {
    const isAccounts = ({ pathname }: URL): boolean => pathname === `${BASE_PATH}/customers/internal-accounts`;
    await page.route(isAccounts, unavailable);
    await visitor.open('/payments/new', 'New payment');
    await alertIn(page, 'The database is being moved.');
    await page.unroute(isAccounts);
    await retry(page).click();
    await expect.poll(() => page.getByLabel('From').locator('option').count()).toBeGreaterThan(1);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('does not end the session: the console starts once the server answers', async () => {
    const isSession = ({ pathname }: URL): boolean => pathname === '/console/session';
    await page.route(isSession, unavailable);
    await visitor.open('/customers', 'The console cannot start');
    await alertIn(page, 'The database is being moved.');
    await visitor.checkState();
    await page.unroute(isSession);
    await retry(page).click();
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  });

  it('of the code of a page leaves the navigation usable', async () => {
    await visitor.open('/customers', 'Customers');
    const isCode = ({ pathname }: URL): boolean => pathname.startsWith('/console/assets/');
    await page.route(isCode, lost);
    await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).click();
    await page.getByRole('heading', { level: 1, name: 'This page has failed' }).waitFor();
    await alertIn(page, 'This page could not be loaded.');
    await visitor.checkState();
    await page.unroute(isCode);
    await retry(page).click();
    await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  });
});
