import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueue } from '../src/engine/jobs/queue.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, MINUTE_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { invitationUrl } from '../src/surfaces/operator/invitations.ts';
import { TestApp } from './support/app.ts';
import { completeChromium, describeInCompleteBrowser } from './support/chromium.ts';
import type { Client } from './support/client.ts';
import { ConsoleVisitor } from './support/console-visitor.ts';
import { documentForm, newIndividual, passport, pdf, png } from './support/documents.ts';
import { newPayer, payeeWithSuffix, quoteFor, transactionIn } from './support/payments.ts';
import { invite } from './support/people.ts';
import { until } from './support/server-process.ts';

let ahead = 0;
const clock = { now: () => addMs(systemClock.now(), ahead) };
let isRepaired = false;
const stubborn = {
  maxAttempts: 1,
  run: async (): Promise<void> => {
    if (!isRepaired) throw new Error('the bank did not answer');
  },
};

let app: TestApp;
/** A colleague with API credentials. */
let operator: Client;
beforeAll(async () => {
  app = await TestApp.start({ clock, jobHandlers: { stubborn } });
  operator = await app.newOperator();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

/** An authenticator whose user is present and verified. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

const actionsOf = async (query: string): Promise<Record<string, any>[]> =>
  (await operator.get(`/operator/actions?limit=100&${query}`)).body.data;

/** Wider than a narrow page, in one word. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff-Maria Theresia Johanna Antonia 001';

/** A person who waits for a review, with a picture that browsers can show. */
async function waitingReview(fullName = 'Ada Lovelace 001', file = png(600, 360)) {
  const customerId = await newIndividual(app.client, fullName);
  const form = documentForm({ documentHolder: customerId, ...passport }, file, 'passport');
  const { body: document } = await app.client.post('/documents', form);
  const { body } = await app.client.post('/verifications', { customerId });
  expect(body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  return { customerId, documentId: document.id as string, id: body.id as string };
}

describeInCompleteBrowser('operations in the console', () => {
  let browser: Browser;
  let visitor: ConsoleVisitor;
  let page: Page;
  beforeAll(async () => {
    browser = await completeChromium();
    visitor = await ConsoleVisitor.start(app, undefined, browser);
    page = visitor.page;
    await addAuthenticator(page);
  });
  afterAll(async () => {
    await visitor?.leave();
    await browser?.close();
  });

  it('are opened by an invited person, who creates a passkey and logs in with it', async () => {
    const { code, id } = await invite(app, 'Grace Hopper');
    await page.goto(invitationUrl(app.url, 'f'.repeat(64)));
    await page.getByText('The invitation is unknown').waitFor();
    await page.goto(invitationUrl(app.url, code));
    await page.getByRole('heading', { level: 1, name: 'Welcome, Grace Hopper' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('button', { name: 'Log in with the passkey' }).click();
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    for (const name of ['Reviews', 'Suspense', 'Jobs', 'Bank files', 'Actions', 'System', 'People']) {
      await navigation.getByRole('link', { name }).waitFor();
    }
    expect((await actionsOf(`operatorId=${id}`)).map(({ action }) => action)).toEqual([
      'OPERATOR_LOGGED_IN',
      'PASSKEY_ENROLLED',
    ]);
  });

  it('are left by logout, and opened again by the passkey alone', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByRole('link', { name: 'Reviews' }).waitFor();
    await page.goto(invitationUrl(app.url, '0'.repeat(64)));
    await page.getByText('The invitation is unknown, was used before or has expired.').waitFor();
  });

  it('let an operator read a platform of their choice, which is recorded', async () => {
    await visitor.open('/');
    await page.getByRole('button', { name: 'All platforms' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a platform' });
    await dialog.getByRole('button', { name: 'test' }).waitFor();
    await visitor.checkState();
    await dialog.getByRole('button', { name: 'test' }).click();
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByText('No customers yet').waitFor();
    expect(await page.getByRole('button', { name: 'Create customer' }).count()).toBe(0);
    expect(await actionsOf(`action=PLATFORM_READ&platformId=${app.client.platformId}`)).toHaveLength(1);
    await page.reload();
    await page.getByRole('button', { name: 'test' }).waitFor();
  });

  it('show reviews first in, first out, with the document and the name of its viewer, and decide them', async () => {
    const first = await waitingReview();
    const second = await waitingReview(LONG_NAME);
    await operator.post(`/operator/reviews/${second.id}/claim`);
    await visitor.open('/operations/reviews', 'Reviews');
    await page.getByText('Claimed by test').waitFor();
    await visitor.checkState();
    await page.getByRole('button', { name: 'Review the next one' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace 001' }).waitFor();
    await page.getByRole('img', { name: 'Passport, rotated by 0 degrees' }).waitFor();
    const sizes = "(({ width, height }) => [width, height])(document.querySelector('canvas'))";
    await expect.poll(() => page.evaluate(sizes)).toEqual([600, 360]);
    const shades = `document.querySelector('canvas').getContext('2d').getImageData(0, 0, 600, 360).data`;
    // The picture has a single grey, so every other shade belongs to the name drawn over it.
    expect(await page.evaluate(`new Set(${shades}).size`)).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByText('150 %').waitFor();
    await page.getByRole('button', { name: 'Rotate right' }).click();
    await page.getByRole('img', { name: 'Passport, rotated by 90 degrees' }).waitFor();
    await expect.poll(() => page.evaluate(sizes)).toEqual([360, 600]);
    expect(await actionsOf(`resourceId=${first.documentId}`)).toMatchObject([
      { action: 'DOCUMENT_READ', operatorName: 'Grace Hopper' },
    ]);
    expect((await operator.post(`/operator/reviews/${first.id}/approve`)).body.details.reason).toBe(
      'CLAIMED_BY_ANOTHER',
    );
    await page.getByRole('button', { name: 'Approve' }).click();
    await visitor.checkState();
    await page.getByRole('dialog').getByLabel('Note').fill('Everything agrees');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
    expect((await app.client.get(`/customers/${first.customerId}`)).body.kycStatus).toBe('APPROVED');
  });

  it('leave a review to the operator who has claimed it, and request changes of another one', async () => {
    const { body } = await operator.get('/operator/reviews');
    const [taken] = body.data;
    await visitor.open(`/operations/reviews/${taken.id}`);
    await page.getByText('test is working on this review.').waitFor();
    await operator.delete(`/operator/reviews/${taken.id}/claim`);
    await page.getByRole('link', { name: 'To the queue' }).click();
    await page.getByRole('button', { name: 'Review the next one' }).click();
    await page.getByRole('button', { name: 'Request changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Explanation for the platform').fill('The photo is blurred');
    await visitor.checkState();
    await dialog.getByRole('button', { name: 'Request changes' }).click();
    await page.getByText('Nobody waits for a review').waitFor();
    const { body: customer } = await app.client.get(`/customers/${taken.customerId}`);
    expect(customer.kycStatus).toBe('HOLD');
  });

  it('show on Home what waits over all platforms, and a PDF with the name of its viewer', async () => {
    await visitor.open('/');
    await page.getByRole('button', { name: 'test' }).click();
    await page.getByRole('button', { name: 'Show all platforms' }).click();
    await page.getByText(/^Nothing needs attention: no review waits/).waitFor();
    await visitor.checkState();
    const { documentId } = await waitingReview('Emmy Noether 001', pdf());
    await page.reload();
    await page.getByRole('link', { name: /^1 review waits for a decision/ }).click();
    await page.getByRole('button', { name: 'Review the next one' }).click();
    await page.locator('iframe[title="Passport, PDF"]').waitFor();
    const viewer = (): boolean => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'));
    await expect.poll(viewer).toBe(true);
    await page.getByRole('img', { name: /^Marked with Grace Hopper · \d{4}-\d\d-\d\d$/ }).waitFor();
    const marked = `new Set(document.querySelector('canvas').getContext('2d').getImageData(0, 0, 300, 300).data).size`;
    await expect.poll(() => page.evaluate(marked)).toBeGreaterThan(3);
    await visitor.checkState();
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save the file' }).click();
    expect((await saving).suggestedFilename()).toBe(`${documentId.replace(':', '-')}.pdf`);
    expect(await actionsOf(`resourceId=${documentId}`)).toMatchObject([
      { action: 'DOCUMENT_READ', operatorName: 'Grace Hopper' },
    ]);
  });

  it('retry dead jobs, one or all of a kind', async () => {
    const now = clock.now();
    const job = { platformId: app.client.platformId, kind: 'stubborn', clockOffsetMs: 0, runAt: now, createdAt: now };
    const jobs = ['1', '2', '3'].map((n) => ({ ...job, resourceId: `Transaction:${n}` }));
    await apply(app.database.db, { effects: [enqueue(jobs)] });
    app.app.worker.wake();
    const dead = async (): Promise<number> => (await operator.get('/operator/jobs/dead')).body.totalCount;
    await until(async () => (await dead()) === 3, 'the jobs to die');
    await visitor.open('/');
    await page.getByRole('link', { name: /^3 dead jobs to retry/ }).click();
    await page.getByText('3 dead').waitFor();
    await visitor.checkState();
    isRepaired = true;
    await page.getByRole('button', { name: 'Retry stubborn of Transaction:3' }).click();
    await page.getByText('2 dead').waitFor();
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByText('2 jobs of stubborn run again.').waitFor();
    await page.getByText('No dead jobs').waitFor();
    expect(await actionsOf('action=JOB_RETRIED')).toHaveLength(3);
  });

  it('refund a suspended payment after a fresh passkey', async () => {
    const payer = await newPayer(app.client);
    const payee = await payeeWithSuffix(app.client, payer.customerId, '007');
    const { body } = await app.client.post('/quotes', quoteFor(payer, payee, { immediatelyExecute: true }));
    await app.client.post('/sandbox/clock/advance', { seconds: 60 });
    await transactionIn(app.client, body.transactionId, 'FAILED');
    ahead = 6 * MINUTE_MS;
    await visitor.open('/operations/suspense', 'Suspense');
    await page.getByRole('button', { name: /^Refund / }).waitFor();
    await visitor.checkState();
    await page.getByRole('button', { name: /^Refund / }).click();
    await page.getByLabel('Reason').fill('The bank holds no money');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.waitFor();
    await visitor.checkState();
    await proof.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByText('No payment is suspended').waitFor();
    const { refund } = (await app.client.get(`/transactions/${body.transactionId}`)).body;
    expect(refund.status).toBe('COMPLETED');
    expect(await actionsOf(`resourceId=${body.transactionId}`)).toMatchObject([
      { action: 'PAYMENT_REFUNDED', operatorName: 'Grace Hopper', details: { reason: 'The bank holds no money' } },
    ]);
  });

  it('invite people by a link that is shown once, and revoke them', async () => {
    await visitor.open('/operations/people', 'People');
    await page.getByText('Grace Hopper (you)').waitFor();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Name').fill('Katherine Johnson');
    await page.getByRole('button', { name: 'Create the link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invitation for Katherine Johnson' });
    expect(await dialog.textContent()).toMatch(/\/console\/invitation#[0-9a-f]{64}/);
    await visitor.checkState();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke Katherine Johnson' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Katherine Johnson is revoked.').waitFor();
    const row = page.getByRole('row', { name: /Katherine Johnson/ });
    await expect.poll(() => row.textContent()).toContain('Revoked');
  });

  it('show who did what, filtered by the address', async () => {
    await visitor.open('/operations/actions?action=DOCUMENT_READ', 'Actions');
    await page.getByRole('button', { name: 'Details of Document read by Grace Hopper' }).first().click();
    await page.getByRole('dialog').getByText('PASSPORT').waitFor();
    await visitor.checkState();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Action').selectOption('Keys rotated');
    await page.getByText('No action matches').waitFor();
    expect(new URL(page.url()).search).toBe('?action=KEYS_ROTATED');
  });

  it('show the state of the service and of the bank files', async () => {
    await visitor.open('/operations/system', 'System');
    await page.getByText('Every event has been delivered.').waitFor();
    await page.getByText(/^PostgreSQL \d+/).waitFor();
    await visitor.open('/operations/findings', 'Bank files');
    await page.getByText('No findings').waitFor();
    const long = `${'statement-of-the-bank-'.repeat(8)}.xml`;
    for (const place of [1, 2, 3]) {
      await app.database.db.write(sql`
        INSERT INTO bank_findings (source, place, code, message, platform_id, payment_id, created_at)
        VALUES (${long}, ${place}::int, 'UNKNOWN_PAYMENT', ${`No file contains the payment ${LONG_NAME}.`},
          ${app.client.platformId}, ${newId('Transaction')}, now())`);
    }
    await visitor.open('/operations/findings', 'Bank files');
    await expect.poll(() => page.getByText(long).count()).toBe(3);
    await visitor.checkState();
  });

  it('are hidden from sessions of a token', async () => {
    const developer = await ConsoleVisitor.start(app, app.client);
    try {
      await developer.open('/');
      expect(await developer.page.getByRole('link', { name: 'Reviews' }).count()).toBe(0);
      await developer.page.goto(`${app.url}/console/operations/people`);
      await developer.page.getByRole('heading', { level: 1, name: /not found/i }).waitFor();
    } finally {
      await developer.leave();
    }
  });
});
