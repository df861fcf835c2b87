import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { openReceiver } from './support/webhook-receiver.ts';

let app: TestApp;
let client: Client;
let inviterUma: string;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  inviterUma = await newUma(client);
});
afterAll(() => app.stop());

async function newUma(platform: Client, more: object = {}): Promise<string> {
  const { body } = await platform.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada', ...more });
  return body.umaAddress;
}

const invite = (more: object = {}, platform = client) => platform.post('/invitations', { inviterUma, ...more });
const newCode = async (more: object = {}): Promise<string> => (await invite(more)).body.code;
const claim = (code: string, platform = client, inviteeUma = '$grace@bank.example') =>
  platform.post(`/invitations/${code}/claim`, { inviteeUma });
const cancel = (code: string, platform = client) => platform.post(`/invitations/${code}/cancel`);
const soon = () => new Date(Date.now() + 3_600_000).toISOString();

describe('an invitation', () => {
  it('has a code of eight hex digits, a link, and the details given by the inviter', async () => {
    const expiresAt = soon();
    const { status, body } = await invite({ firstName: 'Grace', amountToSend: 1_250, expiresAt });
    expect(status).toBe(201);
    expect(body).toEqual({
      code: expect.stringMatching(/^[0-9a-f]{8}$/),
      createdAt: expect.any(String),
      url: `${app.url}/invitations/${body.code}`,
      expiresAt,
      inviterUma,
      status: 'PENDING',
      firstName: 'Grace',
      amountToSend: { amount: 1_250, currency: expect.objectContaining({ code: 'USD', decimals: 2 }) },
    });
    expect((await client.get(`/invitations/${body.code}`)).body).toEqual(body);
  });

  it("has its amount in the inviter's currency", async () => {
    const holder = await newUma(client, { currencies: ['USDC'] });
    const { body } = await client.post('/invitations', { inviterUma: holder.toUpperCase(), amountToSend: 5 });
    expect(body.amountToSend.currency.code).toBe('USDC');
    expect(body.inviterUma).toBe(holder);
  });

  it.each([
    ['an invalid address', { inviterUma: 'ada' }, 'INVALID_UMA_ADDRESS'],
    ['an unknown inviter', { inviterUma: '$nobody@bank.example' }, 'INVALID_UMA_ADDRESS'],
    ['no amount', { amountToSend: 0 }, 'INVALID_INPUT'],
    ['a fractional amount', { amountToSend: 0.5 }, 'INVALID_INPUT'],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'INVALID_INPUT'],
    ['a missing inviter', { inviterUma: undefined }, 'INVALID_INPUT'],
  ])('with %s is rejected', async (_what, more, code) => {
    const { status, body } = await invite(more);
    expect([status, body.code]).toEqual([400, code]);
  });

  it('is rejected if the operator has disabled invitations', async () => {
    const without = await TestApp.start({ beside: app, config: { invitationUrl: false } });
    const { status, body } = await invite({}, without.client);
    expect([status, body.code]).toEqual([400, 'INVITATIONS_NOT_CONFIGURED']);
    await without.stop();
  });

  it("links to the operator's page if one is configured", async () => {
    const own = await TestApp.start({ beside: app, config: { invitationUrl: 'https://join.example/i' } });
    const { body } = await invite({}, own.client);
    expect(body.url).toBe(`https://join.example/i/${body.code}`);
    await own.stop();
  });

  it('that is unknown returns 404 INVITATION_NOT_FOUND', async () => {
    for (const answer of [
      await client.get('/invitations/ffffffff'),
      await claim('ffffffff'),
      await cancel('ffffffff'),
      await client.get(`/invitations/${'x'.repeat(60)}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'INVITATION_NOT_FOUND']);
    }
  });
});

describe('a claim', () => {
  it('by any platform notifies the inviting platform, once', async () => {
    const receiver = await openReceiver();
    const home = await app.newPlatform();
    const { body } = await home.post('/invitations', { inviterUma: await newUma(home) });
    await home.patch('/config', { webhookEndpoint: receiver.url });
    const guest = await app.newPlatform();
    expect((await guest.get(`/invitations/${body.code}`)).body).toEqual(body);
    const claimed = await claim(body.code, guest, '$Grace@Bank.example');
    expect(claimed.status).toBe(200);
    expect(claimed.body).toEqual({
      ...body,
      status: 'CLAIMED',
      inviteeUma: '$grace@bank.example',
      claimedAt: expect.any(String),
    });
    const events = await receiver.events(1);
    const [notified] = events.filter(({ event }) => event.type === 'INVITATION.CLAIMED');
    expect(notified?.event.data).toEqual(claimed.body);
    app.contract.checkEvent(notified?.event);
    const { body: others } = await guest.get('/webhooks/events?type=INVITATION.CLAIMED');
    expect(others.data).toEqual([]);
    await receiver.close();
  });

  it('succeeds for exactly one of fifty concurrent requests', async () => {
    const code = await newCode();
    const guest = await app.newPlatform();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => claim(code, i % 2 ? client : guest, `$grace${i}@bank.example`)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect((await client.get(`/invitations/${code}`)).body).toEqual(won[0]?.body);
    for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
      expect([status, body.code]).toEqual([400, 'INVITATION_ALREADY_CLAIMED']);
    }
    const { body: events } = await client.get(`/webhooks/events?type=INVITATION.CLAIMED&resourceId=${code}`);
    expect(events.data).toHaveLength(1);
  });

  it('by an invalid address or by the inviter is rejected and changes nothing', async () => {
    const code = await newCode();
    expect((await claim(code, client, 'grace')).body.code).toBe('INVALID_UMA_ADDRESS');
    expect((await claim(code, client, inviterUma)).body.details.errors[0].field).toBe('inviteeUma');
    expect((await client.get(`/invitations/${code}`)).body.status).toBe('PENDING');
  });
});

describe('a cancellation', () => {
  it('by the inviting platform is final', async () => {
    const code = await newCode();
    const cancelled = await cancel(code);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
    for (const answer of [await claim(code), await cancel(code)]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'INVITATION_CANCELLED']);
    }
  });

  it('by another platform returns 403, and a claimed invitation stays claimed', async () => {
    const code = await newCode();
    const stranger = await app.newPlatform();
    const rejected = await cancel(code, stranger);
    expect([rejected.status, rejected.body.code]).toEqual([403, 'FORBIDDEN']);
    await claim(code, stranger);
    const late = await cancel(code);
    expect([late.status, late.body.code]).toEqual([400, 'INVITATION_ALREADY_CLAIMED']);
  });
});

describe('an invitation of one mode', () => {
  it('is neither shown to nor claimed by platforms of the other', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const code = await newCode();
    const real = (await production.post('/invitations', { inviterUma: await newUma(production) })).body.code;
    const answers = [
      await production.get(`/invitations/${code}`),
      await claim(code, production),
      await cancel(code, production),
      await client.get(`/invitations/${real}`),
      await claim(real),
      await cancel(real),
    ];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['404 INVITATION_NOT_FOUND']),
    );
    expect([(await claim(code)).status, (await claim(real, production)).status]).toEqual([200, 200]);
  });
});

describe('an unknown code', () => {
  it('counts towards the limits of its platform and of the whole service, before the lookup', async () => {
    const own = await TestApp.start({ beside: app });
    const code = await newCode();
    const guess = async (platform: Client, count: number) => {
      const path = (i: number) => `/invitations/${i.toString(16).padStart(8, 'z')}`;
      const answers = await Promise.all(Array.from({ length: count }, (_, i) => platform.get(path(i))));
      return answers.map(({ status, body }) => (status === 429 ? body.message : body.code));
    };
    const platforms = await Promise.all(Array.from({ length: 4 }, () => own.newPlatform()));
    const [first, second, third, fourth] = platforms as [Client, Client, Client, Client];
    expect(new Set(await guess(first, 90))).toEqual(new Set(['INVITATION_NOT_FOUND']));
    expect((await first.get(`/invitations/${code}`)).status).toBe(200);
    expect(await guess(first, 50)).toContain('Too many requests with this platform.');
    const rejected = await claim(code, first);
    expect([rejected.status, rejected.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await second.get(`/invitations/${code}`)).status).toBe(200);
    await Promise.all([guess(second, 100), guess(third, 100)]);
    expect(await guess(fourth, 60)).toContain('Too many requests of this kind on the whole service.');
    await own.stop();
  });
});

describe('the page of an invitation', () => {
  const show = async (path: string, at = app.url, language = 'en') => {
    const response = await fetch(`${at}/invitations/${path}`, { headers: { 'accept-language': language } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const isInviting = (text: string) => /You are invited|invites you|wants to send/.test(text);

  it('shows the first name, the platform, the amount in decimals, the code and the expiry, but no address', async () => {
    const { body } = await invite({ firstName: '<b>Grace', amountToSend: 123_405, expiresAt: '2099-01-02T03:04:05Z' });
    const { status, text, headers } = await show(body.code);
    for (const part of [
      '&lt;b&gt;Grace invites you',
      'who uses test,',
      '>1,234.05 USD<',
      `>${body.code}<`,
      '2 January 2099',
    ]) {
      expect(text).toContain(part);
    }
    expect([status, text.includes(inviterUma), text.includes('test invitation')]).toEqual([200, false, true]);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    expect((await show(await newCode())).text).toContain('You are invited');
  });

  it('shows an invitation of production without a note about tests', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const { body } = await production.post('/invitations', { inviterUma: await newUma(production) });
    const { status, text } = await show(body.code);
    expect([status, isInviting(text), text.includes('test invitation')]).toEqual([200, true, false]);
  });

  it('never invites with a code that is unknown, accepted, cancelled or expired', async () => {
    const home = await app.newPlatform();
    const details = { inviterUma: await newUma(home), firstName: 'Grace', expiresAt: soon() };
    const codes: string[] = [];
    for (let i = 0; i < 3; i++) codes.push((await home.post('/invitations', details)).body.code);
    const [claimed = '', cancelled = '', expired = ''] = codes;
    await claim(claimed, home);
    await cancel(cancelled, home);
    await home.post('/sandbox/clock/advance', { seconds: 3_601 });
    for (const [path, status, title] of [
      [claimed, 410, 'This invitation was already accepted'],
      [cancelled, 410, 'This invitation was cancelled'],
      [expired, 410, 'This invitation has expired'],
      ['ffffffff', 404, 'This invitation does not exist'],
      ['%00', 404, 'This invitation does not exist'],
      ['%3Cscript%3E', 404, 'This invitation does not exist'],
    ] as const) {
      const page = await show(path);
      expect([path, page.status, page.text.includes(`${title}</h1>`)]).toEqual([path, status, true]);
      expect([path, isInviting(page.text), page.text.includes('Grace')]).toEqual([path, false, false]);
    }
  });

  it('counts wrong codes of an address before the lookup, apart from those of platforms', async () => {
    const own = await TestApp.start({ beside: app });
    const code = await newCode();
    for (let i = 0; i < 35; i++) expect((await show(code, own.url)).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, i) => show(`0000000${i % 10}`, own.url)));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404, 429]));
    const limited = await show(code, own.url);
    expect([limited.status, limited.text.includes('Please wait a moment</h1>'), isInviting(limited.text)]).toEqual([
      429,
      true,
      false,
    ]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await show(code, own.url, 'fr')).text).toContain('Veuillez patienter un instant</h1>');
    expect((await own.client.get(`/invitations/${code}`)).status).toBe(200);
    await own.stop();
  });
});

describe('the expiry of an invitation', () => {
  it('is after 30 days by default', async () => {
    const home = await app.newPlatform();
    const { body } = await home.post('/invitations', { inviterUma: await newUma(home) });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(30 * 86_400_000);
    await home.post('/sandbox/clock/advance', { seconds: 30 * 86_400 });
    expect((await claim(body.code, home)).body.details.reason).toBe('INVITATION_EXPIRED');
  });

  it('follows the clock of its own platform for every caller', async () => {
    const home = await app.newPlatform();
    const { body } = await home.post('/invitations', { inviterUma: await newUma(home), expiresAt: soon() });
    const statusFor = async (platform: Client) => (await platform.get(`/invitations/${body.code}`)).body.status;
    await client.post('/sandbox/clock/advance', { seconds: 7_200 });
    expect([await statusFor(client), await statusFor(home)]).toEqual(['PENDING', 'PENDING']);
    await home.post('/sandbox/clock/advance', { seconds: 3_601 });
    expect([await statusFor(client), await statusFor(home)]).toEqual(['EXPIRED', 'EXPIRED']);
    for (const answer of [await claim(body.code, client), await cancel(body.code, home)]) {
      expect([answer.status, answer.body.details.reason]).toEqual([400, 'INVITATION_EXPIRED']);
    }
  });
});
