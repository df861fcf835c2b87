import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isCardNumber } from '../src/engine/providers/issuer/numbers.ts';
import { flawsIn } from './support/accessibility.ts';
import { TestApp } from './support/app.ts';
import { activeCard, cardName, newCard, placesOf } from './support/cards.ts';
import { closeContexts, describeInBrowser, sharedChromium } from './support/chromium.ts';
import type { Client } from './support/client.ts';
import { newPayer, type Payer } from './support/payments.ts';

let app: TestApp;
let client: Client;
let payer: Payer;
let cardId: string;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  payer = await newPayer(client, { balance: 0 });
  ({ id: cardId } = await activeCard(client, { holder: payer, platformCardId: cardName('246') }));
});
afterAll(() => app.stop());

const ask = (id = cardId, by = client) => by.post(`/cards/${id}/reveal`);
const linkTo = async (id = cardId, by = client): Promise<string> => {
  const { status, body } = await ask(id, by);
  expect(status).toBe(200);
  return body.panEmbedUrl;
};
const open = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const numberIn = (text: string): string => /\d{4} \d{4} \d{4} \d{4}/.exec(text)?.[0].replaceAll(' ', '') ?? 'no number';
const advance = (by: Client, seconds: number) => by.post('/sandbox/clock/advance', { seconds });

