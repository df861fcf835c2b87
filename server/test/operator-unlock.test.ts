import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { newEuropean, sca } from './support/sca.ts';

let app: TestApp;
let operator: Client;

beforeAll(async () => {
  app = await TestApp.start();
  operator = await app.newOperator();
});
afterAll(() => app.stop());

const unlockPath = (customerId: string, platformId = app.client.platformId): string =>
  `/operator/platforms/${platformId}/customers/${customerId}/unlock`;
const reason = { reason: 'called back on the number on file' };

/** Nine failed logins, each after the previous lock has ended. */
async function suspended(): Promise<string> {
  const client = await app.newPlatform();
  const customerId = await newEuropean(client);
  for (let i = 0; i < 9; i++) {
    await sca(client, customerId).record('FAILED_LOGIN_ATTEMPT');
    await client.post('/sandbox/clock/advance', { seconds: 24 * 3_600 });
  }
  const rejected = await sca(client, customerId).record('FAILED_LOGIN_ATTEMPT');
  expect(rejected).toMatchObject({ status: 423, body: { details: { suspended: true } } });
  const answer = await operator.post(unlockPath(customerId, client.platformId), reason);
  expect(answer).toMatchObject({ status: 200, body: { suspended: false, lockedUntil: null, failedAttempts: 0 } });
  const again = await sca(client, customerId).record('FAILED_LOGIN_ATTEMPT');
  expect(again).toMatchObject({ status: 200, body: { suspended: false, failedAttempts: 1 } });
  return customerId;
}

test('an operator unlocks a suspended customer, and the log records the reason', async () => {
  const customerId = await suspended();
  const { body } = await operator.get('/operator/actions');
  expect(body.data[0]).toMatchObject({ action: 'CUSTOMER_UNLOCKED', resourceId: customerId, details: reason });
});

test('a customer who is neither locked nor suspended cannot be unlocked', async () => {
  const rejected = await operator.post(unlockPath(await newEuropean(app.client)), reason);
  expect(rejected).toMatchObject({ status: 409, body: { code: 'INVALID_STATE_TRANSITION' } });
});

test('an unlock requires a reason and a customer of the given platform', async () => {
  const customerId = await newEuropean(app.client);
  expect((await operator.post(unlockPath(customerId), {})).status).toBe(400);
  const other = await app.newPlatform();
  expect((await operator.post(unlockPath(customerId, other.platformId), reason)).status).toBe(404);
});
