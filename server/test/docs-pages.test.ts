import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { flawsAtEachSize } from './support/accessibility.ts';
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

  const open = (path: string) => page.goto(`${app.url}${path}`);
  const found = () => page.locator('#found a');

  it.each(['/docs', '/docs/guides/webhooks', '/docs/operations/createQuote', '/docs/errors/CONFLICT', '/docs/nothing'])(
    'is accessible and fits the window in light and dark, at 360 and 1280 pixels: %s',
    async (path) => {
      await open(path);
      expect(await flawsAtEachSize(page)).toEqual([]);
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    },
  );

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

describeInBrowser('the check of pages', () => {
  it('finds violations in both schemes at both sizes, later in one of the four in turn, and a page that scrolls sideways', async () => {
    const page = await (await sharedChromium()).newPage();
    await page.setContent(`<!doctype html><html lang="en"><title>Flawed</title><main><h1>Flawed</h1>
      <style>
        @media (prefers-color-scheme: dark) { .dark { color: #eee; background: #fff } }
        @media (max-width: 500px) { .wide { display: none } .broad { width: 600px } }
        @media (min-width: 501px) { .narrow { display: none } }
      </style>
      <p class="dark">Hard to read in the dark</p><p class="broad">Broad</p>
      <img class="narrow" src="data:,"><button class="wide"></button></main>`);
    const flaws = async () => (await flawsAtEachSize(page)).map((text) => text.replace(/(: [\w-]+):.*/s, '$1'));
    const [first, second, third] = [await flaws(), await flaws(), await flaws()];
    await closeContexts();
    expect(first).toEqual([
      'narrow light: image-alt',
      'narrow dark: color-contrast',
      'narrow scrolls sideways',
      'wide light: button-name',
      'wide dark: color-contrast',
    ]);
    expect(second).toEqual(['wide light: button-name']);
    expect(third).toEqual(['narrow dark: color-contrast', 'narrow dark: image-alt', 'narrow scrolls sideways']);
  });
});
