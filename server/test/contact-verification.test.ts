import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/foundation/config.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { type MailServer, openMailServer, openSmsGateway, type SmsGateway } from './support/gateways.ts';
import { send, signedHeaders } from './support/wallets.ts';

let mail: MailServer;
let sms: SmsGateway;
let app: TestApp;
beforeAll(async () => {
  mail = await openMailServer();
  sms = await openSmsGateway();
  const config = readConfig({
    SMTP_URL: mail.url,
    MAIL_FROM: '"Causeway, Inc." <no-reply@causeway.test>',
    SMS_URL: sms.url,
    SMS_TOKEN: 'sms-token',
  });
  app = await TestApp.start({ config });
});
afterAll(async () => {
  await app.stop();
  await mail.close();
  await sms.close();
});

const european = { customerType: 'INDIVIDUAL', region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' };

const createWith = async (client: Client, more: object = {}) =>
  (await client.post('/customers', { ...european, ...more })).body;

const verify = (client: Client, id: string, channel: string) => client.post(`/customers/${id}/verify-${channel}`);
const confirm = (client: Client, id: string, channel: string, code: string) =>
  client.post(`/customers/${id}/verify-${channel}/confirm`, { code });

/** Signed if the contact is a wallet credential, as an email is on a platform with wallets. */
const move = async (client: Client, id: string, contact: object) => {
  const ask = { method: 'PATCH', path: `/customers/${id}`, body: { customerType: 'INDIVIDUAL', ...contact } };
  const first = await send(client, ask);
  if (first.status !== 202) return first;
  return send(client, ask, signedHeaders(first.body.requestId, 'sandbox-valid-signature'));
};

describe('contact verification in the sandbox', () => {
  it('is required under strong customer authentication, for the channels the customer has', async () => {
    const { client } = app;
    expect((await createWith(client)).contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
    const { body: onlyMail } = await client.post('/customers', {
      customerType: 'INDIVIDUAL',
      nationality: 'GB',
      email: 'a@b.co',
    });
    expect(onlyMail.contactVerification).toEqual({ email: 'PENDING' });
    const { body: american } = await client.post('/customers', { ...european, region: 'US' });
    expect(american.contactVerification).toBeUndefined();
  });

  it.each([
    ['email', 'EMAIL', 'ada@example.com'],
    ['phone', 'SMS', '+4915112345678'],
  ])('sends a code by %s that can be read in the inbox and confirmed', async (channel, inboxChannel, to) => {
    const client = await app.newPlatform();
    const customer = await createWith(client);
    expect((await verify(client, customer.id, channel)).status).toBe(204);
    const { body: inbox } = await client.get(`/sandbox/messages?channel=${inboxChannel}`);
    expect(inbox.data).toEqual([expect.objectContaining({ channel: inboxChannel, to, code: '123456' })]);
    expect(inbox.data[0].text).toContain('123456');
    const confirmed = await confirm(client, customer.id, channel, '123456');
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.contactVerification[channel]).toBe('VERIFIED');
    expect((await client.get(`/customers/${customer.id}`)).body).toEqual(confirmed.body);
  });

  it('rejects a wrong code, a used code, and a code that was never sent', async () => {
    const customer = await createWith(app.client);
    const never = await confirm(app.client, customer.id, 'email', '123456');
    expect([never.status, never.body.code]).toEqual([400, 'INVALID_INPUT']);
    await verify(app.client, customer.id, 'email');
    expect((await confirm(app.client, customer.id, 'email', '654321')).status).toBe(400);
    expect((await confirm(app.client, customer.id, 'email', '123456')).status).toBe(200);
    const again = await confirm(app.client, customer.id, 'email', '123456');
    expect([again.status, again.body.details.reason]).toEqual([409, 'ALREADY_VERIFIED']);
  });

  it('accepts five attempts, concurrent ones included, and then no code at all', async () => {
    const customer = await createWith(app.client);
    await verify(app.client, customer.id, 'email');
    await Promise.all(Array.from({ length: 5 }, () => confirm(app.client, customer.id, 'email', '000001')));
    expect((await confirm(app.client, customer.id, 'email', '123456')).status).toBe(400);
    await verify(app.client, customer.id, 'email');
    expect((await confirm(app.client, customer.id, 'email', '123456')).status).toBe(200);
  });

  it('expires a code after ten minutes on the clock of the platform', async () => {
    const client = await app.newPlatform();
    const customer = await createWith(client);
    await verify(client, customer.id, 'email');
    await client.post('/sandbox/clock/advance', { seconds: 601 });
    expect((await confirm(client, customer.id, 'email', '123456')).status).toBe(400);
  });

  it('sends five codes in ten minutes and then returns 429', async () => {
    const client = await app.newPlatform();
    const customer = await createWith(client);
    for (let i = 0; i < 5; i++) expect((await verify(client, customer.id, 'phone')).status).toBe(204);
    await client.post('/sandbox/clock/advance', { seconds: 240 });
    const rejected = await verify(client, customer.id, 'phone');
    expect([rejected.status, rejected.body.code]).toEqual([429, 'RATE_LIMITED']);
    const seconds = Number(rejected.headers.get('retry-after'));
    expect(rejected.body.details.retryAfterSeconds).toBe(seconds);
    expect(seconds).toBeGreaterThan(300);
    expect(seconds).toBeLessThanOrEqual(360);
    expect((await client.get('/sandbox/messages')).body.totalCount).toBe(5);
    await client.post('/sandbox/clock/advance', { seconds });
    expect((await verify(client, customer.id, 'phone')).status).toBe(204);
  });

  it('returns 409 if it is not required', async () => {
    const { body: customer } = await app.client.post('/customers', { ...european, region: 'US' });
    for (const answer of [
      await verify(app.client, customer.id, 'email'),
      await confirm(app.client, customer.id, 'phone', '123456'),
    ]) {
      expect([answer.status, answer.body.code, answer.body.details.reason]).toEqual([409, 'CONFLICT', 'NOT_REQUIRED']);
    }
  });

  it('restarts when the address changes', async () => {
    const customer = await createWith(app.client);
    await verify(app.client, customer.id, 'email');
    await confirm(app.client, customer.id, 'email', '123456');
    const moved = await move(app.client, customer.id, { email: 'new@example.com' });
    expect(moved.body.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
  });

  it.each([
    ['email', { email: 'moved@example.com' }],
    ['phone', { phoneNumber: '+4915187654321' }],
  ])('accepts a code as proof only of the %s it was sent to', async (channel, contact) => {
    const customer = await createWith(app.client);
    await verify(app.client, customer.id, channel);
    expect((await move(app.client, customer.id, contact)).body.contactVerification[channel]).toBe('PENDING');
    const rejected = await confirm(app.client, customer.id, channel, '123456');
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([400, 'code']);
    await verify(app.client, customer.id, channel);
    expect((await confirm(app.client, customer.id, channel, '123456')).status).toBe(200);
  });

  it('stores codes only as hashes', async () => {
    const customer = await createWith(app.client);
    await verify(app.client, customer.id, 'email');
    const [row] = await app.database.db.read<{ row: string }>(
      sql`SELECT c::text AS row FROM contact_codes c WHERE customer_id = ${customer.id}`,
    );
    expect(row?.row).not.toContain('123456');
  });
});

describe('contact verification in production', () => {
  let client: Client;
  beforeAll(async () => {
    client = await app.newPlatform('PRODUCTION');
    const operator = await app.newOperator();
    await operator.request('PUT', `/operator/platforms/${client.platformId}/sender-domains/bank.test`);
    await client.patch('/config', {
      embeddedWalletConfig: {
        appName: 'Bank <One>',
        sendFromEmailAddress: 'hello@bank.test',
        replyToEmailAddress: 'help@bank.test',
      },
    });
  });

  it("mails the code as text and HTML from the platform's address, and the code works", async () => {
    const customer = await createWith(client);
    await verify(client, customer.id, 'email');
    const message = await mail.next();
    expect(message.headers.from).toContain('hello@bank.test');
    expect(message.headers['reply-to']).toContain('help@bank.test');
    expect(message.to).toEqual(['ada@example.com']);
    const code = /\b\d{6}\b/.exec(message.text)?.[0] ?? '';
    expect(message.html).toContain('Bank &lt;One&gt;');
    expect(code).not.toBe('');
    expect((await confirm(client, customer.id, 'email', code === '123456' ? '654321' : '123456')).status).toBe(400);
    expect((await confirm(client, customer.id, 'email', code)).status).toBe(200);
  });

  it("mails from MAIL_FROM under the platform's sender name if the platform has no address", async () => {
    const plain = await app.newPlatform('PRODUCTION');
    await verify(plain, (await createWith(plain)).id, 'email');
    const { headers } = await mail.next();
    expect(headers.from).toBe('Notifications <no-reply@causeway.test>');
    expect(headers['message-id']).toMatch(/^<Message\.[\w-]+@causeway\.test>$/);
  });

  it('mails only from the domains that an operator currently allows for the platform', async () => {
    const operator = await app.newOperator();
    const platform = await app.newPlatform('PRODUCTION');
    const domains = `/operator/platforms/${platform.platformId}/sender-domains`;
    const sendFrom = (address: string, by = platform) =>
      by.patch('/config', { embeddedWalletConfig: { sendFromEmailAddress: address } });
    const rejected = await sendFrom('codes@shop.test');
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([
      400,
      'embeddedWalletConfig.sendFromEmailAddress',
    ]);
    expect(rejected.body.details.errors[0].message).toMatch(/operator of the service has allowed.*shop\.test/);
    expect((await sendFrom('no-reply@causeway.test')).status).toBe(200);

    expect((await operator.request('PUT', `${domains}/Shop.test`)).status).toBe(204);
    expect((await operator.request('PUT', `${domains}/not a domain`)).status).toBe(400);
    expect((await operator.get(domains)).body.data).toEqual([{ domain: 'shop.test', createdAt: expect.any(String) }]);
    expect([(await sendFrom('codes@mail.shop.test')).status, (await sendFrom('codes@shop.test')).status]).toEqual([
      400, 200,
    ]);
    const mailed = async () => {
      await verify(platform, (await createWith(platform)).id, 'email');
      return (await mail.next()).headers.from;
    };
    expect(await mailed()).toContain('codes@shop.test');
    expect((await operator.request('DELETE', `${domains}/shop.test`)).status).toBe(204);
    expect((await operator.request('DELETE', `${domains}/shop.test`)).status).toBe(404);
    expect(await mailed()).toContain('no-reply@causeway.test');
    const { body } = await operator.get(`/operator/actions?platformId=${platform.platformId}`);
    expect(body.data.map(({ action, details }: Record<string, unknown>) => [action, details])).toEqual([
      ['SENDER_DOMAIN_REMOVED', { domain: 'shop.test' }],
      ['SENDER_DOMAIN_ALLOWED', { domain: 'shop.test' }],
    ]);
    const other = await app.newPlatform();
    expect((await sendFrom('any@where.test', other)).status).toBe(200);
  });

  it('texts the code through the gateway in the documented format', async () => {
    const customer = await createWith(client);
    await verify(client, customer.id, 'phone');
    const { headers, body } = await sms.next();
    expect(headers.authorization).toBe('Bearer sms-token');
    expect(body).toEqual({
      to: '+4915112345678',
      text: expect.any(String),
      reference: expect.stringMatching(/^Message:/),
    });
    const code = /\b\d{6}\b/.exec(body.text)?.[0] ?? '';
    expect((await confirm(client, customer.id, 'phone', code)).status).toBe(200);
  });

  it('retries when a gateway fails, and stores no plain code in the meantime', async () => {
    const customer = await createWith(client);
    sms.failNext(1);
    await verify(client, customer.id, 'phone');
    await sms.failed();
    const [waiting] = await app.database.db.read<{ payload: object }>(
      sql`SELECT payload FROM jobs WHERE platform_id = ${client.platformId}`,
    );
    expect(Object.keys(waiting?.payload ?? {})).toEqual(['sealed']);
    const { body } = await sms.next();
    expect(body.to).toBe('+4915112345678');
  });
});
