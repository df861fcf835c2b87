import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invitationUrl } from '../../src/surfaces/operator/invitations.ts';
import { agentQuote, execute, newAgent, policyWith } from './agents.ts';
import { TestApp } from './app.ts';
import { builtPage } from './built-page.ts';
import { activeCard } from './cards.ts';
import { closeContexts, describeInBrowser, sharedChromium } from './chromium.ts';
import { type ConsoleHeaders, loginAs } from './console.ts';
import { documentForm, newBusiness, newIndividual, passport, png } from './documents.ts';
import { livenessLink } from './external-accounts.ts';
import { newLink, newStranger } from './hosted-customers.ts';
import { executed, quoted } from './payment-world.ts';
import { newPayer, payeeWithSuffix, quoteFor, transactionIn } from './payments.ts';
import { invite, loginAsPerson, newPerson } from './people.ts';
import { openReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const CONSOLE_PAGES = new URL('../../../web/console/src/pages/', import.meta.url);

/** Paths of the routes of the console, read from the sources: only new routes with a parameter must be added here. */
const consolePaths = readdirSync(CONSOLE_PAGES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => new URL(`${name}/routes.ts`, CONSOLE_PAGES))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path));

/** Resources that pages with a parameter show. */
interface Scene {
  transactionId: string;
  customerId: string;
  cardId: string;
  reviewId: string;
}

const parameters: Record<string, (scene: Scene) => string> = {
  '/payments/:id': ({ transactionId }) => transactionId,
  '/customers/:id': ({ customerId }) => customerId,
  '/cards/:id': ({ cardId }) => cardId,
  '/ledger/accounts/:id': () => 'transit.payout:USD',
  '/operations/reviews/:id': ({ reviewId }) => reviewId,
  '/new/:operation': () => 'createCustomer',
};

const addressIn = (path: string, scene: Scene): string => {
  if (!path.includes(':')) return path;
  const value = parameters[path];
  if (!value) throw new Error(`${path} needs an example of its parameter`);
  return path.replace(/:\w+/, encodeURIComponent(value(scene)));
};

/** Pages that need no session: the playground, the documentation, the hosted pages, and the logins of the console. */
const publicPages: Record<string, (app: TestApp) => string | Promise<string>> = {
  'the login of the console': () => '/console',
  'an invitation to the console': async (app) => invitationUrl(app.url, (await invite(app)).code),
  'a wrong invitation to the console': (app) => invitationUrl(app.url, 'f'.repeat(64)),
  'the playground': () => '/playground',
  'the documentation': () => '/docs',
  'a guide': () => '/docs/guides/webhooks',
  'an operation': () => '/docs/operations/createQuote',
  'an error code': () => '/docs/errors/CONFLICT',
  'a wrong address of the documentation': () => '/docs/nothing',
  'the hosted page of an individual': async ({ client }) =>
    (await newLink(client, await newStranger(client, 'Ada Lovelace 001'))).kycUrl,
  'the hosted page of a business': async ({ client }) =>
    (await newLink(client, await newBusiness(client, 'R-003'))).kycUrl,
  'the hosted page of a wrong link': () => '/kyc/unknown',
  'the terms of end users': () => '/end-user-terms/V1',
  'an invitation to pay': async ({ client }) => {
    const { body: customer } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' });
    const { body } = await client.post('/invitations', {
      inviterUma: customer.umaAddress,
      firstName: `Ada${'a'.repeat(80)}`,
      amountToSend: 123_456_789,
    });
    return `/invitations/${body.code}`;
  },
  'a wrong invitation to pay': () => '/invitations/ffffffff',
  'a liveness check': async ({ client }) => new URL(await livenessLink(client)).pathname,
  'a wrong address': () => `/nowhere/${'a'.repeat(80)}`,
};

