import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../../server/test/support/chromium.ts';
import { transactionIn } from '../../../server/test/support/payments.ts';
import { payingFrom } from './support/quotes.ts';
import { Scene } from './support/scene.ts';

let scene: Scene;

const registerPasskey = (nickname = 'Laptop') =>
  scene.visit.run(
    (window, { accountId, nickname: name }) => window.open_(accountId).registerPasskey({ nickname: name }),
    {
      accountId: scene.holder.accountId,
      nickname,
    },
  );

describeInBrowser('a wallet in a real browser, through the proxy, against the real service', () => {
  beforeAll(async () => {
    scene = await Scene.start();
  });
  afterEach(() => scene.leave());
  afterAll(() => scene?.stop());

  it('opens a session with a code sent by email', async () => {
    await scene.arrive();
    const session = await scene.loginByEmail();
    expect(session).toMatchObject({ accountId: scene.holder.accountId, type: 'EMAIL_OTP' });
    const { body } = await scene.app.client.get(`/auth/sessions?accountId=${scene.holder.accountId}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([session.id]);
  });

  it('prompts again after a wrong code and opens a session with the correct one', async () => {
    await scene.arrive();
    const problems = await scene.run(async (window, accountId) => {
      const problems: unknown[] = [];
      const code = ({ problem }: any) => (problems.push(problem ?? null) === 1 ? '111111' : '000000');
      await window.open_(accountId).loginWithEmailCode({ code });
      return problems;
    });
    expect(problems).toEqual([null, 'WRONG_CODE']);
  });

  it('adds a passkey after confirmation and signature, and logs in with it', async () => {
    await scene.arrive();
    await scene.loginByEmail();
    const passkey = await registerPasskey();
    expect(passkey).toMatchObject({ type: 'PASSKEY', nickname: 'Laptop', accountId: scene.holder.accountId });
    const shown = await scene.run((window) => window.shown);
    expect(shown).toEqual(['Add the passkey “Laptop”']);
    for (let i = 0; i < 2; i++) {
      const session = await scene.run((window, id) => window.open_(id).loginWithPasskey());
      expect(session).toMatchObject({ type: 'PASSKEY', accountId: scene.holder.accountId });
    }
  });

  it('uses the passkey last used on this device, or the chosen one', async () => {
    await scene.arrive();
    await scene.loginByEmail();
    await registerPasskey('First');
    await scene.visit.removeAuthenticator();
    await scene.visit.addAuthenticator();
    await registerPasskey('Second');
    const login = await scene.run((window, id) => window.failure(window.open_(id).loginWithPasskey()));
    expect(login).toBe('NONE');
    const other = await scene.run((window, id) => {
      const choose = (all: any[]) => all.find(({ nickname }) => nickname === 'First');
      return window.failure(window.open_(id).loginWithPasskey({ choose }));
    });
    expect(other).toBe('CANCELLED');
  });

  it('adds a phone number and an identity provider, and opens sessions with them', async () => {
    await scene.arrive();
    await scene.loginByEmail();
    const types = await scene.run(async (window, accountId) => {
      const wallet = window.open_(accountId);
      const part = (value: object) =>
        btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const token = (more: object) => {
        const iat = Math.floor(Date.now() / 1_000);
        const claims = {
          iss: 'https://accounts.google.com',
          aud: 'shop',
          sub: accountId,
          email: 'ada@gmail.com',
          iat,
          exp: iat + 300,
        };
        return `${part({ alg: 'RS256' })}.${part({ ...claims, ...more })}.dummy`;
      };
      const add = (body: object) =>
        wallet.signedRetry({ method: 'POST', path: '/auth/credentials', body: { accountId, ...body } });
      const statuses = [
        (await add({ type: 'SMS_OTP' })).status,
        (await add({ type: 'OAUTH', oidcToken: token({}) })).status,
      ];
      const sms = await wallet.loginWithSmsCode({ code: () => '000000' });
      const oidc = await wallet.loginWithOidc({ oidcToken: (nonce: string) => token({ nonce }) });
      const redirected = await wallet
        .oidcNonce()
        .then((nonce: string) => wallet.loginWithOidc({ oidcToken: token({ nonce }) }));
      const forged = await window.failure(wallet.loginWithOidc({ oidcToken: () => token({ nonce: 'other' }) }));
      return [...statuses, sms.type, oidc.type, redirected.type, forged];
    });
    expect(types).toEqual([201, 201, 'SMS_OTP', 'OAUTH', 'OAUTH', 'REJECTED']);
  });

  it('pays a quote that is described, confirmed, signed and executed once', async () => {
    await scene.arrive();
    await scene.loginByEmail();
    const quote = await (await payingFrom(scene.holder))();
    const paid = await scene.visit.run(
      async (window, { accountId, path }) => {
        const headers = { 'Idempotency-Key': crypto.randomUUID() };
        const { status, body } = await window.open_(accountId).signedRetry({ method: 'POST', path, headers });
        return { status, body, shown: window.shown };
      },
      { accountId: scene.holder.accountId, path: `/quotes/${quote.id}/execute` },
    );
    expect(paid).toMatchObject({ status: 200, body: { id: quote.id }, shown: ['Send 5.00 USDB'] });
    await transactionIn(scene.app.client, quote.transactionId, 'COMPLETED');
  });

  it('signs the payload of a quote for a request that the platform sends', async () => {
    await scene.arrive();
    await scene.loginByEmail();
    const quote = await (await payingFrom(scene.holder))();
    const argument = { accountId: scene.holder.accountId, payload: quote.payloadToSign };
    const stamp = await scene.visit.run(
      (window, { accountId, payload }) => window.open_(accountId).sign(payload),
      argument,
    );
    const headers = { 'service-wallet-signature': stamp as string };
    expect((await scene.app.client.post(`/quotes/${quote.id}/execute`, undefined, { headers })).status).toBe(200);
  });

  it('does not pay a quote that the user does not confirm', async () => {
    await scene.arrive();
    await scene.loginByEmail();
    const quote = await (await payingFrom(scene.holder))();
    const argument = { accountId: scene.holder.accountId, path: `/quotes/${quote.id}/execute` };
    const code = await scene.visit.run((window, { accountId, path }) => {
      const wallet = window.open_(accountId, { confirm: () => false });
      return window.failure(wallet.signedRetry({ method: 'POST', path }));
    }, argument);
    expect(code).toBe('CANCELLED');
    expect((await scene.app.client.get(`/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });

  it('exports the recovery phrase and reports that the sandbox has not signed it', async () => {
    await scene.arrive();
    await scene.loginByEmail();
    const results = await scene.run(async (window, accountId) => {
      const strict = await window.failure(window.open_(accountId, { sandbox: false }).exportWallet());
      return [strict, await window.open_(accountId).exportWallet(), await window.open_(accountId).exportWallet()];
    });
    const [strict, first, second] = results as [string, { mnemonic: string; isSigned: boolean }, object];
    expect(strict).toBe('UNTRUSTED');
    expect(first.isSigned).toBe(false);
    expect(first.mnemonic.split(' ').length).toBeGreaterThanOrEqual(12);
    expect(second).toEqual(first);
  });

  it('keeps its session across a reload, with a key that no script can read, and replaces it on refresh', async () => {
    await scene.arrive();
    const session = await scene.loginByEmail();
    await scene.visit.open(scene.site.origin);
    expect(await scene.run((window, id) => window.open_(id).session())).toMatchObject({
      id: session.id,
    });
    const stolen = await scene.run(async (window, accountId) => {
      const { privateKey } = await window.sdk.browserKeyStore().get(`session/${accountId}`);
      return crypto.subtle.exportKey('pkcs8', privateKey).then(
        () => 'exported',
        ({ name }) => name,
      );
    });
    expect(stolen).toBe('InvalidAccessError');
    const refreshed = await scene.run((window, id) => window.open_(id).refresh());
    expect(refreshed.id).not.toBe(session.id);
    expect(refreshed.publicKey).not.toBe(session.publicKey);
    expect(await scene.run((window, id) => window.open_(id).refresh())).toMatchObject({
      type: 'EMAIL_OTP',
    });
  });

  it('keeps its keys in memory if the browser has no IndexedDB', async () => {
    await scene.arrive();
    await scene.visit.page.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await scene.visit.open(scene.site.origin);
    const ids = await scene.run(async (window, accountId) => {
      const wallet = window.open_(accountId);
      const { id } = await wallet.loginWithEmailCode({ code: () => '000000' });
      return [id === (await wallet.session()).id, (await wallet.refresh()).id !== id];
    });
    expect(ids).toEqual([true, true]);
  });

  it('logs out at the service and on the device', async () => {
    await scene.arrive();
    await scene.loginByEmail();
    const after = await scene.run(async (window, accountId) => {
      const wallet = window.open_(accountId);
      await wallet.logout();
      return [(await wallet.session()) ?? null, await window.failure(wallet.refresh())];
    });
    expect(after).toEqual([null, 'NO_SESSION']);
    expect((await scene.app.client.get(`/auth/sessions?accountId=${scene.holder.accountId}`)).body.data).toEqual([]);
  });
});
