import { installNode, NODE_PACKAGE } from '../lib/node-versions.mjs';
import { inRunDirectory } from '../lib/run-directory.mjs';
import { Failure, say } from '../lib/say.mjs';
import { until, withServer } from '../lib/server.mjs';

/** The last release of each supported major version. */
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0'];

/** Starts the server on every supported version of Node and makes one payment. */
export async function checkNode() {
  const failed = [];
  for (const version of VERSIONS) {
    const node = await installNode(version);
    if (!node) {
      say(`check:node: Node ${version} skipped: npm cannot install ${NODE_PACKAGE}`);
      continue;
    }
    try {
      const steps = await inRunDirectory((directory) => smokeTest(node, directory));
      say(`check:node: Node ${version} ok: ${steps.join(', ')}`);
    } catch (error) {
      say(`check:node: Node ${version} failed: ${error instanceof Error ? error.message : error}`);
      failed.push(version);
    }
  }
  return failed.length === 0 ? 0 : 1;
}

/**
 * @param {string} node
 * @param {string} directory
 * @returns {Promise<string[]>} what was done
 */
function smokeTest(node, directory) {
  return withServer({ node, directory }, async ({ api, authorization }) => {
    await request(`${new URL(api).origin}/readyz`, {});
    await pay(api, authorization);
    return ['start', 'health', 'customer', 'quote', 'execute', 'stop'];
  });
}

/**
 * @param {string} api
 * @param {string} authorization
 */
async function pay(api, authorization) {
  const get = (/** @type {string} */ path) => request(`${api}${path}`, { headers: { authorization } });
  const post = (/** @type {string} */ path, body = {}) =>
    request(`${api}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const customer = await post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
  const { data } = await get(`/customers/internal-accounts?customerId=${customer.id}&currency=USD`);
  await post(`/sandbox/internal-accounts/${data[0].id}/fund`, { amount: 50_000 });
  const address = { line1: '1 Main St', city: 'Arlington', postalCode: '22201', country: 'US' };
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', address };
  const number = { accountNumber: '000123456', routingNumber: '021000021' };
  const payee = await post('/customers/external-accounts', {
    customerId: customer.id,
    currency: 'USD',
    accountInfo: { accountType: 'USD_ACCOUNT', ...number, beneficiary },
  });
  const quote = await post('/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: data[0].id },
    destination: { destinationType: 'ACCOUNT', accountId: payee.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
  });
  await post(`/quotes/${quote.id}/execute`);
  const isPaid = async () => (await get(`/transactions/${quote.transactionId}`)).status === 'COMPLETED';
  await until(isPaid, 'the payment to complete');
}

/**
 * @param {string} url
 * @param {RequestInit} options
 * @returns {Promise<any>}
 */
async function request(url, options) {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok) throw new Failure(`${options.method ?? 'GET'} ${url} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
