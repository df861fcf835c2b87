import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser, launchChromium } from './support/chromium.ts';
import { Client } from './support/client.ts';
import { address, jpeg, newBusiness, newIndividual, pdf, person, png } from './support/documents.ts';
import { look, Visitor } from './support/visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

/** Somebody of whom nothing is known but a name that the sandbox holds back. */
const newStranger = async (fullName: string, client = app.client): Promise<string> => {
  const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName });
  return body.id;
};

const newLink = async (customerId: string, body: object = {}, client = app.client) => {
  const answer = await client.post(`/customers/${customerId}/kyc-link`, body);
  expect(answer.status).toBe(201);
  return answer.body as { kycUrl: string; token: string; expiresAt: string };
};

const statusOf = async (customerId: string, client = app.client): Promise<string> => {
  const { body } = await client.get(`/customers/${customerId}`);
  return body.kycStatus ?? body.kybStatus;
};

describe('a link', () => {
  it('gives its token away for a cookie of one path, which no script and no other site can use', async () => {
    const { kycUrl, token } = await newLink(await newIndividual(app.client));
    const entrance = await look(kycUrl);
    expect(entrance.status).toBe(200);
    const cookie = entrance.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^causeway-kyc=[^;]+; Path=\/kyc\/session\/[0-9a-f-]{36}; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect(entrance.text).not.toContain(token);
    const visitor = await Visitor.enter(kycUrl);
    expect(visitor.base).not.toContain(token);
    expect((await visitor.get('')).text).not.toContain(token);
  });

  it('is bound to https where the service is', async () => {
    const secured = await TestApp.start({ config: { publicUrl: 'https://pay.example' }, beside: app });
    const { token, kycUrl } = await newLink(await newIndividual(app.client), {}, secured.client);
    expect(kycUrl).toBe(`https://pay.example/kyc/${token}`);
    expect((await fetch(`${secured.url}/kyc/${token}`)).headers.get('set-cookie')).toMatch(/; Secure$/);
    await secured.stop();
  });

  it('is a page that does nothing but what it says, and that nobody keeps, frames or is referred by', async () => {
    const visitor = await Visitor.enter((await newLink(await newIndividual(app.client))).kycUrl);
    const { headers } = await visitor.get('');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it('brings its style and script from here, under names that change with their content', async () => {
    const visitor = await Visitor.enter((await newLink(await newIndividual(app.client))).kycUrl);
    const { text } = await visitor.get('');
    const files = [...text.matchAll(/(?:src|href)="(\/kyc\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(files).toHaveLength(3);
    for (const path of files) {
      expect(path).toMatch(/-[0-9a-f]{12}\.(css|js|svg)$/);
      const file = await fetch(`${app.url}${path}`);
      expect(file.status).toBe(200);
      expect(file.headers.get('cache-control')).toContain('immutable');
    }
  });

  it('that nobody made, and the session of nobody, are a page with 404 that tells nothing', async () => {
    const { kycUrl } = await newLink(await newIndividual(app.client));
    const visitor = await Visitor.enter(kycUrl);
    const forged = new Visitor(visitor.origin, visitor.base, `${'0'.repeat(64)}.${'A'.repeat(43)}`);
    const other = await Visitor.enter((await newLink(await newIndividual(app.client))).kycUrl);
    const swapped = new Visitor(visitor.origin, visitor.base, other.cookie);
    const answers = [
      await look(`${app.url}/kyc/${'0'.repeat(64)}`),
      await look(`${app.url}/kyc/%00`),
      await look(`${app.url}${visitor.base}`),
      await look(`${app.url}/kyc/what/ever`),
      await forged.get(''),
      await swapped.get(''),
      await visitor.get('/nowhere'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('text/html');
    }
    expect(answers[0]?.text).toContain('This link does not work');
  });

  it('ends with the time of its platform: 410 at the entrance and in the middle of a visit', async () => {
    const client = await app.newPlatform();
    const { kycUrl } = await newLink(await newIndividual(client), {}, client);
    const visitor = await Visitor.enter(kycUrl);
    await client.post('/sandbox/clock/advance', { seconds: 24 * 3600 });
    for (const answer of [await look(kycUrl), await visitor.get('/review')]) {
      expect(answer.status).toBe(410);
      expect(answer.text).toContain('no longer valid');
    }
  });

  it('is used up by a submission: its visitor sees the outcome and nothing else, its token opens nothing', async () => {
    const customerId = await newBusiness(app.client, 'R-9');
    const { kycUrl } = await newLink(customerId, { redirectUri: 'https://platform.example/back?a=1&b=2' });
    const visitor = await Visitor.enter(kycUrl);
    const second = await Visitor.enter(kycUrl);
    expect((await visitor.post('/review')).location).toBe(`${visitor.base}/done`);
    expect(await statusOf(customerId)).toBe('APPROVED');

    const outcome = await visitor.get('/done');
    expect(outcome.text).toContain('Your business is verified');
    expect(outcome.text).toContain('href="https://platform.example/back?a=1&amp;b=2"');
    expect((await visitor.get('/business')).location).toBe(`${visitor.base}/done`);
    expect((await second.send('/review', {})).location).toBe(`${visitor.base}/done`);
    const used = await look(kycUrl);
    expect(used.status).toBe(410);
    expect(used.headers.get('set-cookie')).toBeNull();
    expect(used.text).not.toContain('verified');
    const madeUp = new Visitor(visitor.origin, visitor.base, `${kycUrl.split('/').at(-1)}.x`);
    expect((await madeUp.get('/done')).status).toBe(404);
  });

  it('approves a person whose name ends in 230 when the last step is submitted', async () => {
    const customerId = await newIndividual(app.client, 'Ada Lovelace 230');
    const visitor = await Visitor.enter((await newLink(customerId)).kycUrl);
    const details = { documentType: 'PASSPORT', country: 'US', documentNumber: 'P1', issuingAuthority: 'State' };
    expect((await visitor.upload('/documents/add?need=PASSPORT', details, png())).status).toBe(303);
    expect(await statusOf(customerId)).toBe('UNVERIFIED');
    expect((await visitor.post('/review')).location).toBe(`${visitor.base}/done`);
    expect((await visitor.get('/done')).text).toContain('You are verified');
    expect(await statusOf(customerId)).toBe('APPROVED');
  });

  it('says so when a business is turned away', async () => {
    const visitor = await Visitor.enter((await newLink(await newBusiness(app.client, 'R-002'))).kycUrl);
    await visitor.post('/review');
    const { text } = await visitor.get('/done');
    expect(text).toContain('We could not verify your business');
    expect(text).toContain('You can close this page');
  });

  it('takes no form that was not made for it', async () => {
    const customerId = await newStranger('Ada Lovelace 003');
    const visitor = await Visitor.enter((await newLink(customerId)).kycUrl);
    const other = await Visitor.enter((await newLink(customerId)).kycUrl);
    const answer = { nationality: 'US', 'birthDate.day': '1', 'birthDate.month': '2', 'birthDate.year': '1990' };
    for (const formToken of ['', 'x', await other.formToken()]) {
      expect((await visitor.send('/about', { ...answer, formToken })).status).toBe(403);
    }
    const upload = await visitor.upload('/documents/add?need=PASSPORT', { formToken: 'x' }, png());
    expect(upload.status).toBe(403);
    const { body } = await app.client.get(`/customers/${customerId}`);
    expect(body.nationality).toBeUndefined();
    expect((await app.client.get(`/documents?documentHolder=${customerId}`)).body.data).toEqual([]);
    const json = await visitor.raw('/about', JSON.stringify(answer), 'application/json');
    expect(json.status).toBe(415);
  });

  it('has limits: the size of a form, of a file, and the number of requests', async () => {
    const visitor = await Visitor.enter((await newLink(await newStranger('Ada Lovelace 003'))).kycUrl);
    expect((await visitor.post('/about', { fullName: 'a'.repeat(70_000) })).status).toBe(413);
    const large = await visitor.upload('/documents/add?need=PASSPORT', {}, pdf(10 * 1024 * 1024));
    expect(large.status).toBe(413);
    const { rows } = await app.database.db.pool.query(
      "SELECT count(*)::int AS n FROM stored_files WHERE state = 'KEPT'",
    );
    expect(rows[0].n).toBe(0);
    let last = await visitor.get('');
    for (let i = 0; i < 150 && last.status === 200; i++) last = await visitor.get('');
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leaves its token in no log', async () => {
    const { kycUrl, token } = await newLink(await newIndividual(app.client));
    const visitor = await Visitor.enter(kycUrl);
    await visitor.get('/review');
    await visitor.send('/about', { formToken: 'x' });
    await fetch(`${kycUrl}x`);
    await app.app.requestLog.flush();
    const { rows } = await app.database.db.pool.query('SELECT to_jsonb(l)::text AS line FROM request_log l');
    for (const line of [...app.logs, ...rows.map((row) => row.line)]) expect(line).not.toContain(token);
  });

  it('touches nothing of anybody else', async () => {
    const other = await newBusiness(app.client);
    const owner = await app.client.post('/beneficial-owners', {
      customerId: other,
      roles: ['UBO'],
      ownershipPercentage: 30,
      personalInfo: person,
    });
    const visitor = await Visitor.enter((await newLink(await newBusiness(app.client))).kycUrl);
    const ownerId = encodeURIComponent(owner.body.id);
    for (const path of [
      `/people/${ownerId}`,
      `/people/${ownerId}/documents`,
      `/documents/add?need=PASSPORT&for=${ownerId}`,
    ]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
      expect((await visitor.get(path)).text).not.toContain('Hopper');
    }
    expect((await visitor.post(`/people/${ownerId}`, { 'personalInfo.firstName': 'Eve' })).status).toBe(404);
  });

  it('shows what was typed as text, whatever it looks like', async () => {
    const legalName = '"><script src="/x.js"></script>\'&amp;<b>';
    const customerId = await newBusiness(app.client, 'R-003', { legalName });
    const visitor = await Visitor.enter((await newLink(customerId)).kycUrl);
    const name = encodeURIComponent('<img src=x>');
    await visitor.upload(
      '/documents/add?need=UTILITY_BILL',
      { documentType: 'UTILITY_BILL', country: 'US' },
      pdf(),
      '<b>.pdf',
    );
    for (const path of ['/review', '/business?change=1', `/${name}`, '/documents']) {
      const { text } = await visitor.get(path);
      expect(text).not.toMatch(/<script src="\/x|<b>|<img/);
    }
    expect((await visitor.get('/review')).text).toContain('&quot;&gt;&lt;script src=&quot;/x.js&quot;&gt;');
  });

  it('takes both sides of a card one after the other, and each can be replaced', async () => {
    const customerId = await newIndividual(app.client);
    const visitor = await Visitor.enter((await newLink(customerId)).kycUrl);
    const card = { documentType: 'NATIONAL_ID', country: 'US', documentNumber: 'N-1', issuingAuthority: 'State' };
    const front = await visitor.upload('/documents/add?need=PASSPORT', card, png(), 'front.png');
    const other = front.location?.slice(visitor.base.length) ?? '';
    expect(other).toMatch(/\/other-side$/);
    expect((await visitor.get(other)).text).toContain('Photo or scan of the back');
    const back = await visitor.upload(other, {}, png(), 'back.png');
    expect(back.location).toBe(`${visitor.base}/review`);
    const { text } = await visitor.get('/documents');
    const paths = [...text.matchAll(/href="[^"]+(\/documents\/[^"/]+\/replace)"/g)].map(([, path]) => path ?? '');
    expect(paths).toHaveLength(2);
    expect((await visitor.get(paths[1] ?? '')).text).toMatch(/Photo or scan<span class="two-sided"> of the back/);
    expect((await visitor.upload(paths[1] ?? '', card, pdf(), 'back.pdf')).location).toBe(`${visitor.base}/review`);
    const { body } = await app.client.get(`/documents?documentHolder=${customerId}`);
    const kept = body.data.map((document: any) => [document.side, document.fileName]).sort();
    expect(kept).toEqual([
      ['BACK', 'back.pdf'],
      ['FRONT', 'front.png'],
    ]);
  });

  it('keeps a secret that is left empty when something beside it is changed', async () => {
    const customerId = await newBusiness(app.client);
    const visitor = await Visitor.enter((await newLink(customerId)).kycUrl);
    expect((await visitor.get('/business?change=1')).text).not.toContain('12-3456789');
    const changed = await visitor.post('/business?change=1', {
      'businessInfo.legalName': 'Acme Two',
      'businessInfo.country': 'US',
      'businessInfo.registrationNumber': 'R-003',
      'businessInfo.taxId': '',
      'businessInfo.incorporatedOn.day': '1',
      'businessInfo.incorporatedOn.month': '5',
      'businessInfo.incorporatedOn.year': '2011',
      'businessInfo.countriesOfOperation': 'US',
      customerType: 'INDIVIDUAL',
      email: 'eve@example.com',
    });
    expect(changed.status).toBe(303);
    const { body } = await app.client.get(`/customers/${customerId}`);
    expect(body.businessInfo).toMatchObject({
      legalName: 'Acme Two',
      taxId: '12-3456789',
      incorporatedOn: '2011-05-01',
    });
    expect(body).toMatchObject({ customerType: 'BUSINESS' });
    expect(body.email).toBeUndefined();
  });

  it('asks for consent to the terms where the platform is not regulated itself, and keeps it', async () => {
    const made = await app.client.post('/sandbox/platforms', {
      name: 'Unregulated',
      isRegulatedFinancialInstitution: false,
    });
    const client = new Client({
      ...app.client,
      ...made.body.token,
      platformId: made.body.id,
      contract: app.contract,
    });
    const customerId = await newBusiness(client, 'R-9');
    const visitor = await Visitor.enter((await newLink(customerId, {}, client)).kycUrl);
    const { text } = await visitor.get('/review');
    const terms = /href="([^"]+end-user-terms[^"]+)"/.exec(text)?.[1] ?? '';
    expect((await fetch(terms)).status).toBe(200);
    const rejected = await visitor.post('/review');
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain('Accept the terms to go on');
    expect((await visitor.post('/review', { terms: 'V1' })).location).toBe(`${visitor.base}/done`);
    const { body } = await client.get(`/customers/${customerId}`);
    expect(body.endUserTermsConsent).toMatchObject({ termsVersion: 'V1', acceptanceMethod: 'CHECKBOX' });
  });

  it('takes the tax number of another country from those who do not live in the US', async () => {
    const customer = { customerType: 'INDIVIDUAL', fullName: 'Marie Curie 003' };
    const home = { line1: 'Rue Exemple 1', city: 'Paris', postalCode: '75001' };
    const enter = async (country: string) => {
      const { body } = await app.client.post('/customers', { ...customer, address: { ...home, country } });
      return { id: body.id, visitor: await Visitor.enter((await newLink(body.id)).kycUrl) };
    };
    const number = { idType: 'NON_US_TAX_ID', identifier: '30 23 217 600 053' };
    const french = await enter('FR');
    const unissued = await french.visitor.post('/identifier', number);
    expect([unissued.status, unissued.text.includes('Choose the country that issued')]).toEqual([422, true]);
    expect((await french.visitor.post('/identifier', { ...number, countryOfIssuance: 'FR' })).status).toBe(303);
    const { body } = await app.client.get(`/customers/${french.id}`);
    expect(body).toMatchObject({ idType: 'NON_US_TAX_ID', countryOfIssuance: 'FR' });
    const american = await enter('US');
    const rejected = await american.visitor.post('/identifier', { ...number, countryOfIssuance: 'FR' });
    expect([rejected.status, rejected.text.includes('Choose an SSN or ITIN')]).toEqual([422, true]);
    expect((await american.visitor.post('/identifier', { idType: 'SSN', identifier: '000-45-6789' })).status).toBe(303);
  });

  it('waits for the platform when a contact has to be confirmed first', async () => {
    const { body } = await app.client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace 003',
      email: 'ada@example.com',
    });
    const visitor = await Visitor.enter((await newLink(body.id)).kycUrl);
    const home = { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' };
    const answers = Object.fromEntries(Object.entries(home).map(([name, value]) => [`address.${name}`, value]));
    expect((await visitor.post('/address', answers)).status).toBe(303);
    const rejected = await visitor.post('/identifier', { idType: 'SSN', identifier: '123-45-6789' });
    expect(rejected.status).toBe(409);
    expect(rejected.text).toContain('confirm your contact details first');
  });
});

/** What a person sees on the way, and everything that the browser has to complain of. */
interface Window {
  page: Page;
  complaints: string[];
  hosts: Set<string>;
}

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' };

/** A person's whole way; machines that test are busy. */
const FLOW_MS = 60_000;

/** A refused form is a page with 422, and Chromium reports every such answer as an error. */
const EXPECTED = /status of 422/;

describeInBrowser('the hosted page in a browser', () => {
  let browser: Browser;
  let platform: Server;
  let platformUrl: string;
  let offered = '';
  const referrers: (string | undefined)[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
    // The site that the customer comes from, and goes back to: another site than ours.
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
    await browser?.close();
    platform?.close();
  });

  async function open(options: BrowserContextOptions): Promise<Window> {
    const context = await browser.newContext(options);
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

  /** The rules for accessible pages, and nothing that has to be scrolled sideways. */
  async function inspect(page: Page): Promise<void> {
    await page.evaluate(axe.source);
    // The names of all countries in every list are no news to it.
    const found =
      await page.evaluate(`axe.run({ exclude: ['option'] }, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
    expect([page.url(), found]).toEqual([page.url(), []]);
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect([page.url(), await page.evaluate(sideways)]).toEqual([page.url(), 0]);
  }

  /** Answers by the ids of their controls, at one stroke. */
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
  const goOn = (page: Page) => page.locator('button[type=submit]').click();
  const choose = (page: Page, name: string, buffer: Buffer, mimeType: string) =>
    page.setInputFiles('#file', { name, buffer, mimeType });
  const shown = (page: Page, path: string) => page.waitForURL((url) => `${url.pathname}${url.search}`.endsWith(path));
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  /** The page comes back with these errors, in this order. */
  const rejected = (page: Page, errors: readonly string[]): Promise<void> =>
    expect.poll(() => page.locator('#errors a').allTextContents(), { timeout: 10_000 }).toEqual(errors);
  const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');

  const history = async (page: Page): Promise<string[]> => {
    const devtools = await page.context().newCDPSession(page);
    const { entries } = await devtools.send('Page.getNavigationHistory');
    return entries.map(({ url }) => url);
  };

  it('leads an individual on a phone from the platform through every step and back', { timeout: FLOW_MS }, async () => {
    const customerId = await newStranger('Ada Lovelace 001');
    const { kycUrl, token } = await newLink(customerId, { redirectUri: `${platformUrl}/back` });
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
    expect(await statusOf(customerId)).toBe('PENDING');
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

  it('asks again for exactly what was not good enough, and only by keyboard', { timeout: FLOW_MS }, async () => {
    const customerId = await newIndividual(app.client, 'Ada Lovelace 003', { birthDate: undefined });
    const { page, complaints } = await open({ ...PHONE, reducedMotion: 'reduce' });
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto((await newLink(customerId)).kycUrl);
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

  it('leads a business with two owners through everything, on a desk in the dark', { timeout: FLOW_MS }, async () => {
    const customerId = await newBusiness(app.client, 'R-003', { countriesOfOperation: [] });
    const { kycUrl } = await newLink(customerId, { redirectUri: `${platformUrl}/back` });
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
    await goOn(page);
    await expect.poll(() => page.locator('#errors a').count(), { timeout: 10_000 }).toBe(12);
    await inspect(page);
    const of = 'personalInfo-';
    const owner = { ...birth(of), ...home(of), [`${of}idType-0`]: 'check', [`${of}identifier`]: '123-45-6789' };
    const grace = { [`${of}firstName`]: 'Grace', [`${of}lastName`]: 'Hopper', [`${of}nationality`]: 'US' };
    await fill(page, { ...owner, ...grace, 'roles-0': 'check', ownershipPercentage: '60' });
    await goOn(page);
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
    await fill(page, { ...owner, ...alan, 'roles-1': 'check', ownershipPercentage: '50' });
    await goOn(page);
    await rejected(page, ['All owners together cannot hold more than 100 percent']);
    await fill(page, { ownershipPercentage: '40', [`${of}identifier`]: '123-45-6789' });
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
    expect(await page.inputValue('#ownershipPercentage')).toBe('40');
    expect(await page.inputValue('#personalInfo-identifier')).toBe('');
    await fill(page, { ownershipPercentage: '39' });
    await goOn(page);
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
    expect(await statusOf(customerId)).toBe('PENDING');
    const { body } = await app.client.get(`/customers/${customerId}`);
    expect(body.businessInfo.countriesOfOperation).toEqual(['US', 'MX', 'CA']);
    expect(body.beneficialOwners).toMatchObject([{ ownershipPercentage: 60 }, { ownershipPercentage: 39 }]);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    expect(await page.locator('.countdown').count()).toBe(0);
    expect([...hosts]).toEqual([app.url]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('works without a script, also for files', { timeout: FLOW_MS }, async () => {
    const customerId = await newStranger('Ada 001');
    const { page, complaints } = await open({ ...PHONE, javaScriptEnabled: false });
    await page.goto((await newLink(customerId, { redirectUri: `${platformUrl}/back` })).kycUrl);
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

  it('goes back to the platform by itself after a while, and shows whoever comes too late a plain page', {
    timeout: FLOW_MS,
  }, async () => {
    const { kycUrl } = await newLink(await newBusiness(app.client, 'R-9'), { redirectUri: `${platformUrl}/back` });
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
});

describe('the terms of end users', () => {
  it('are served under their version, unless the operator has its own', async () => {
    const { body } = await app.client.get('/customers/end-user-terms');
    const served = await fetch(body.url);
    expect(served.status).toBe(200);
    expect(await served.text()).toContain('Terms for end users');
    const own = await TestApp.start({ config: { endUserTermsUrl: 'https://operator.example/terms' }, beside: app });
    expect((await fetch(`${own.url}/end-user-terms/V1`)).status).toBe(404);
    await own.stop();
  });
});
