import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sideways, violationsIn } from './support/accessibility.ts';
import { TestApp } from './support/app.ts';
import { closeContexts, describeInBrowser, sharedChromium } from './support/chromium.ts';
import { address, jpeg, newBusiness, newIndividual, pdf, png } from './support/documents.ts';
import { livenessLink } from './support/external-accounts.ts';
import { newLink, newStranger, statusOf } from './support/hosted-customers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

/** Page of a visitor, the errors that the browser reports, and the origins that it contacts. */
interface Window {
  page: Page;
  complaints: string[];
  hosts: Set<string>;
}

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' };

/** Limit for a whole flow on a busy machine. */
const FLOW_MS = 60_000;

/** A rejected form is a page with status 422, which Chromium reports as an error. */
const EXPECTED = /status of 422/;

describeInBrowser('the hosted page in a browser', () => {
  let browser: Browser;
  let platform: Server;
  let platformUrl: string;
  let offered = '';
  const referrers: (string | undefined)[] = [];
  beforeAll(async () => {
    browser = await sharedChromium();
    // Site of the platform, on another origin than the service.
    platform = createServer((request, response) => {
      referrers.push(request.headers.referer);
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Platform</title><link rel="icon" href="data:,"><a href="${offered}">Verify me</a>`,
      );
    });
    await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
    platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await closeContexts();
    platform?.close();
  });

  async function open(options: BrowserContextOptions): Promise<Window> {
    // No transitions: the check would measure a colour in between.
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    return { page, complaints, hosts };
  }

  /** Checks the rules for accessible pages, and that nothing scrolls sideways. */
  async function inspect(page: Page): Promise<void> {
    // Options are left out: the lists of countries would be checked again on every page.
    const found = await violationsIn(page, { exclude: ['option'] });
    expect([page.url(), found]).toEqual([page.url(), []]);
    expect([page.url(), await sideways(page)]).toEqual([page.url(), 0]);
  }

  /** Fills in all answers at once, by the ids of their controls. */
  const fill = async (page: Page, answers: Record<string, string>): Promise<void> => {
    await page.waitForLoadState('domcontentloaded');
    await page.evaluate(`for (const [id, value] of Object.entries(${JSON.stringify(answers)})) {
      const control = document.getElementById(id);
      if (value === 'check') control.checked = true;
      else control.value = value;
      if (value !== 'check' && control.value !== value) throw new Error(id + ' does not take ' + value);
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
  };

  const birth = (prefix = '') => ({
    [`${prefix}birthDate-day`]: '10',
    [`${prefix}birthDate-month`]: '12',
    [`${prefix}birthDate-year`]: '1985',
  });
  const home = (prefix = '') =>
    Object.fromEntries(Object.entries(address).map(([name, value]) => [`${prefix}address-${name}`, value]));
  const goOn = (page: Page) => page.locator('.button[type=submit]').first().click();
  const choose = (page: Page, name: string, buffer: Buffer, mimeType: string) =>
    page.setInputFiles('#file', { name, buffer, mimeType });
  const shown = (page: Page, path: string) => page.waitForURL((url) => `${url.pathname}${url.search}`.endsWith(path));
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  /** Expects the page again, with these errors in this order. */
  const rejected = (page: Page, errors: readonly string[]): Promise<void> =>
    expect.poll(() => page.locator('#errors a').allTextContents(), { timeout: 60_000 }).toEqual(errors);
  const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');

  const history = async (page: Page): Promise<string[]> => {
    const devtools = await page.context().newCDPSession(page);
    const { entries } = await devtools.send('Page.getNavigationHistory');
    return entries.map(({ url }) => url);
  };

  /** Fills in every part about a person; returns after the last part is sent. */
  async function addPerson(page: Page, answers: Record<string, string>, afterPart = async (): Promise<void> => {}) {
    const of = 'personalInfo-';
    const identifier = { [`${of}idType-0`]: 'check', [`${of}identifier`]: '123-45-6789' };
    const all: Record<string, string> = { ...birth(of), ...home(of), ...identifier, ...answers };
    for (const title of personParts) {
      await heading(page, title);
      const ids: string[] = await page.evaluate('[...document.querySelectorAll("form [id]")].map(({ id }) => id)');
      await fill(page, Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id))));
      await afterPart();
      await goOn(page);
    }
  }

  const personParts = [
    'Name and role',
    'Date of birth and nationality',
    'Home address',
    'Tax number',
    'Share and check',
  ];

  it('asks about a person part by part, with errors, ways back and one question before a removal', {
    timeout: FLOW_MS,
  }, async () => {
    const { kycUrl } = await newLink(app.client, await newBusiness(app.client, 'R-003'));
    const { page, complaints } = await open(PHONE);
    await page.goto(kycUrl);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Add a person' }).click();
    await goOn(page);
    await rejected(page, ['Enter the first name', 'Enter the last name', 'Choose their roles in the business']);
    expect(await focused(page)).toBe('errors');
    await inspect(page);
    const grace = { 'personalInfo-firstName': 'Grace', 'personalInfo-lastName': 'Hopper' };
    const answers = { ...grace, 'personalInfo-nationality': 'US', 'roles-0': 'check', ownershipPercentage: '60' };
    const steps: (string | null)[] = [];
    await addPerson(page, answers, async () => {
      steps.push(await page.locator('.progress p').textContent());
      await page.emulateMedia({ colorScheme: steps.length % 2 === 0 ? 'dark' : 'light' });
      await inspect(page);
      if (steps.length !== personParts.length) return;
      await page.getByRole('button', { name: 'Change Home address' }).click();
      await heading(page, 'Home address');
      await page.getByRole('button', { name: 'Back' }).click();
      await heading(page, 'Share and check');
      expect(await page.inputValue('#ownershipPercentage')).toBe('60');
    });
    expect(steps).toEqual([1, 2, 3, 4, 5].map((step) => `Add a person: step ${step} of 5`));
    await heading(page, 'Identity document');
    await page.goto(`${page.url().split('/documents')[0]}/people`);
    await page.getByRole('link', { name: 'Remove Grace Hopper' }).click();
    await heading(page, 'Remove Grace Hopper?');
    await inspect(page);
    await page.getByRole('link', { name: 'Keep this person' }).click();
    await page.getByRole('link', { name: 'Remove Grace Hopper' }).click();
    await page.getByRole('button', { name: 'Remove this person' }).click();
    await page.getByRole('link', { name: 'Add a person' }).click();
    // Wider than the page, in one word.
    const long = 'Wolfeschlegelsteinhausenbergerdorff';
    await fill(page, { 'personalInfo-firstName': long, 'personalInfo-lastName': long, 'roles-0': 'check' });
    await goOn(page);
    await heading(page, 'Date of birth and nationality');
    await page.goto(`${page.url().split('/people')[0]}/people`);
    await inspect(page);
    await page.getByRole('link', { name: `Remove ${long}` }).click();
    await heading(page, `Remove ${long} ${long}?`);
    await inspect(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('guides an individual on a phone from the platform through every step and back', {
    timeout: FLOW_MS,
  }, async () => {
    const customerId = await newStranger(app.client, 'Ada Lovelace 001');
    const { kycUrl, token } = await newLink(app.client, customerId, { redirectUri: `${platformUrl}/back` });
    const { page, complaints, hosts } = await open(PHONE);
    offered = kycUrl;
    await page.goto(platformUrl);
    await page.getByText('Verify me').click();
    await heading(page, 'Verify your identity');
    expect(page.url()).not.toContain(token);
    await inspect(page);

    await page.getByRole('link', { name: 'Start' }).click();
    await heading(page, 'About you');
    expect(await page.locator('.known').textContent()).toContain('Ada Lovelace 001');
    expect(await page.locator('#fullName').count()).toBe(0);
    await goOn(page);
    await rejected(page, ['Enter your date of birth', 'Choose your nationality']);
    await expect.poll(() => focused(page)).toBe('errors');
    expect(await page.title()).toMatch(/^Error: About you/);
    await inspect(page);
    await page.locator('#errors a').first().click();
    expect(await focused(page)).toBe('birthDate-day');
    await fill(page, { ...birth(), 'birthDate-day': '31', 'birthDate-month': '2', nationality: 'US' });
    await goOn(page);
    await rejected(page, ['Enter a real date of birth in the past, such as 27 March 1985']);
    expect(await page.locator('#birthDate-error').textContent()).toContain('real date');
    expect(await page.inputValue('#nationality')).toBe('US');
    await fill(page, birth());
    await goOn(page);

    await heading(page, 'Your home address');
    await inspect(page);
    await fill(page, home());
    await goOn(page);
    await heading(page, 'Your tax number');
    await fill(page, { 'idType-0': 'check', identifier: '12345' });
    await goOn(page);
    await rejected(page, ['Enter the number as it is on your card or letter']);
    expect(await page.inputValue('#identifier')).toBe('');
    await inspect(page);
    await fill(page, { identifier: '123-45-6789' });
    await goOn(page);

    await shown(page, '/documents/add?need=PASSPORT');
    await inspect(page);
    await fill(page, { 'documentType-1': 'check', documentNumber: 'D-1' });
    await choose(page, 'front.txt', Buffer.from('hello'), 'text/plain');
    expect(await page.locator('#file-error').textContent()).toContain('Choose a PDF, JPEG or PNG file');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Take a photo' }).click(),
    ]);
    expect(await page.getAttribute('#file', 'capture')).toBe('environment');
    await chooser.setFiles({ name: 'front.png', buffer: png(640, 400), mimeType: 'image/png' });
    await page.locator('.preview img').waitFor();
    expect(await page.locator('label[for=file]').textContent()).toBe('Photo or scan of the front');
    await goOn(page);
    await rejected(page, ['Enter who issued the document']);
    expect(await focused(page)).toBe('errors');
    await page.locator('.preview img').waitFor();
    await inspect(page);
    await fill(page, { issuingAuthority: 'Texas DPS' });
    let progress: string | null = null;
    await page.route('**/documents/add*', async (route) => {
      progress = await page.getByRole('progressbar').getAttribute('aria-label');
      await route.continue();
    });
    await goOn(page);
    await heading(page, "Driver's license: back");
    await page.unroute('**/documents/add*');
    expect(progress).toBe('Upload');
    await inspect(page);
    await choose(page, 'back.jpg', jpeg(), 'image/jpeg');
    await goOn(page);

    await heading(page, 'Check and send');
    const review = await page.locator('main').textContent();
    for (const text of ['10 December 1985', '73301', 'front.png', 'back.jpg', 'Given, not shown']) {
      expect(review).toContain(text);
    }
    expect(review).not.toContain('6789');
    await inspect(page);
    await goOn(page);
    await heading(page, 'Thank you. We are checking your details');
    await inspect(page);
    expect(await statusOf(app.client, customerId)).toBe('PENDING');
    expect(await page.locator('.countdown').textContent()).toMatch(/Continuing in \d+ seconds/);
    await page.getByRole('link', { name: 'Continue to test' }).click();
    await shown(page, '/back');
    expect(referrers.filter(Boolean)).toEqual([]);

    const remembered = await history(page);
    expect(remembered.length).toBeGreaterThan(5);
    expect(remembered.filter((url) => url.includes(token))).toEqual([]);
    expect([...hosts].sort()).toEqual([app.url, platformUrl].sort());
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('asks again for exactly the rejected items, and is usable by keyboard alone', { timeout: FLOW_MS }, async () => {
    const customerId = await newIndividual(app.client, 'Ada Lovelace 003', { birthDate: undefined });
    const { page, complaints } = await open({ ...PHONE, reducedMotion: 'reduce' });
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto((await newLink(app.client, customerId)).kycUrl);
    await heading(page, 'Verify your identity');
    expect(await page.locator('.tag').allTextContents()).toEqual(['Done', 'Done']);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.button')).transitionDuration")).toBe('0s');
    await press('Tab', 'Enter');
    await heading(page, 'About you');
    await press('Tab', 'Tab', 'Tab');
    expect(await focused(page)).toBe('birthDate-day');
    await page.keyboard.type('10');
    await press('Tab');
    await page.keyboard.type('Dec');
    await press('Tab');
    await page.keyboard.type('1985');
    await press('Enter');
    await shown(page, '/documents/add?need=PASSPORT');
    await press('Tab', 'Tab', 'Space', 'Tab', 'Tab');
    await page.keyboard.type('P-1');
    await press('Tab');
    await page.keyboard.type('State');
    await choose(page, 'passport.pdf', pdf(), 'application/pdf');
    await press('Enter');
    await heading(page, 'Check and send');
    await page.getByRole('button', { name: 'Send for verification' }).focus();
    await press('Enter');

    await heading(page, 'Some of it needs another look');
    expect(await page.locator('.note').textContent()).toContain('not clear enough');
    await inspect(page);
    await page.getByRole('link', { name: 'Continue' }).focus();
    await press('Enter');
    await heading(page, 'Your identity document');
    expect(await page.locator('.tag').allTextContents()).toEqual(['Send again']);
    await inspect(page);
    await page.getByRole('link', { name: 'Replace Passport' }).click();
    expect(await page.inputValue('#documentNumber')).toBe('P-1');
    await fill(page, { documentNumber: 'P-204' });
    await choose(page, 'blurred.png', png(20, 20), 'image/png');
    await goOn(page);
    await rejected(page, ['This picture cannot be read. Choose a larger or sharper one']);
    await inspect(page);
    await fill(page, { documentNumber: 'P-1' });
    await choose(page, 'better.png', png(640, 400), 'image/png');
    await goOn(page);
    await heading(page, 'Check and send');
    expect(await page.locator('main').textContent()).toContain('better.png');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('guides a business with two owners through every step, on a desktop in dark mode', {
    timeout: FLOW_MS,
  }, async () => {
    const customerId = await newBusiness(app.client, 'R-003', { countriesOfOperation: [] });
    const { kycUrl } = await newLink(app.client, customerId, { redirectUri: `${platformUrl}/back` });
    const { page, complaints, hosts } = await open(DESK);
    await page.goto(kycUrl);
    await heading(page, 'Verify your business');
    await inspect(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await heading(page, 'About the business');
    await fill(page, { 'businessInfo-countriesOfOperation-0': 'US', 'businessInfo-countriesOfOperation-1': 'MX' });
    await fill(page, { 'businessInfo-countriesOfOperation-2': 'CA' });
    await inspect(page);
    await goOn(page);

    await heading(page, 'Owners and managers');
    await page.getByRole('link', { name: 'Add a person' }).click();
    const of = 'personalInfo-';
    const grace = { [`${of}firstName`]: 'Grace', [`${of}lastName`]: 'Hopper', [`${of}nationality`]: 'US' };
    await addPerson(page, { ...grace, 'roles-0': 'check', ownershipPercentage: '60' });
    await heading(page, 'Identity document');
    await fill(page, { 'documentType-0': 'check', documentNumber: 'P-1', issuingAuthority: 'State' });
    await choose(page, 'grace.pdf', pdf(), 'application/pdf');
    await goOn(page);

    await heading(page, 'Owners and managers');
    expect(await page.locator('.note').textContent()).toContain('Add at least one control person');
    expect(await page.locator('.tag').allTextContents()).toEqual(['Complete']);
    await inspect(page);
    await page.getByRole('link', { name: 'Add another person' }).click();
    const alan = { [`${of}firstName`]: 'Alan', [`${of}lastName`]: 'Turing', [`${of}nationality`]: 'GB' };
    await addPerson(page, { ...alan, 'roles-1': 'check', ownershipPercentage: '50' });
    await rejected(page, ['All owners together cannot hold more than 100 percent']);
    await fill(page, { ownershipPercentage: '40' });
    await goOn(page);
    await heading(page, 'Passport');
    await fill(page, { documentNumber: 'P-2', issuingAuthority: 'HMPO' });
    await choose(page, 'alan.png', png(), 'image/png');
    await goOn(page);
    await heading(page, 'Second identity document');
    expect(await page.locator('.lead').textContent()).toContain('For Alan Turing');
    await fill(page, { 'documentType-1': 'check', documentNumber: 'N-2', issuingAuthority: 'DVLA' });
    await choose(page, 'alan-front.png', png(), 'image/png');
    await goOn(page);
    await heading(page, 'National identity card: back');
    await choose(page, 'alan-back.png', png(), 'image/png');
    await goOn(page);
    await heading(page, 'Owners and managers');
    await page.getByRole('link', { name: 'Edit Alan Turing' }).click();
    await heading(page, 'Name and role');
    expect(await page.inputValue('#personalInfo-lastName')).toBe('Turing');
    for (let i = 0; i < 4; i++) await goOn(page);
    await heading(page, 'Share and check');
    expect(await page.inputValue('#ownershipPercentage')).toBe('40');
    await fill(page, { ownershipPercentage: '39' });
    await page.press('#ownershipPercentage', 'Enter');
    await heading(page, 'Owners and managers');
    await page.getByRole('link', { name: 'Continue' }).click();

    await heading(page, 'Documents of the business');
    expect(await page.locator('.tag').allTextContents()).toEqual(['To do', 'To do', 'To do', 'To do']);
    await inspect(page);
    for (let i = 0; i < 4; i++) {
      await page.getByRole('link', { name: 'Continue' }).click();
      await fill(page, { 'documentType-0': 'check' });
      await choose(page, `document-${i}.pdf`, pdf(), 'application/pdf');
      await goOn(page);
      await heading(page, 'Documents of the business');
    }
    await page.getByRole('link', { name: 'Continue' }).click();
    await heading(page, 'Check and send');
    await inspect(page);
    await goOn(page);
    await heading(page, 'Thank you. We are checking your details');
    expect(await statusOf(app.client, customerId)).toBe('PENDING');
    const { body } = await app.client.get(`/customers/${customerId}`);
    expect(body.businessInfo.countriesOfOperation).toEqual(['US', 'MX', 'CA']);
    expect(body.beneficialOwners).toMatchObject([{ ownershipPercentage: 60 }, { ownershipPercentage: 39 }]);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    expect(await page.locator('.countdown').count()).toBe(0);
    expect([...hosts]).toEqual([app.url]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('works without scripts, including uploads', { timeout: FLOW_MS }, async () => {
    const customerId = await newStranger(app.client, 'Ada 001');
    const { page, complaints } = await open({ ...PHONE, javaScriptEnabled: false });
    await page.goto((await newLink(app.client, customerId, { redirectUri: `${platformUrl}/back` })).kycUrl);
    await page.getByRole('link', { name: 'Start' }).click();
    await heading(page, 'About you');
    await fill(page, birth());
    await goOn(page);
    await rejected(page, ['Choose your nationality']);
    expect(await page.locator('#errors:focus').count()).toBe(1);
    await fill(page, { nationality: 'US' });
    await goOn(page);
    await heading(page, 'Your home address');
    await fill(page, home());
    await goOn(page);
    await heading(page, 'Your tax number');
    await fill(page, { 'idType-1': 'check', identifier: '912-34-5678' });
    await goOn(page);
    await heading(page, 'Identity document');
    await goOn(page);
    await rejected(page, [
      'Choose what you will send',
      'Enter the number of the document',
      'Enter who issued the document',
      'Choose a photo or a scan of the document',
    ]);
    await fill(page, { 'documentType-0': 'check', documentNumber: 'P-1', issuingAuthority: 'State' });
    await choose(page, 'passport.png', png(), 'image/png');
    await goOn(page);
    await heading(page, 'Check and send');
    await page.getByRole('link', { name: 'Change About you' }).click();
    await heading(page, 'About you');
    expect(await page.inputValue('#fullName')).toBe('Ada 001');
    await fill(page, { fullName: 'Ada King 001' });
    await goOn(page);
    await heading(page, 'Check and send');
    await goOn(page);
    await heading(page, 'Thank you. We are checking your details');
    expect(await page.getByRole('link', { name: 'Continue to test' }).getAttribute('href')).toBe(`${platformUrl}/back`);
    const { body } = await app.client.get(`/customers/${customerId}`);
    expect(body).toMatchObject({ kycStatus: 'PENDING', fullName: 'Ada King 001', birthDate: '1985-12-10' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('returns to the platform by itself after a while, and shows a plain page to late visitors', {
    timeout: FLOW_MS,
  }, async () => {
    const { kycUrl } = await newLink(app.client, await newBusiness(app.client, 'R-9'), {
      redirectUri: `${platformUrl}/back`,
    });
    const { page } = await open(PHONE);
    await page.goto(kycUrl);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.clock.install();
    await goOn(page);
    await heading(page, 'Your business is verified');
    await inspect(page);
    await page.clock.runFor(11_000);
    await shown(page, '/back');
    for (const url of [kycUrl, `${app.url}/kyc/unknown`, `${app.url}/end-user-terms/V1`]) {
      await page.goto(url);
      await inspect(page);
    }
    await page.context().close();
  });

  it('has pages for invitations, liveness checks and wrong addresses in the same layout, light and dark', {
    timeout: FLOW_MS,
  }, async () => {
    const { body: customer } = await app.client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' });
    const { body: invitation } = await app.client.post('/invitations', {
      inviterUma: customer.umaAddress,
      firstName: `Ada${'a'.repeat(80)}`,
      amountToSend: 123_456_789,
    });
    const visits: [path: string, title: RegExp][] = [
      [`/invitations/${invitation.code}`, /^Adaa+ invites you \| test$/],
      ['/invitations/ffffffff', /^This invitation does not exist \| Invitation$/],
      [new URL(await livenessLink(app.client)).pathname, /^You have nothing to do \| Liveness check$/],
      [`/nowhere/${'a'.repeat(80)}`, /^Page not found \| Causeway$/],
    ];
    for (const options of [PHONE, DESK]) {
      const { page, complaints, hosts } = await open({
        ...options,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      for (const [path, title] of visits) {
        await page.goto(`${app.url}${path}`);
        expect([path, await page.title(), await page.getAttribute('html', 'lang')]).toEqual([
          path,
          expect.stringMatching(title),
          'en',
        ]);
        await inspect(page);
        if (path.endsWith(invitation.code)) await copyCode(page, invitation.code);
      }
      expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
      expect([...hosts]).toEqual([app.url]);
    }
  });

  it('is accessible and fits the screen in every language, light and dark, with the brand of the platform', {
    timeout: 2 * FLOW_MS,
  }, async () => {
    const client = await app.newPlatform();
    const logo = `data:image/png;base64,${png().toString('base64')}`;
    await client.patch('/config', { hostedPages: { name: 'Acme Pay', accentColor: '#ffcc00', logo } });
    const { body: customer } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' });
    const { body: invitation } = await client.post('/invitations', { inviterUma: customer.umaAddress });
    const { kycUrl } = await newLink(client, await newBusiness(client, 'R-003', { countriesOfOperation: [] }));
    for (const [j, { viewport = null }] of [PHONE, DESK].entries()) {
      const { page, complaints, hosts } = await open({ viewport });
      for (const [i, language] of ['en', 'es', 'de', 'fr', 'pt'].entries()) {
        await page.setExtraHTTPHeaders({ 'accept-language': language });
        await page.emulateMedia({ colorScheme: (i + j) % 2 === 0 ? 'light' : 'dark' });
        await page.goto(kycUrl);
        await page.locator('.steps').waitFor();
        expect(await page.getAttribute('html', 'lang')).toBe(language);
        expect(await page.evaluate("document.querySelector('.logo').naturalWidth")).toBe(200);
        const button = "getComputedStyle(document.querySelector('.button')).backgroundColor";
        expect(await page.evaluate(button)).toBe('rgb(255, 204, 0)');
        await inspect(page);
        const { pathname } = new URL(page.url());
        // The longest words on the smallest screen.
        const further =
          language === 'de' && j === 0 ? [`${pathname}/people/add`, `/invitations/${invitation.code}`] : [];
        for (const path of further) {
          await page.goto(`${app.url}${path}`);
          await inspect(page);
        }
      }
      expect(complaints).toEqual([]);
      expect([...hosts]).toEqual([app.url]);
      await page.context().close();
    }
  });

  async function copyCode(page: Page, code: string): Promise<void> {
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('copy');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code);
  }
});