describe('a reveal link', () => {
  it('shows number, expiry and security code as text of the page, once', async () => {
    const { body: card } = await client.get(`/cards/${cardId}`);
    const { body } = await ask();
    const seconds = (Date.parse(body.expiresAt) - Date.now()) / 1_000;
    expect([body.panEmbedUrl, seconds > 50 && seconds <= 60]).toEqual([
      expect.stringMatching(new RegExp(`^${app.url}/card-reveal/[0-9a-f]{64}$`)),
      true,
    ]);
    const { status, text } = await open(body.panEmbedUrl);
    expect([status, isCardNumber(numberIn(text)), numberIn(text).slice(-4)]).toEqual([200, true, card.last4]);
    const month = String(card.expMonth).padStart(2, '0');
    expect(text).toContain(`>${month}/${String(card.expYear).slice(-2)}<`);
    expect(text).toMatch(/Security code<\/dt><dd><span class="value">\d{3}</);
    const again = await open(body.panEmbedUrl);
    expect([again.status, numberIn(again.text)]).toEqual([410, 'no number']);
    expect(again.text).toContain('has been used or has expired');
  });

  it('is used up by exactly one of many concurrent requests, and not by a HEAD', async () => {
    const url = await linkTo();
    expect((await open(url, { method: 'HEAD' })).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(url)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 410)]);
    expect(answers.filter(({ text }) => numberIn(text) !== 'no number')).toHaveLength(1);
  });

  it('expires after 60 seconds on the clock of its platform', async () => {
    const platform = await app.newPlatform();
    const { id } = await activeCard(platform);
    const [early, late] = [await linkTo(id, platform), await linkTo(id, platform)];
    await advance(platform, 50);
    expect((await open(early)).status).toBe(200);
    await advance(platform, 11);
    expect((await open(late)).status).toBe(410);
  });

  it('returns a 404 page without details if it is unknown', async () => {
    for (const token of ['0'.repeat(64), '%00', 'x']) {
      const { status, text, headers } = await open(`${app.url}/card-reveal/${token}`);
      expect([status, headers.get('content-security-policy')]).toEqual([
        404,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
      expect(text).toContain('This link does not work');
    }
  });

  it('shows a page in the frame of any platform while the database fails, and the card afterwards', async () => {
    const url = await linkTo();
    const { pool } = app.database.db;
    await pool.query('ALTER TABLE card_reveals RENAME TO card_reveals_gone');
    const failed = await open(url, { headers: { 'accept-language': 'de' } });
    await pool.query('ALTER TABLE card_reveals_gone RENAME TO card_reveals');
    expect([failed.status, failed.headers.get('content-language'), failed.headers.get('x-frame-options')]).toEqual([
      500,
      'de',
      null,
    ]);
    expect(failed.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(failed.text).toContain('<h1>Etwas ist schiefgegangen</h1>');
    expect((await open(url)).status).toBe(200);
  });

  it('shows a frozen card, and not one closed in the meantime', async () => {
    const { id } = await activeCard(client, { holder: payer });
    await client.patch(`/cards/${id}`, { state: 'FROZEN' });
    expect((await open(await linkTo(id))).status).toBe(200);
    const url = await linkTo(id);
    await client.patch(`/cards/${id}`, { state: 'CLOSED' });
    expect((await open(url)).status).toBe(410);
    const rejected = await ask(id);
    expect([rejected.status, rejected.body.code, rejected.body.details.reason]).toEqual([
      409,
      'CONFLICT',
      'CARD_CLOSED',
    ]);
  });

  it('is rejected for a card that is not issued, and for an unknown card', async () => {
    const { id } = await newCard(client, payer, { platformCardId: cardName('001') });
    const rejected = await ask(id);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'CARD_PROCESSING']);
    const missing = await ask('Card:019542f5-b3e7-7d02-8000-000000000009');
    expect([missing.status, missing.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });

  it('is created only for an identifiable caller: caller, creation and opening are recorded', async () => {
    const { rows: before } = await revealsOf(cardId);
    const clerk = await app.clientWith(['MANAGE']);
    const url = await linkTo(cardId, clerk);
    await open(url);
    const { rows } = await revealsOf(cardId);
    expect(rows.slice(before.length)).toEqual([
      {
        platform_id: client.platformId,
        token_id: clerk.tokenId,
        created_at: expect.any(Date),
        opened_at: expect.any(Date),
      },
    ]);
    expect(app.logs.some((line) => line.includes('a card number was shown') && line.includes(clerk.tokenId))).toBe(
      true,
    );
    await app.app.requestLog.flush();
    const { body: log } = await client.get(
      `/request-log?path=${encodeURIComponent(`${client.basePath}/cards/${cardId}/reveal`)}`,
    );
    expect(log.data[0]).toMatchObject({ tokenId: clerk.tokenId, status: 200 });
    // Deletes the token in the database only: the process still has it in its cache.
    await app.database.db.pool.query('DELETE FROM api_tokens WHERE id = $1', [clerk.tokenId]);
    const rejected = await ask(cardId, clerk);
    expect([rejected.status, rejected.body.code, rejected.body.details.reason]).toEqual([
      403,
      'FORBIDDEN',
      'ACTOR_UNKNOWN',
    ]);
    expect((await revealsOf(cardId)).rows).toHaveLength(rows.length);
  });

  const revealsOf = (id: string) =>
    app.database.db.pool.query(
      'SELECT platform_id, token_id, created_at, opened_at FROM card_reveals WHERE card_id = $1 ORDER BY id',
      [id],
    );
});

describe('the reveal page', () => {
  it('is neither cached nor logged, sends no referrer, has a new nonce each time, and loads nothing', async () => {
    const [first, second] = [await open(await linkTo()), await open(await linkTo())];
    const policy = first.headers.get('content-security-policy') ?? '';
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src 'none'; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors http://localhost:* https://localhost:* http://127.0.0.1:*`,
    );
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(first.headers.get('x-frame-options')).toBeNull();
    expect(second.text).not.toContain(nonce);
    expect(first.text).not.toMatch(/(?:src|href)=/);
    expect(app.logs.some((line) => line.includes('/card-reveal/'))).toBe(false);
  });

  it('is framed only by the origins that the platform has configured', async () => {
    const platform = await app.newPlatform();
    const { id } = await activeCard(platform);
    const cardRevealOrigins = ['https://app.example.com', 'http://localhost:3000'];
    const { body } = await platform.patch('/config', { cardRevealOrigins });
    expect([body.cardRevealOrigins, (await platform.get('/config')).body.cardRevealOrigins]).toEqual([
      cardRevealOrigins,
      cardRevealOrigins,
    ]);
    const framed = async () => (await open(await linkTo(id, platform))).headers;
    expect((await framed()).get('content-security-policy')).toMatch(
      /frame-ancestors https:\/\/app\.example\.com http:\/\/localhost:3000$/,
    );
    await platform.patch('/config', { cardRevealOrigins: [] });
    const headers = await framed();
    expect([headers.get('content-security-policy'), headers.get('x-frame-options')]).toEqual([
      expect.stringMatching(/frame-ancestors 'none'$/),
      'DENY',
    ]);
  });

  test.each([
    'https://app.example.com/',
    'https://app.example.com/cards',
    'http://app.example.com',
    'https://*.example.com',
    'https://a.example.com; script-src *',
    'https://a.example.com;script-src',
    "https://a.example.com'",
    'https://a.example.com"',
    'https://a.example.com,b.example.com',
    'https://a.example.com:443',
    'https://me@a.example.com',
    "'self'",
    'app.example.com',
    '*',
    '',
  ])('is not framed by %j, which is not an origin', async (origin) => {
    const rejected = await client.patch('/config', { cardRevealOrigins: ['https://ok.example.com', origin] });
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([400, 'cardRevealOrigins.1']);
  });

  it('of production is framed over https only', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const set = (origin: string) => production.patch('/config', { cardRevealOrigins: [origin] });
    expect([(await set('http://localhost:3000')).status, (await set('https://localhost:3000')).status]).toEqual([
      400, 200,
    ]);
  });
});

