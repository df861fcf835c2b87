import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directoriesOf, makeDirectories } from '../src/engine/bank-files/directories.ts';
import { all, readXml, textAt } from '../src/engine/bank-files/xml.ts';
import { configuredFunding } from '../src/engine/providers/funding/configured.ts';
import { type Config, ConfigError, readConfig } from '../src/foundation/config.ts';
import { noReceipt } from '../src/foundation/db/idempotency-receipt.ts';
import { buildApp } from '../src/start/app.ts';
import { fundAccount } from '../src/surfaces/sandbox/funding.ts';
import { TestApp } from './support/app.ts';
import { exampleSettings } from './support/bank-files.ts';
import { bankingWith } from './support/banking.ts';
import type { Client } from './support/client.ts';
import { balanceOf, newPayer, type Payer, payeeWithSuffix, quoteFor, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'causeway-bank-'));
const directories = directoriesOf(directory);
const path = join(directory, 'settings.json');
const env = { BANK_FILES_DIR: directory, BANK_FILES_CONFIG: path };
const write = (settings: unknown): void => writeFileSync(path, JSON.stringify(settings));

let app: TestApp;
beforeAll(async () => {
  makeDirectories(directories);
  write({ ...exampleSettings, batchMinutes: 0, settleSeconds: 0 });
  app = await TestApp.start({ config: readConfig(env) });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe('a payout of a production platform', () => {
  let client: Client;
  let payer: Payer;
  /** The first test relies on the server's own rounds, the others trigger them. */
  let exchange = async (): Promise<void> => {};
  beforeAll(async () => {
    client = await app.newPlatform('PRODUCTION');
    payer = await newPayer(client, { balance: 0 });
    const banking = bankingWith(configuredFunding({}));
    const deps = { db: app.database.db, ledger: app.app.ledger, banking };
    const platform = { id: client.platformId } as Parameters<typeof fundAccount>[1]['platform'];
    const now = new Date();
    await fundAccount(deps, { platform, accountId: payer.accountId, amount: 100_000, now, receipt: noReceipt });
  });

  async function pay(paymentRail?: string): Promise<{ transactionId: string; file: string }> {
    const account = await payeeWithSuffix(client, payer.customerId, '999');
    const before = new Set(readdirSync(directories.outbox));
    const request = quoteFor(payer, account);
    const destination = { ...request.destination, ...(paymentRail && { paymentRail }) };
    const quote = await client.post('/quotes', { ...request, destination });
    expect(quote.status).toBe(201);
    const executed = await client.post(`/quotes/${quote.body.id}/execute`);
    expect(executed.status).toBe(200);
    const isNew = (name: string): boolean => !before.has(name);
    const isWritten = (): boolean => readdirSync(directories.outbox).some(isNew);
    await until(async () => isWritten() || (await exchange().then(isWritten)), 'the file');
    const name = readdirSync(directories.outbox).find(isNew) ?? '';
    return { transactionId: executed.body.transactionId, file: readFileSync(join(directories.outbox, name), 'utf8') };
  }

  async function answer(file: string, status: string): Promise<void> {
    const message = readXml(file).children[0];
    const id = textAt(message, 'PmtInf', 'CdtTrfTxInf', 'PmtId', 'EndToEndId');
    const report = readFileSync(new URL('fixtures/bank-files/pain002-transactions.xml', import.meta.url), 'utf8')
      .replace(/<OrgnlMsgId>.*?</, `<OrgnlMsgId>${textAt(message, 'GrpHdr', 'MsgId')}<`)
      .replace(
        /<TxInfAndSts>[\s\S]*<\/TxInfAndSts>/,
        `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${status}</TxInfAndSts>`,
      );
    writeFileSync(join(directories.inbox, `${id}.xml`), report);
    await exchange();
  }

  it('is sent in a file, and completed by the report of the bank', async () => {
    const { transactionId, file } = await pay();
    expect(all(readXml(file).children[0], 'PmtInf', 'CdtTrfTxInf')).toHaveLength(1);
    await answer(file, '<TxSts>ACSC</TxSts>');
    await transactionIn(client, transactionId, 'COMPLETED');
    exchange = () => app.app.exchangeBankFiles();
  });

  it('is refunded if the bank rejects it', async () => {
    const { balance } = await balanceOf(client, payer);
    const { transactionId, file } = await pay();
    await answer(file, '<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf>');
    await transactionIn(client, transactionId, 'FAILED');
    expect((await balanceOf(client, payer)).balance).toBe(balance);
    await app.audit();
  });

  it('is listed for an operator, with its file and the reports', async () => {
    const operator = await app.newOperator();
    const { status, body } = await operator.get('/operator/bank-files');
    expect(status).toBe(200);
    expect(body).toMatchObject({ isConfigured: true, findings: [] });
    expect(body.payments.map(({ state }: { state: string }) => state)).toEqual(['COMPLETED', 'FAILED']);
    expect(body.files).toMatchObject([{ state: 'WRITTEN', payments: 1 }, { state: 'WRITTEN' }]);
    expect(body.inbox).toMatchObject([{ kind: 'pain.002', state: 'PROCESSED' }, { state: 'PROCESSED' }]);
  });

  it('cannot be cancelled once it is in a file', async () => {
    const { transactionId, file } = await pay('WIRE');
    const { status, body } = await client.post(`/transactions/${transactionId}/cancel`);
    expect([status, body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
    await answer(file, '<TxSts>ACSC</TxSts>');
    const { refund } = await transactionIn(client, transactionId, 'COMPLETED');
    expect(refund).toBeUndefined();
  });
});

describe('without settings', () => {
  it('bank files are off, and the operator API shows it', async () => {
    const plain = await TestApp.start();
    const { body } = await (await plain.newOperator()).get('/operator/bank-files');
    expect(body).toEqual({ isConfigured: false, payments: [], files: [], inbox: [], findings: [] });
    await plain.stop();
  });
});

describe('invalid settings are reported in one line', () => {
  const build = (config: Config) =>
    buildApp({
      config,
      db: app.database.db,
      masterKeys: [app.masterKey],
      clock: { now: () => new Date() },
      log: {} as never,
    });

  it('if one of the two is missing, or the file is not JSON', () => {
    expect(() => readConfig({ BANK_FILES_DIR: directory })).toThrow(ConfigError);
    expect(() => readConfig({ BANK_FILES_CONFIG: path })).toThrow(/go together/);
    expect(() => readConfig({ ...env, BANK_FILES_CONFIG: '/nowhere.json' })).toThrow(
      /BANK_FILES_CONFIG \/nowhere.json must/,
    );
  });

  it('if the directory cannot be used', async () => {
    const taken = { ...readConfig(env), bankFiles: { directory: path, path, settings: exampleSettings } };
    await expect(build(taken)).rejects.toThrow(/^BANK_FILES_DIR .*settings\.json cannot be used: /);
  });

  it('if the content of the file is invalid', async () => {
    write({ ...exampleSettings, accounts: { EUR: { iban: 'DE89370400440532013001', bic: 'COBADEFF' } } });
    const wrong = build(readConfig(env));
    await expect(wrong).rejects.toThrow(ConfigError);
    await expect(wrong).rejects.toThrow(
      /^BANK_FILES_CONFIG .*settings\.json: accounts\.EUR\.iban: the check digits.*\.$/,
    );
  });
});
