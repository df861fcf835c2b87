import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../../server/test/support/chromium.ts';
import { newWallet } from '../../../server/test/support/wallets.ts';
import { HTML, Site, siteFiles } from './support/page.ts';
import { Scene } from './support/scene.ts';

let scene: Scene;

describeInBrowser('errors of a wallet in a real browser', () => {
  beforeAll(async () => {
    scene = await Scene.start();
  });
  afterEach(() => scene.leave());
  afterAll(() => scene?.stop());

  it('detects a session that was ended elsewhere', async () => {
    const client = await scene.app.newPlatform();
    const other = await Site.start(client);
    await scene.arrive({ client, site: other });
    await scene.loginByEmail();
    await client.post('/sandbox/clock/advance', { seconds: 16 * 60 });
    const codes = await scene.run(async (window, accountId) => {
      const wallet = window.open_(accountId);
      return [await window.failure(wallet.exportWallet()), await window.failure(wallet.exportWallet())];
    });
    expect(codes).toEqual(['SESSION_EXPIRED', 'NO_SESSION']);
    for (const [method, expected] of Object.entries({ refresh: 'SESSION_EXPIRED', logout: 'NONE' })) {
      expect((await scene.loginByEmail()).remainingMs).toBeGreaterThan(14 * 60_000);
      await client.post('/sandbox/clock/advance', { seconds: 16 * 60 });
      const asked = { accountId: scene.holder.accountId, method };
      const code = await scene.visit.run(
        (window, one) => window.failure(window.open_(one.accountId)[one.method]()),
        asked,
      );
      expect([method, code]).toEqual([method, expected]);
    }
    other.stop();
  });

  it('cannot access the wallet of another user of the platform', async () => {
    await scene.arrive();
    const stranger = await newWallet(scene.app.client);
    const login = (accountId: string) =>
      scene.visit.run(
        (window, id) => window.failure(window.open_(id).loginWithEmailCode({ code: () => '000000' })),
        accountId,
      );
    expect(await login(stranger.accountId)).toBe('REJECTED');
    expect(await login(scene.holder.accountId)).toBe('NONE');
  });

  it('distinguishes a declined passkey, an existing one and one of another site', async () => {
    await scene.arrive();
    const codeOf = (options: object = {}) =>
      scene.visit.run(
        (window, { accountId, more }) =>
          window.failure(window.open_(accountId, more).registerPasskey({ nickname: 'Phone' })),
        { accountId: scene.holder.accountId, more: options },
      );
    expect(await codeOf()).toBe('NO_SESSION');
    await scene.loginByEmail();
    expect(await codeOf({ relyingParty: { id: 'bank.example' } })).toBe('WRONG_ORIGIN');
    await scene.visit.isWilling(false);
    expect(await codeOf()).toBe('CANCELLED');
    await scene.visit.isWilling(true);
    expect(await codeOf()).toBe('NONE');
    expect(await codeOf()).toBe('ALREADY_REGISTERED');
    await scene.visit.isWilling(false);
    const login = await scene.run((window, id) => window.failure(window.open_(id).loginWithPasskey()));
    expect(login).toBe('CANCELLED');
  });

  it('reports that the platform does not allow the origin of the page', async () => {
    const client = await scene.app.newPlatform();
    const relyingParties = [{ id: 'localhost', name: 'Shop', origins: ['https://shop.example'] }];
    expect((await client.patch('/config', { embeddedWalletConfig: { relyingParties } })).status).toBe(200);
    const other = await Site.start(client);
    await scene.arrive({ client, site: other });
    await scene.loginByEmail();
    const code = await scene.run((window, id) =>
      window.failure(window.open_(id).registerPasskey({ nickname: 'Phone' })),
    );
    expect(code).toBe('WRONG_ORIGIN');
    other.stop();
  });

  it('reports a page without https and a service that does not answer', async () => {
    await scene.arrive();
    const files = await siteFiles();
    await scene.visit.page.route('http://shop.test/**', (route) => {
      const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ['text/html', HTML];
      return route.fulfill({ contentType, body });
    });
    await scene.visit.open('http://shop.test/');
    const codes = await scene.run(async (window, accountId) => {
      const transport = async () => ({ status: 200, headers: new Headers(), body: '{"data":[]}' });
      const wallet = window.open_(accountId, { transport });
      const lost = window.open_(accountId, { transport: 'http://localhost:1/wallet' });
      const calls = [wallet.registerPasskey({ nickname: 'x' }), wallet.exportWallet(), lost.credentials()];
      return Promise.all(calls.map(window.failure));
    });
    expect(codes).toEqual(['UNSUPPORTED', 'UNSUPPORTED', 'NETWORK']);
  });
});
