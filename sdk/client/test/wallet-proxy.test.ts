import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from '../../../server/test/support/app.ts';
import { newWallet, type Wallet } from '../../../server/test/support/wallets.ts';
import { createWalletProxy, type WalletProxyHandler } from '../src/wallet-proxy.ts';
import { clientOf } from './support.ts';

let app: TestApp;
let wallet: Wallet;
let proxy: WalletProxyHandler;
beforeAll(async () => {
  app = await TestApp.shared();
  wallet = await newWallet(app.client);
  proxy = createWalletProxy({ client: clientOf(app.client), accountIdOf: () => wallet.accountId });
});
afterAll(() => app.stop());

describe('the wallet proxy of a client', () => {
  it('answers requests of Fetch and of node:http with the wallet of the user', async () => {
    const server = createServer(proxy).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const path = `/wallet/auth/credentials?accountId=${encodeURIComponent(wallet.accountId)}`;
    const responses = [await proxy(new Request(`http://shop.example${path}`)), await fetch(origin + path)];
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ data: [{ accountId: wallet.accountId }] });
    }
    server.close();
    server.closeAllConnections();
  });

  it('rejects the wallet of another user', async () => {
    const other = await newWallet(app.client);
    const path = `/wallet/auth/credentials?accountId=${encodeURIComponent(other.accountId)}`;
    expect((await proxy(new Request(`http://shop.example${path}`))).status).toBe(403);
  });
});
