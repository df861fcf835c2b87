import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { builtPage } from './support/built-page.ts';
import { closeContexts, describeInBrowser, sharedChromium } from './support/chromium.ts';

describeInBrowser('a page of the documentation', () => {
  let app: TestApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let remove: () => void;

  beforeAll(async () => {
    const built = await builtPage('docs');
    ({ remove } = built);
    app = await TestApp.start({ docs: built.directory });
    context = await (await sharedChromium()).newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== app.url) complaints.push(`foreign request: ${request.url()}`);
    });
  });
  afterAll(async () => {
    await closeContexts();
    await app?.stop();
    remove?.();
  });

  afterEach(() => expect(complaints).toEqual([]));

  const open = (path: string) => page.goto(`${app.url}${path}`);
  const found = () => page.locator('#found a');

  it.each([
    ['quote', '/docs/operations/createQuote'],
    ['webhok', '/docs/guides/webhooks'],
    ['IDEMPOTENCY', '/docs/guides/api-conventions'],
    ['invalid_input', '/docs/errors/INVALID_INPUT'],
  ])('is found by searching for %s', async (text, path) => {
    await open('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type(text);
    await found().first().waitFor();
    const addresses = await found().evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).toContain(path);
  });

  it('is reached from the search by keyboard alone, and Escape closes the search', async () => {
    await open('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('create a quote');
    await found().first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#found').isVisible()).toBe(false);
    await page.keyboard.type('create a quote');
    await found().first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/operations/createQuote');
  });

  it('copies a sample', async () => {
    await open('/docs/operations/createQuote');
    await page.locator('.copy').first().click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('POST /api/2025-10-13/quotes');
  });
});
