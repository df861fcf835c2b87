import { verify } from 'node:crypto';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicKeyOf, readPoint } from '../src/kernel/p256.ts';
import { flawsIn } from './support/accessibility.ts';
import { TestApp } from './support/app.ts';
import { builtPage } from './support/built-page.ts';
import { closeContexts, describeInBrowser, sharedChromium } from './support/chromium.ts';
import { transactionIn } from './support/payments.ts';
import { Player, type Shown } from './support/playground.ts';
import { OTP } from './support/wallets.ts';

let app: TestApp;
let built: Awaited<ReturnType<typeof builtPage>>;
beforeAll(async () => {
  built = await builtPage('playground');
  app = await TestApp.start({ playground: built.directory });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
  built.remove();
});

describe('the playground', () => {
  it('is a page that connects only to this server', async () => {
    const answer = await fetch(`${app.url}/playground`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    const text = await answer.text();
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).toHaveLength(3);
    for (const path of files) {
      expect(path).toMatch(/^\/playground\/assets\//);
      expect((await fetch(`${app.url}${path}`)).status).toBe(200);
    }
    expect(text).not.toMatch(/https?:\/\/(?!accounts\.google\.com)/);
  });

  it('is not served if production platforms are possible', async () => {
    const serious = await TestApp.start({ config: { masterKeys: [app.masterKey] }, beside: app });
    for (const path of ['/playground', '/playground/assets/page.js']) {
      expect((await fetch(`${serious.url}${path}`)).status).toBe(404);
    }
    await serious.stop();
  });
});

describeInBrowser('the wallet playground in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(closeContexts);

  /** The credential types of the sessions, newest last. */
  const sessionsOf = async (accountId: string): Promise<string[]> => {
    const { body } = await app.client.get(`/auth/sessions?accountId=${accountId}`);
    return body.data.map(({ type }: { type: string }) => type).sort();
  };

  it('logs in by every method, pays and exports; the page shows both legs and the signed payloads', async () => {
    const player = await Player.start(browser, app.url);
    await player.useToken(app.client);
    const accountId = await player.makeCustomer('player.one@example.com');

    await player.loginByCode('login-email', OTP, /^Logged in: Code by email\.$/);
    await player.page.click('#add-passkey');
    expect((await player.confirms()).title).toBe('Add the passkey “This device”');
    await player.hears('login', /^Added\.$/);
    await player.press('login-passkey', 'login', /^Logged in: Passkey\.$/);
    await player.page.click('#add-sms');
    expect((await player.confirms()).title).toBe('Send login codes to +14155550100');
    await player.hears('login', /^Added\.$/);
    await player.loginByCode('login-sms', OTP, /^Logged in: Code by SMS\.$/);
    await player.page.click('#add-oidc');
    expect((await player.confirms()).title).toMatch(/^Add the login with /);
    await player.hears('login', /^Added\.$/);
    await player.press('login-oidc', 'login', /^Logged in: Identity provider\.$/);
    expect(await sessionsOf(accountId)).toEqual(['EMAIL_OTP', 'OAUTH', 'PASSKEY', 'SMS_OTP']);
    expect(await player.page.locator('#credentials li').allTextContents()).toHaveLength(4);

    await payAndCheck(player);

    await player.page.click('#export');
    expect((await player.confirms()).title).toBe('Show the recovery phrase of this wallet');
    await player.hears('export', /unsigned/);
    const mnemonic = (await player.page.locator('#mnemonic').textContent()) ?? '';
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true);
    await expectAllAsSent(player);
    await player.leave();
  });

  /** Makes a payment and compares the page with the signed payload and the result. */
  async function payAndCheck(player: Player): Promise<void> {
    await player.press('fund', 'pay', /^50 USDB were added\.$/);
    await player.press('quote', 'pay', /^The quote was created\./);
    await player.page.click('#execute');
    const { title, lines, payload } = await player.confirms();
    expect(title).toBe('Send 5.00 USDB');
    expect(lines).toContain('They receive');
    await player.hears('pay', /^Executed: the quote is (PROCESSING|COMPLETED)\.$/);
    const [second, first] = (await player.exchanges()) as [Shown, Shown];
    expect(first.leg).toMatch(/^Leg 1/);
    expect(second.leg).toMatch(/^Leg 2: the same request, the same 0 bytes of body, signed$/);
    const quote = JSON.parse(second.answer.split('\n\n')[1] ?? '');
    await transactionIn(app.client, quote.transactionId, 'COMPLETED');
    await player.press('follow', 'pay', /^The transaction is COMPLETED\.$/);

    const decoded = Object.fromEntries(second.stamp.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    expect(decoded['scheme']).toBe('SIGNATURE_SCHEME_TK_API_P256');
    expect(decoded['signed']).toBe(payload);
    const point = readPoint(decoded['publicKey'] ?? '');
    const key = point && publicKeyOf(point);
    const pair = Buffer.from(`${decoded['r']}${decoded['s']}`, 'hex');
    const message = Buffer.from(payload);
    expect(key && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, pair)).toBe(true);
    expect(key && verify('sha256', message, key, Buffer.from(decoded['signature'] ?? '', 'hex'))).toBe(true);
  }

  /** Every request of the browser is shown, byte for byte, without the secret. */
  async function expectAllAsSent(player: Player): Promise<void> {
    const shown = (await player.exchanges()).reverse();
    const sent = player.sent.map((request) => ({
      line: `${request.method()} ${new URL(request.url()).pathname}${new URL(request.url()).search}`,
      body: request.postData() ?? '',
      headers: request.headers(),
    }));
    expect(shown.map(({ request }) => request.split('\n')[0]).sort()).toEqual(sent.map(({ line }) => line).sort());
    for (const { line, body, headers } of sent) {
      const alike = shown.filter(({ request }) => request.startsWith(`${line}\n`));
      const same = alike.find(({ request }) => {
        const [head = '', ...rest] = request.split('\n\n');
        const shownHeaders = head
          .split('\n')
          .slice(1)
          .map((text) => text.split(/: (.*)/s));
        const others = shownHeaders.filter(([name]) => name !== 'Authorization');
        return (
          rest.join('\n\n') === body && others.every(([name = '', value]) => headers[name.toLowerCase()] === value)
        );
      });
      expect(same, `${line} ${body}`).toBeDefined();
    }
    const content = await player.page.content();
    expect(content).not.toContain(app.client.clientSecret);
    expect(content).not.toContain(app.client.authorization.slice('Basic '.length));
  }

  it('shows a wrong code and repeats the prompt; an unconfirmed operation is not signed', async () => {
    const player = await Player.start(browser, app.url);
    await player.useToken(app.client);
    await player.makeCustomer('player.two@example.com');
    await player.page.click('#login-email');
    await player.giveCode('111111');
    await player.page.locator('#code-about', { hasText: 'The code was wrong.' }).waitFor();
    await player.giveCode(OTP);
    await player.hears('login', /^Logged in/);

    await player.press('fund', 'pay', /were added/);
    await player.press('quote', 'pay', /^The quote was created/);
    await player.page.click('#execute');
    await player.page.waitForSelector('#confirm[open]');
    await player.page.keyboard.press('Escape');
    await player.hears('pay', /^CANCELLED/);
    const [newest] = await player.exchanges();
    expect(newest?.leg).toMatch(/^Leg 1/);
    expect(await player.page.locator('#quote-lines').textContent()).toContain('PENDING');

    await player.press('logout', 'login', /^Logged out\.$/);
    await player.page.click('#execute');
    await player.hears('pay', /^NO_SESSION/);
    await player.leave();
  });

  it('requires the token after each page load, and stores it nowhere', async () => {
    const player = await Player.start(browser, app.url);
    await player.page.fill('#client-id', app.client.clientId);
    await player.page.fill('#client-secret', 'wrong');
    await player.press('token button', 'token', /^UNAUTHORIZED: /);
    await player.useToken(app.client);
    await player.makeCustomer('player.three@example.com');
    const kept = `Promise.all([...Object.values(localStorage), ...Object.values(sessionStorage), document.cookie])`;
    expect(await player.page.evaluate(kept)).toEqual(['']);
    await player.open(app.url);
    expect(await player.page.inputValue('#client-secret')).toBe('');
    expect(await player.page.isDisabled('#customer')).toBe(true);
    await player.leave();
  });

  it('can be used by keyboard alone', async () => {
    const player = await Player.start(browser, app.url);
    const { keyboard } = player.page;
    /** Moves the focus to a control with the Tab key. */
    const reach = async (id: string) => {
      for (let i = 0; i < 40; i++) {
        await keyboard.press('Tab');
        if ((await player.page.evaluate('document.activeElement.id')) === id) return;
      }
      throw new Error(`${id} is out of reach`);
    };
    await reach('client-id');
    await keyboard.type(app.client.clientId);
    await reach('client-secret');
    await keyboard.type(app.client.clientSecret);
    await keyboard.press('Enter');
    await player.hears('token', /^The token is valid/);
    await reach('customer');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await player.hears('customer', /^The wallet is/);
    await reach('login-email');
    await keyboard.press('Enter');
    await player.page.waitForSelector('#code-dialog[open]');
    expect(await player.page.evaluate('document.activeElement.id')).toBe('code');
    await keyboard.type(OTP);
    await keyboard.press('Enter');
    await player.hears('login', /^Logged in: Code by email/);
    await reach('add-passkey');
    await keyboard.press('Enter');
    await player.page.waitForSelector('#confirm[open]');
    await keyboard.press('Tab');
    expect(await player.page.evaluate('document.activeElement.value')).toBe('yes');
    await keyboard.press('Enter');
    await player.hears('login', /^Added/);
    await player.leave();
  });

  it('is accessible on a narrow screen, in light and dark mode', async () => {
    const player = await Player.start(browser, app.url, { viewport: { width: 360, height: 740 } });
    const inspect = async () => expect(await flawsIn(player.page)).toEqual([]);
    await inspect();
    await player.useToken(app.client);
    await player.makeCustomer('narrow@example.com');
    await player.page.click('#login-email');
    await player.page.waitForSelector('#code-dialog[open]');
    await inspect();
    await player.giveCode(OTP);
    await player.hears('login', /^Logged in/);
    await player.press('fund', 'pay', /were added/);
    await player.press('quote', 'pay', /^The quote was created/);
    await player.page.click('#execute');
    await player.page.waitForSelector('#confirm[open]');
    await inspect();
    await player.confirms();
    await player.hears('pay', /^Executed/);
    await inspect();
    await player.leave();
  });
});