/** A platform with a payment, a card, an approval that waits, a rejected request and a delivered event. */
async function setScene({ app, client }: TestApp, endpoint: string): Promise<Scene> {
  await client.patch('/config', { webhookEndpoint: endpoint });
  const payer = await newPayer(client, { fullName: 'Grace Hopper' });
  const payee = await payeeWithSuffix(client, payer.customerId, '111');
  const { id, transactionId } = await quoted(client, quoteFor(payer, payee));
  await executed(client, id);
  await transactionIn(client, transactionId, 'COMPLETED');
  const card = await activeCard(client);
  const agent = await newAgent(client, { policy: policyWith({ defaultExecutionMode: 'APPROVAL_REQUIRED' }) });
  await execute(agent, (await agentQuote(agent)).id);
  await client.post('/tokens', { name: 'x', permissions: ['EVERYTHING'] });
  const documentHolder = await newIndividual(client, 'Ada Lovelace 001');
  await client.post('/documents', documentForm({ documentHolder, ...passport }, png(600, 360), 'passport'));
  const { body: review } = await client.post('/verifications', { customerId: documentHolder });
  await app.requestLog.flush();
  return { transactionId, customerId: payer.customerId, cardId: card.id, reviewId: review.id };
}

/** Registers a test for each page of the service. `flawsOf` gets the page and its number. */
export function testEveryPage(flawsOf: (page: Page, number: number) => Promise<string[]>): void {
  let app: TestApp;
  let scene: Scene;
  let receiver: WebhookReceiver;
  let windows: { token: BrowserContext; operator: BrowserContext; guest: BrowserContext };
  const cleaners: (() => void)[] = [];

  /** Opens a window, logged in if there is a session. */
  async function windowOf(session?: ConsoleHeaders): Promise<BrowserContext> {
    const context = await (await sharedChromium()).newContext();
    if (!session) return context;
    const [name = '', value = ''] = session.cookie.split('=');
    await context.addCookies([{ name, value, url: app.url }]);
    const key = JSON.stringify(session['x-console-session']);
    await context.addInitScript(`localStorage.setItem('causeway.console.key', ${key})`);
    return context;
  }

  async function expectNoFlaw(window: BrowserContext, address: string, number: number): Promise<void> {
    const page = await window.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      // Ignores 4xx: some of the pages are unknown paths.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== app.url) complaints.push(`request to ${origin}`);
    });
    await page.goto(new URL(address, app.url).href);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 20_000 }).toBe(0);
    expect([...(await flawsOf(page, number)), ...complaints]).toEqual([]);
    await page.close();
  }

  describeInBrowser('every page', () => {
    beforeAll(async () => {
      const [playground, docs] = await Promise.all([builtPage('playground'), builtPage('docs')]);
      cleaners.push(playground.remove, docs.remove);
      app = await TestApp.start({ playground: playground.directory, docs: docs.directory });
      receiver = await openReceiver();
      scene = await setScene(app, receiver.url);
      const sessions = {
        token: await loginAs(app.client, app.url),
        operator: await loginAsPerson(app, await newPerson(app)),
      };
      windows = {
        token: await windowOf(sessions.token),
        operator: await windowOf(sessions.operator),
        guest: await windowOf(),
      };
    });
    afterAll(async () => {
      await closeContexts();
      await receiver?.close();
      await app?.audit();
      await app?.stop();
      for (const clean of cleaners) clean();
    });

    it.each(consolePaths.map((path, number) => ({ path, number })))(
      'of the console passes: $path',
      async ({ path, number }) => {
        const window = path.startsWith('/operations') ? windows.operator : windows.token;
        await expectNoFlaw(window, `/console${addressIn(path, scene)}`, number);
      },
    );

    it('of the console that does not exist passes', () => expectNoFlaw(windows.token, '/console/nowhere', 0));

    it.each(Object.keys(publicPages).map((name, number) => ({ name, number })))(
      'without a session passes: $name',
      async ({ name, number }) => {
        await expectNoFlaw(windows.guest, (await publicPages[name]?.(app)) ?? '', number);
      },
    );
  });
}
