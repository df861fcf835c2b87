import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { TestApp } from './support/app.ts';
import { builtPage } from './support/built-page.ts';
import { headersOf, sameOrigin, send } from './support/console.ts';

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
    expect((await enterSandbox(serious.url)).status).toBe(404);
    await serious.stop();
  });
});

const enterSandbox = (url: string, headers: Record<string, string> = sameOrigin) =>
  send(`${url}/playground/login`, { method: 'POST', headers });

describe('the login of the playground without credentials', () => {
  it('opens a session of the first sandbox', async () => {
    const answer = await enterSandbox(app.url);
    expect(answer.status).toBe(200);
    expect(answer.json.session).toMatchObject({ kind: 'TOKEN', platform: { id: app.client.platformId } });
    const config = `${app.url}${BASE_PATH}/config`;
    expect((await send(config, { headers: headersOf(answer) })).status).toBe(200);
    expect((await send(config, { headers: { 'x-console-session': answer.json.key } })).status).toBe(401);
  });

  it.each([
    ['a page of another origin', { 'sec-fetch-site': 'same-site' }, 403],
    ['a page of another domain that resolves to this machine', { ...sameOrigin, host: 'evil.example' }, 421],
    ['a browser behind a proxy', { ...sameOrigin, 'x-forwarded-for': '203.0.113.9' }, 403],
    ['a browser behind a tunnel', { ...sameOrigin, forwarded: 'for=203.0.113.9' }, 403],
    ['a program', {}, 403],
  ])('rejects %s', async (_from, headers, status) => {
    const answer = await enterSandbox(app.url, headers);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([status, undefined]);
  });

  it.each([
    ['a HOST beyond this machine', { host: '0.0.0.0' }],
    ['a PUBLIC_URL', { publicUrl: 'https://pay.example.com' }],
  ])('does not exist with %s', async (_setting, config) => {
    const other = await TestApp.start({ config, beside: app });
    expect((await enterSandbox(other.url)).status).toBe(404);
    const page = await (await fetch(`${other.url}/playground`)).text();
    expect(page).toContain('data-login="token"');
    expect(page).not.toContain('id="sandbox-login"');
    await other.stop();
  });
});