describe('a card number', () => {
  it('appears in no log, no API answer, and no column of any table', async () => {
    const { id } = await activeCard(client, { holder: payer });
    const url = await linkTo(id);
    const number = numberIn((await open(url)).text);
    expect(isCardNumber(number)).toBe(true);
    await client.patch(`/cards/${id}`, { state: 'FROZEN' });
    await app.app.requestLog.flush();
    const answers = await Promise.all(
      [
        '/cards?limit=100',
        `/cards/${id}`,
        `/webhooks/events?resourceId=${id}`,
        '/request-log?limit=100',
        `/transactions?limit=100`,
      ].map((path) => client.get(path)),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain(number);
      expect(text).not.toContain(url.split('/').at(-1));
    }
    expect(await placesOf(app, number)).toEqual([]);
    expect(await placesOf(app, url.split('/').at(-1) ?? '')).toEqual([]);
    expect(await placesOf(app, id)).toEqual(expect.arrayContaining(['cards', 'events', 'card_reveals']));
  });
});

describeInBrowser('in an iframe of the platform', () => {
  let browser: Browser;
  let shop: Server;
  let shopUrl: string;
  beforeAll(async () => {
    browser = await sharedChromium();
    shop = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://shop');
      const frame = `<iframe title="Card" allow="clipboard-write" width="320" height="480" src="${searchParams.get('src')}">`;
      response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title>${frame}</iframe>`);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => shop.once('listening', resolve));
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await closeContexts();
    await new Promise((resolve) => shop.close(resolve));
  });

  interface Shown {
    page: Page;
    frame: Frame;
    complaints: string[];
  }

  /** Opens a window of 360 pixels, whose clock stands still until the test advances it. */
  async function show(src: string): Promise<Shown> {
    const context = await browser.newContext({
      viewport: { width: 360, height: 640 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.clock.install();
    await page.goto(`${shopUrl}/?src=${encodeURIComponent(src)}`);
    const frame = page.frames()[1];
    if (!frame) throw new Error('there is no frame');
    return { page, frame, complaints };
  }

  const clipboard = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');

  it('can be read and copied by keyboard, is cleared from the clipboard, and is hidden automatically', async () => {
    const { page, frame, complaints } = await show(await linkTo());
    await frame.waitForSelector('#details');
    const number = numberIn((await frame.textContent('main')) ?? '');
    expect(isCardNumber(number)).toBe(true);
    expect(await flawsIn(frame)).toEqual([]);
    await frame.focus('button[aria-label="Copy card number"]');
    await page.keyboard.press('Enter');
    await frame.locator('#status', { hasText: 'Copied' }).waitFor();
    expect(await clipboard(page)).toBe(number);
    await page.keyboard.press('Tab');
    expect(await frame.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Copy expiry');
    await page.clock.runFor(29_000);
    expect(await frame.textContent('#status')).toContain('Copied');
    await page.clock.runFor(1_500);
    await frame.locator('#status', { hasText: 'The clipboard was emptied.' }).waitFor();
    await page.clock.runFor(30_000);
    expect(numberIn((await frame.textContent('main')) ?? '')).toBe('no number');
    expect(await frame.textContent('#status')).toContain('hidden');
    expect(complaints).toEqual([]);
    expect(await clipboard(page)).toBe('');
    await page.context().close();
  });

  it('is hidden on demand, and is not shown in a frame of another origin', async () => {
    const platform = await app.newPlatform();
    const { id } = await activeCard(platform);
    await platform.patch('/config', { cardRevealOrigins: [shopUrl] });
    const allowed = await show(await linkTo(id, platform));
    await allowed.frame.click('#hide');
    expect(numberIn((await allowed.frame.textContent('main')) ?? '')).toBe('no number');
    expect(await allowed.frame.evaluate('document.activeElement.id')).toBe('status');
    await allowed.page.context().close();
    await platform.patch('/config', { cardRevealOrigins: ['https://app.example.com'] });
    const { page, complaints } = await show(await linkTo(id, platform));
    expect(complaints.join()).toMatch(/frame-ancestors/);
    expect(await page.frames()[1]?.content()).not.toMatch(/\d{4} \d{4} \d{4} \d{4}/);
    await page.context().close();
  });
});
