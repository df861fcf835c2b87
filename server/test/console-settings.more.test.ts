import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { describeInBrowser } from './support/chromium.ts';
import { newLoginCode } from './support/console.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { png } from './support/documents.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.audit());

describeInBrowser('the console', () => {
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    visitor = await ConsoleVisitor.start(app);
  });
  afterAll(() => visitor?.leave());

  describe('login', () => {
    it('takes a one-time link, removes its code from the address, and takes it once only', async () => {
      const { page } = visitor;
      const code = await newLoginCode(app);
      await visitor.open(`#code=${code}`, 'Home');
      expect(new URL(page.url()).hash).toBe('');
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();

      await page.evaluate(`location.hash = 'code=${code}'`);
      await page.getByText('The login link was used before or has expired.').waitFor();
      await page.getByText('"causeway console" prints another.').waitFor();
      await visitor.checkState();
    });

    it('rejects a wrong secret with the reason, and takes the right one', async () => {
      const { page } = visitor;
      const { clientId, clientSecret } = app.client;
      await visitor.open('/settings/tokens', 'Log in');
      await page.getByLabel('Client id').fill(clientId);
      await page.getByLabel('Client secret').fill(clientSecret.slice(0, 20));
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByText('Unknown client id or wrong secret.').waitFor();
      await page.getByText('It seems to be cut off').waitFor();
      await page.getByLabel('Client secret').fill(clientSecret);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'API tokens' }).waitFor();
    });

    it('is asked for again when the token of the session is revoked', async () => {
      const { page } = visitor;
      const doomed = await app.clientWith(['VIEW']);
      await visitor.logIn(doomed);
      await visitor.open('/settings/tokens', 'API tokens');
      await app.client.delete(`/tokens/${doomed.tokenId}`);
      await page.getByText('The session has ended. Log in again to go on.').waitFor();
    });

    it('is kept when a request of the session before it is rejected late', async () => {
      const { page } = visitor;
      await visitor.logIn(await app.clientWith(['VIEW']));
      let release = (): void => undefined;
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      const isTokens = (url: URL): boolean => url.pathname.endsWith('/tokens') && !url.pathname.startsWith('/console');
      await page.route(isTokens, (route) => isReleased.then(() => route.continue()), { times: 1 });
      const rejected = page.waitForResponse((answer) => isTokens(new URL(answer.url())));
      await visitor.open('/settings/tokens', 'API tokens');
      await visitor.exchange(app.client);
      release();
      expect((await rejected).status()).toBe(401);
      await visitor.open('/settings/tokens', 'API tokens');
      await page.getByRole('button', { name: 'Create token' }).waitFor();
    });
  });

  describe('first page', () => {
    beforeAll(() => visitor.logIn(app.client));

    it('shows a call with the client id of the session and the next step', async () => {
      const { page } = visitor;
      await visitor.open('/', 'Home');
      await page.getByText('Nothing needs attention').waitFor();
      await page.getByText('1 of 5 done').waitFor();
      await page.getByText(`curl -u '${app.client.clientId}':"$CAUSEWAY_CLIENT_SECRET"`).waitFor();
    });

    it('ticks steps by themselves, and lists payments that failed', async () => {
      const { page } = visitor;
      const payer = await newPayer(app.client);
      await page.getByText('3 of 5 done').waitFor();
      const payee = await payeeWithSuffix(app.client, payer.customerId, '004');
      const { body: quote } = await app.client.post('/quotes', quoteFor(payer, payee));
      await app.client.post(`/quotes/${quote.id}/execute`);
      await page.getByText('4 of 5 done').waitFor();
      await page.getByRole('link', { name: '1 failed payment in the last 7 days' }).waitFor();
      await visitor.checkState();
    });
  });

  describe('API tokens', () => {
    beforeAll(() => visitor.logIn(app.client));

    it('are created with a secret that is shown once and works', async () => {
      const { page } = visitor;
      await visitor.open('/settings/tokens', 'API tokens');
      await page.getByText('This session').waitFor();
      await page.getByRole('button', { name: 'Create token' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('payroll server');
      await dialog.getByLabel('TRANSACT').check();
      await visitor.checkState();
      await dialog.getByRole('button', { name: 'Create token' }).click();
      await dialog.getByText('is shown only now').waitFor();
      await visitor.checkState();
      const clientId = (await dialog.getByLabel('client id', { exact: true }).textContent()) ?? '';
      const clientSecret = (await dialog.getByLabel('client secret', { exact: true }).textContent()) ?? '';
      const made = app.client.with({ clientId, clientSecret });
      expect((await made.get('/config')).status).toBe(200);
      expect((await made.post('/tokens', { name: 'x', permissions: ['VIEW'] })).status).toBe(403);

      await page.keyboard.press('Escape');
      await dialog.getByText('is shown only now').waitFor();
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('button', { name: 'Revoke payroll server' }).click();
      await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
      await visitor.checkState();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Revoke payroll server' }).count()).toBe(0);
      expect((await made.get('/config')).status).toBe(401);
    });

    it('are only listed for a session without MANAGE', async () => {
      const { page } = visitor;
      await visitor.logIn(await app.clientWith(['VIEW']));
      await visitor.open('/settings/tokens', 'API tokens');
      await page.getByRole('table').waitFor();
      expect(await page.getByRole('button', { name: /Create token|Revoke/ }).count()).toBe(0);
      await visitor.open('/settings/platform', 'Platform settings');
      await page.getByText('Changes need a token with MANAGE.').waitFor();
      await page.getByRole('table', { name: 'Currencies of the platform' }).waitFor();
      expect(await page.getByRole('button', { name: /Save|Rotate|Add|Edit/ }).count()).toBe(0);
      await visitor.checkState();
    });
  });

  describe('platform settings', () => {
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      receiver = await openReceiver();
      await visitor.logIn(app.client);
    });
    afterAll(() => receiver.close());

    it('set the webhook endpoint, test it and rotate its keys', async () => {
      const { page } = visitor;
      await visitor.open('/settings/platform', 'Platform settings');
      await page.getByRole('table', { name: 'Webhook signing keys' }).waitFor();
      await page.getByLabel('URL').fill('not a url');
      await page.getByRole('button', { name: 'Save endpoint' }).click();
      await page.getByRole('alert').getByText('webhookEndpoint').first().waitFor();
      await page.getByLabel('URL').fill(receiver.url);
      await page.getByRole('button', { name: 'Save endpoint' }).click();
      await page.getByText('Webhook endpoint saved').waitFor();
      await page.getByRole('button', { name: 'Send test event' }).click();
      await page.getByText('The endpoint answered with status 200').waitFor();

      await page.getByRole('button', { name: 'Show the secret' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Rotate keys' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate keys' }).click();
      await page.getByText('Retiring').first().waitFor();
      await visitor.checkState();
    });

    it('change the limits of a currency, a fee, the UMA domain and the brand of hosted pages', async () => {
      const { page } = visitor;
      await visitor.open('/settings/platform', 'Platform settings');
      await page.getByRole('button', { name: 'Edit USD', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Largest payment').fill('12,500.505');
      await dialog.getByText('at most 2 decimals').waitFor();
      await dialog.getByLabel('Largest payment').fill('12,500.50');
      await visitor.checkState();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('USD saved').waitFor();
      await page.getByText('12,500.50').waitFor();

      await page.getByRole('button', { name: 'Add fee' }).click();
      await dialog.getByLabel('Share of the amount in percent').fill('0.75');
      await dialog.getByLabel('Fixed fee in USD').fill('0.30');
      await visitor.checkState();
      await dialog.getByRole('button', { name: 'Add fee' }).click();
      await page.getByRole('row', { name: /USD 0.75 % 0.30/ }).waitFor();

      await page.getByLabel('Domain').fill('pay.example.com');
      await page.getByRole('button', { name: 'Save domain' }).click();
      await page.getByText('$ada@pay.example.com').waitFor();
      await page.getByLabel('Accent colour').fill('#5b3df5');
      await page.getByLabel('Language').selectOption('German');
      await page.getByRole('button', { name: 'Save pages' }).click();
      await page.getByText('Hosted pages saved').waitFor();
      const file = { name: 'logo.png', mimeType: 'image/png', buffer: png() };
      await page.getByLabel('Logo').setInputFiles(file);
      await page.getByRole('img', { name: 'Logo' }).waitFor();
      await visitor.checkState();

      const { body } = await app.client.get('/config');
      expect(body).toMatchObject({
        hostedPages: { accentColor: '#5b3df5', language: 'de', logoUrl: expect.stringContaining('.png') },
        umaDomain: 'pay.example.com',
        feeConfigs: [{ sourceCurrency: 'USD', variableFeeBps: 75, fixedFee: { amount: 30, currency: 'USD' } }],
      });
      const usd = body.supportedCurrencies.find((one: { currencyCode: string }) => one.currencyCode === 'USD');
      expect(usd.maxAmount).toBe(1_250_050);
    });
  });
});
