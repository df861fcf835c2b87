import { exec } from 'node:child_process';
import { verify } from 'node:crypto';
import { promisify } from 'node:util';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicKeyOf, readPoint } from '../src/foundation/kernel/p256.ts';
import { flawsAtEachSize, flawsIn } from './support/accessibility.ts';
import { TestApp } from './support/app.ts';
import { builtPage } from './support/built-page.ts';
import { closeContexts, describeInBrowser, sharedChromium } from './support/chromium.ts';
import { send } from './support/console.ts';
import { transactionIn } from './support/payments.ts';
import { Player, type Shown } from './support/playground.ts';
import { OTP } from './support/wallets.ts';

const runInShell = promisify(exec);

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

  it('needs no credentials and no typing from an empty sandbox to a payment', async () => {
    const player = await Player.start(browser, app.url, { permissions: ['clipboard-read', 'clipboard-write'] });
    await player.enter();
    expect(await player.page.locator('#no-customers').textContent()).toContain('no customers yet');
    await player.press('example', 'customer', /^Ada Lovelace was created\./);
    expect(await player.page.locator('#accounts li').first().textContent()).toBe('USDB wallet, 100.00 USDB');
    await player.press('login-identity', 'login', /^Logged in with the identity provider\.$/);
    expect(await sessionsOf(await player.walletId())).toEqual(['EMAIL_OTP', 'OAUTH']);
    await player.press('login-quick', 'login', /^Logged in with the code by email\.$/);
    await player.page.click('#execute');
    expect((await player.confirms()).title).toBe('Send 5.00 USDB');
    await player.hears('pay', /^5\.00 USDB to Frida Kahlo: completed\.$/);
    const receipt = await player.receipt();
    expect(receipt).toMatch(/^✓?\s*Done\s+5\.00 USDB to Frida Kahlo: completed\./);
    expect(receipt).toMatch(/You send\s+5\.00 USDB\s+Frida Kahlo receives\s+[\d.]+ MXN/);
    expect(await player.page.locator('#accounts li').first().textContent()).toBe('USDB wallet, 95.00 USDB');

    await expectCurlToWork(player);
    await player.open(app.url);
    await player.hears('connect', /^You are in the sandbox\.$/);
    const key = String(await player.page.evaluate(`localStorage.getItem('causeway.console.key')`));
    expect(await player.page.content()).not.toContain(key);
    await player.press('leave', 'connect', /^Logged out\.$/);
    expect(await player.page.isVisible('#sandbox-login')).toBe(true);
    const [cookie] = await player.page.context().cookies();
    const session = { cookie: `${cookie?.name}=${cookie?.value}`, 'x-console-session': key };
    expect((await send(`${app.url}/console/session`, { headers: session })).status).toBe(401);
    await player.leave();
  });

  /** Copies the curl command of the newest request and runs it in a shell. */
  async function expectCurlToWork({ page }: Player): Promise<void> {
    await page.locator('#activities .wire > summary').first().click();
    const last = page.locator('#activities > li').first().locator('.exchange').last();
    await last.locator('summary').click();
    await last.getByText('Copy as curl').click();
    await last.getByText('Copied').waitFor();
    const command = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(command).not.toMatch(/console-session/i);
    const env = { CAUSEWAY_CLIENT_ID: app.client.clientId, CAUSEWAY_CLIENT_SECRET: app.client.clientSecret };
    const { stdout } = await runInShell(`${command} -s`, { env: { ...process.env, ...env } });
    expect(JSON.parse(stdout).data[0].balance).toBeDefined();
  }

  it('finds customers by the words of their names and emails', async () => {
    const names = ['Rosalind Franklin', 'Lise Meitner', 'Benjamin Franklin'];
    for (const fullName of names) {
      const email = `${fullName.split(' ')[0]?.toLowerCase()}@search.example`;
      const body = { customerType: 'INDIVIDUAL', fullName, email, phoneNumber: '+14155550100' };
      expect((await app.client.post('/customers', body)).status).toBe(201);
    }
    const player = await Player.start(browser, app.url);
    await player.enter();
    const shown = () => player.page.locator('#customers strong').allTextContents();
    const search = async (text: string): Promise<string[]> => {
      await player.page.fill('#search', text);
      return (await shown()).sort();
    };
    expect(await search('franklin')).toEqual(['Benjamin Franklin', 'Rosalind Franklin']);
    expect(await search('LISE search.example')).toEqual(['Lise Meitner']);
    expect(await search('nobody')).toEqual([]);
    expect(await player.page.textContent('#found')).toBe('No customer matches.');
    await search('rosalind');
    await player.page.click('#customers button');
    await player.hears('customer', /^The wallet of Rosalind Franklin is open\.$/);
    expect(await player.page.getAttribute('#customers button', 'aria-pressed')).toBe('true');

    await expectExactAmounts(player);
    await player.leave();
  });

  /** Amounts are sent digit by digit, and invalid ones are explained at their field. */
  async function expectExactAmounts(player: Player): Promise<void> {
    const { page } = player;
    for (const [typed, expected] of [
      ['', /^Enter an amount in USDB, such as 25\.50\.$/],
      ['25,50', /^Write decimals after a point: 25\.50\.$/],
      ['1.1234567', /^USDB has 6 decimals, this amount has 7\.$/],
      ['-3', /^The amount must be more than 0\.$/],
      ['0.00', /^The amount must be more than 0\.$/],
      ['ten', /^This is no amount\. Write digits and a point, such as 25\.50\.$/],
      ['99999999999999', /^This is no amount/],
    ] as const) {
      await page.fill('#funding', typed);
      await player.press('fund button', 'pay', expected);
      expect(await page.textContent('#funding-error')).toMatch(expected);
      expect(await page.getAttribute('#funding', 'aria-invalid')).toBe('true');
      expect(await page.evaluate('document.activeElement.id')).toBe('funding');
    }
    expect(player.sent.filter((request) => request.url().endsWith('/fund'))).toEqual([]);
    await page.fill('#funding', '12,345.100001');
    await player.press('fund button', 'pay', /^12,345\.100001 USDB were added to the wallet of Rosalind Franklin\.$/);
    expect(await page.getAttribute('#funding', 'aria-invalid')).toBe(null);
    const funding = player.sent.find((request) => request.url().endsWith('/fund'));
    expect(funding?.postData()).toBe('{"amount":12345100001}');
  }

  it('logs in by every method, pays and exports; the page shows both legs and the signed payloads', async () => {
    const player = await Player.start(browser, app.url);
    await player.useToken(app.client);
    const accountId = await player.makeCustomer('player.one@example.com');

    await player.loginByCode('login-email', OTP, /^Logged in with the code by email\.$/);
    await player.page.click('#add-passkey');
    expect((await player.confirms()).title).toBe('Add the passkey “This device”');
    await player.hears('login', /^The credential was added/);
    await player.press('login-passkey', 'login', /^Logged in with the passkey\.$/);
    await player.page.click('#add-sms');
    expect((await player.confirms()).title).toBe('Send login codes to +14155550100');
    await player.hears('login', /^The credential was added/);
    await player.loginByCode('login-sms', OTP, /^Logged in with the code by SMS\.$/);
    await player.page.click('#add-oidc');
    expect((await player.confirms()).title).toMatch(/^Add the login with /);
    await player.hears('login', /^The credential was added/);
    await player.press('login-oidc', 'login', /^Logged in with the identity provider\.$/);
    expect(await sessionsOf(accountId)).toEqual(['EMAIL_OTP', 'OAUTH', 'PASSKEY', 'SMS_OTP']);
    expect(await player.page.locator('#credentials li').allTextContents()).toHaveLength(4);

    await payAndCheck(player);

    await player.page.click('#export');
    expect((await player.confirms()).title).toBe('Show the recovery phrase of this wallet');
    await player.hears('export', /^The recovery phrase was exported\.$/);
    const mnemonic = (await player.page.locator('#mnemonic').textContent()) ?? '';
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true);
    await expectAllAsSent(player);
    await player.leave();
  });

  /** Makes a payment and compares the page with the signed payload and the result. */
  async function payAndCheck(player: Player): Promise<void> {
    await player.press('fund button', 'pay', /^50\.00 USDB were added to the wallet of Ada Lovelace\.$/);
    await player.press('quote button', 'pay', /^The quote was created\./);
    await player.page.click('#execute');
    const { title, lines, payload } = await player.confirms();
    expect(title).toBe('Send 5.00 USDB');
    expect(lines).toContain('They receive');
    await player.hears('pay', /^5\.00 USDB to Frida Kahlo: completed\.$/);
    const [first, second] = (await player.exchanges()).filter(({ leg }) => leg) as [Shown, Shown];
    expect(first.leg).toMatch(/^Leg 1/);
    expect(second.leg).toMatch(/^Leg 2: the same request, the same 0 bytes of body, signed$/);
    const quote = JSON.parse(second.answer.split('\n\n')[1] ?? '');
    await transactionIn(app.client, quote.transactionId, 'COMPLETED');
    await player.press('follow', 'pay', /^5\.00 USDB to Frida Kahlo: completed\.$/);

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
    const shown = await player.exchanges();
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

    await player.press('fund button', 'pay', /were added/);
    await player.press('quote button', 'pay', /^The quote was created/);
    await player.page.click('#execute');
    await player.page.waitForSelector('#confirm[open]');
    await player.page.keyboard.press('Escape');
    await player.hears('pay', /^CANCELLED/);
    const [newest] = await player.exchanges();
    expect(newest?.leg).toMatch(/^Leg 1/);
    expect(await player.page.locator('#quote-lines').textContent()).toContain('pending');

    await player.press('logout', 'login', /^Logged out of the wallet\.$/);
    await player.page.click('#execute');
    await player.hears('pay', /^NO_SESSION/);
    await player.leave();
  });

  it('requires the token after each page load, and stores it nowhere', async () => {
    const player = await Player.start(browser, app.url);
    await player.page.click('text=Use an API token');
    await player.page.fill('#client-id', app.client.clientId);
    await player.page.fill('#client-secret', 'wrong');
    await player.press('token button', 'connect', /^UNAUTHORIZED: /);
    await player.useToken(app.client);
    await player.makeCustomer('player.three@example.com');
    const kept = `Promise.all([...Object.values(localStorage), ...Object.values(sessionStorage), document.cookie])`;
    expect(await player.page.evaluate(kept)).toEqual(['']);
    await player.open(app.url);
    expect(await player.page.inputValue('#client-secret')).toBe('');
    expect(await player.page.isVisible('#search')).toBe(false);
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
    await reach('sandbox-login');
    await keyboard.press('Enter');
    await player.hears('connect', /^You are in the sandbox/);
    await reach('search');
    await keyboard.type('ada lovelace');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await player.hears('customer', /^The wallet of Ada Lovelace is open/);
    await reach('ways');
    await keyboard.press('Enter');
    await reach('login-email');
    await keyboard.press('Enter');
    await player.page.waitForSelector('#code-dialog[open]');
    expect(await player.page.evaluate('document.activeElement.id')).toBe('code');
    await keyboard.type(OTP);
    await keyboard.press('Enter');
    await player.hears('login', /^Logged in with the code by email/);
    await reach('add-passkey');
    await keyboard.press('Enter');
    await player.page.waitForSelector('#confirm[open]');
    await keyboard.press('Tab');
    expect(await player.page.evaluate('document.activeElement.value')).toBe('yes');
    await keyboard.press('Enter');
    await player.hears('login', /^The credential was added/);
    await player.leave();
  });

  it('is accessible on narrow and wide screens, in light and dark mode', async () => {
    const player = await Player.start(browser, app.url, { viewport: { width: 360, height: 740 } });
    const inspect = async () => expect(await flawsIn(player.page)).toEqual([]);
    expect(await flawsAtEachSize(player.page)).toEqual([]);
    await player.page.setViewportSize({ width: 360, height: 740 });
    await player.enter();
    await player.makeCustomer('narrow@example.com');
    await player.page.click('#login-email');
    await player.page.waitForSelector('#code-dialog[open]');
    await inspect();
    await player.giveCode(OTP);
    await player.hears('login', /^Logged in/);
    await player.press('fund button', 'pay', /were added/);
    await player.press('quote button', 'pay', /^The quote was created/);
    await player.page.click('#execute');
    await player.page.waitForSelector('#confirm[open]');
    await inspect();
    await player.confirms();
    await player.hears('pay', /completed\.$/);
    await player.page.locator('#activities .wire > summary').first().click();
    expect(await flawsAtEachSize(player.page)).toEqual([]);
    await player.leave();
  });
});
