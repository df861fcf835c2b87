import { randomUUID } from 'node:crypto';
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoriesOf, makeDirectories } from '../../src/engine/bank-files/directories.ts';
import { enqueue } from '../../src/engine/jobs/queue.ts';
import type { JobHandlers } from '../../src/engine/jobs/worker.ts';
import { certify } from '../../src/engine/providers/uma/x509.ts';
import { type Config, readConfig } from '../../src/foundation/config.ts';
import { apply } from '../../src/foundation/db/effects.ts';
import type { Clock } from '../../src/foundation/kernel/clock.ts';
import { newId } from '../../src/foundation/kernel/ids.ts';
import type { TestApp } from './app.ts';
import { exampleSettings } from './bank-files.ts';
import { entryXml, statementXml } from './bank-statements.ts';
import { newCard } from './cards.ts';
import type { Client } from './client.ts';
import { newIndividual, upload } from './documents.ts';
import type { Example } from './examples.ts';
import { platformAccount, useCurrencies } from './payment-world.ts';
import { newPayer, payeeWithSuffix, quoteFor, transactionIn } from './payments.ts';
import { loginAsPerson, newPerson } from './people.ts';
import { newEuropean, sca } from './sca.ts';
import { pemOf } from './uma-keys.ts';

interface OperatorWorld {
  app: TestApp;
  clock: Clock;
  operator: Client;
  /** A sandbox platform of its own. */
  platform: Client;
}

type MakeOperatorExample = (world: OperatorWorld) => Example | Promise<Example>;

/** One call of every operation of operators that succeeds. */
export const operatorExamples: Record<string, MakeOperatorExample> = {
  operatorListPlatforms: async ({ operator }) => {
    await operator.post('/operator/platforms', newPlatform);
    return {};
  },
  operatorCreatePlatform: () => ({ body: newPlatform }),
  operatorCreateToken: ({ platform: { platformId } }) => ({
    params: { platformId },
    body: { name: 'Backend', permissions: ['TRANSACT', 'MANAGE'] },
  }),
  operatorListPeople: async ({ operator }) => {
    await operator.post('/operator/people', { name: 'Ada Lovelace' });
    return {};
  },
  operatorInvitePerson: () => ({ body: { name: 'Ada Lovelace' } }),
  operatorInvitePersonAgain: async ({ operator }) => ({ params: { operatorId: await invitedPerson(operator) } }),
  operatorRevokePerson: async ({ operator }) => ({ params: { operatorId: await invitedPerson(operator) } }),
  operatorListSessions: async ({ app }) => {
    await loginAsPerson(app, await newPerson(app, 'Ada Lovelace'));
    return {};
  },
  operatorEndSession: async ({ app, operator }) => {
    await loginAsPerson(app, await newPerson(app, 'Ada Lovelace'));
    const { body } = await operator.get('/operator/sessions');
    return { params: { sessionId: body.data[0].id } };
  },
  operatorListDeadJobs: async (world) => {
    await deadJob(world);
    return {};
  },
  operatorCountJobs: async (world) => {
    await deadJob(world);
    return {};
  },
  operatorRetryJobs: async (world) => {
    await deadJob(world);
    return { body: { kind: FAILING_JOB, platformId: world.platform.platformId } };
  },
  operatorRetryJob: async (world) => ({ params: { jobId: await deadJob(world) } }),
  operatorAuditLedger: ({ platform: { platformId } }) => ({ body: { platformId } }),
  operatorListSuspendedTransactions: async (world) => {
    await suspendedPayment(world);
    return {};
  },
  operatorRefundTransaction: async (world) => ({
    params: { platformId: world.platform.platformId, transactionId: await suspendedPayment(world) },
    body: { reason: 'The bank has confirmed that it holds no money' },
  }),
  operatorListUnmatchedCredits: async (world) => {
    await unmatchedCredit(world);
    return {};
  },
  operatorAssignUnmatchedCredit: async (world) => {
    const client = await world.app.newPlatform('PRODUCTION');
    await useCurrencies(client, ['EUR']);
    const { id: accountId } = await platformAccount(client, 'EUR');
    return {
      params: { creditId: await unmatchedCredit(world) },
      body: { platformId: client.platformId, accountId, reason: 'The payer has named the account by phone' },
    };
  },
  operatorReturnUnmatchedCredit: async (world) => ({
    params: { creditId: await unmatchedCredit(world) },
    body: {
      reason: 'The payer does not know the platform',
      payerAccount: { holderName: 'Grace Hopper', iban: 'FR1420041010050500013M02606' },
    },
  }),
  operatorListReviews: async ({ platform }) => {
    await waitingReview(platform);
    return { query: { platformId: platform.platformId } };
  },
  operatorClaimReview: ({ platform }) => reviewOf(platform),
  operatorReleaseReview: ({ platform }) => reviewOf(platform),
  operatorReadReview: ({ platform }) => reviewOf(platform),
  operatorReadDocument: async ({ platform }) => {
    const { documentId } = await waitingReview(platform);
    return { params: { documentId } };
  },
  operatorApproveReview: async ({ platform }) => ({
    ...(await reviewOf(platform)),
    body: { note: 'Passport and address agree' },
  }),
  operatorRejectReview: async ({ platform }) => ({
    ...(await reviewOf(platform)),
    body: { reason: 'APPLICANT_FRAUD', note: 'The passport belongs to somebody else' },
  }),
  operatorRequestChanges: async ({ platform }) => {
    const { verificationId, documentId } = await waitingReview(platform);
    const errors = [{ type: 'POOR_QUALITY_DOCUMENT', resourceId: documentId, reason: 'The photo is blurred' }];
    return { params: { verificationId }, body: { errors, note: 'Called the customer' } };
  },
  operatorShowBankFiles: () => ({}),
  operatorListBankFileFindings: async (world) => {
    await unmatchedCredit(world);
    return {};
  },
  operatorReadStatus: () => ({}),
  operatorFreezeInternalAccount: async ({ platform }) => ({
    params: await accountOf(platform),
    body: { reason: 'Requested by the police' },
  }),
  operatorUnfreezeInternalAccount: async ({ operator, platform }) => {
    const { platformId, accountId } = await accountOf(platform);
    const path = `/operator/platforms/${platformId}/internal-accounts/${accountId}`;
    await operator.post(`${path}/freeze`, { reason: 'Requested by the police' });
    return { params: { platformId, accountId }, body: { reason: 'The request was withdrawn' } };
  },
  operatorUnlockCustomer: async ({ platform }) => ({
    params: { platformId: platform.platformId, customerId: await lockedCustomer(platform) },
    body: { reason: 'The customer was identified by phone' },
  }),
  operatorChangeScaRegion: async ({ platform }) => ({
    params: { platformId: platform.platformId, customerId: await newEuropean(platform) },
    body: { region: 'US', reason: 'The customer has moved' },
  }),
  operatorGiveUmaKeys: async ({ platform }) => {
    await platform.patch('/config', { umaDomain: 'pay.example.com' });
    return { params: { platformId: platform.platformId }, body: umaKeys() };
  },
  operatorListSenderDomains: async ({ operator, platform: { platformId } }) => {
    await operator.request('PUT', `/operator/platforms/${platformId}/sender-domains/mail.example.com`);
    return { params: { platformId } };
  },
  operatorAllowSenderDomain: ({ platform: { platformId } }) => ({ params: { platformId, domain: 'mail.example.com' } }),
  operatorRemoveSenderDomain: async ({ operator, platform: { platformId } }) => {
    const domain = 'mail.example.com';
    await operator.request('PUT', `/operator/platforms/${platformId}/sender-domains/${domain}`);
    return { params: { platformId, domain } };
  },
  operatorCloseCard: async ({ platform }) => ({
    params: { platformId: platform.platformId, cardId: (await newCard(platform, await newPayer(platform))).id },
    body: { reason: 'The card was stolen' },
  }),
  operatorListActions: async ({ operator, platform: { platformId } }) => {
    const token = { name: 'Backend', permissions: ['VIEW'] };
    await operator.post(`/operator/platforms/${platformId}/tokens`, token);
    return { query: { platformId } };
  },
};

const invitedPerson = async (operator: Client): Promise<string> =>
  (await operator.post('/operator/people', { name: 'Ada Lovelace' })).body.id;

const newPlatform = { name: 'Acme Payments', mode: 'SANDBOX', isRegulatedFinancialInstitution: true };

const FAILING_JOB = 'PAYOUT_STATUS';
export const failingJobs: JobHandlers = {
  [FAILING_JOB]: {
    maxAttempts: 1,
    run: async () => {
      throw new Error('the bank did not answer');
    },
  },
};

/** A job that fails at its only attempt. */
async function deadJob({ app, clock, operator, platform }: OperatorWorld): Promise<string> {
  const { platformId } = platform;
  const resourceId = newId('Transaction');
  const now = clock.now();
  const job = { platformId, kind: FAILING_JOB, resourceId, clockOffsetMs: 0, runAt: now, createdAt: now };
  await apply(app.database.db, { effects: [enqueue([job])] });
  await platform.post('/sandbox/clock/advance', { seconds: 1 });
  const { body } = await operator.get('/operator/jobs/dead?limit=100');
  return body.data.find((dead: { resourceId: string }) => dead.resourceId === resourceId).id;
}

/** A payment that is neither paid out nor refunded. */
async function suspendedPayment({ platform }: OperatorWorld): Promise<string> {
  const payer = await newPayer(platform);
  const payee = await payeeWithSuffix(platform, payer.customerId, '007');
  const { body } = await platform.post('/quotes', quoteFor(payer, payee, { immediatelyExecute: true }));
  await platform.post('/sandbox/clock/advance', { seconds: 60 });
  await transactionIn(platform, body.transactionId, 'FAILED');
  return body.transactionId;
}

async function waitingReview(platform: Client) {
  const customerId = await newIndividual(platform);
  const { body: document } = await upload(platform, customerId);
  const { body } = await platform.post('/verifications', { customerId });
  return { verificationId: body.id as string, documentId: document.id as string };
}

async function reviewOf(platform: Client): Promise<Example> {
  const { verificationId } = await waitingReview(platform);
  return { params: { verificationId } };
}

/** Sends failed logins until the customer is locked. */
async function lockedCustomer(platform: Client): Promise<string> {
  const customerId = await newEuropean(platform);
  const { record } = sca(platform, customerId);
  while (!(await record('FAILED_LOGIN_ATTEMPT')).body.lockedUntil);
  return customerId;
}

async function accountOf(platform: Client) {
  const { id } = await platformAccount(platform, 'USD');
  return { platformId: platform.platformId, accountId: id as string };
}

const directory = mkdtempSync(join(tmpdir(), 'causeway-examples-'));
const { inbox } = directoriesOf(directory);

/** Settings of a server that exchanges files with a bank. */
export function bankConfig(): Config {
  makeDirectories(directoriesOf(directory));
  const settings = join(directory, 'settings.json');
  const nostro = join(directory, 'nostro.json');
  writeFileSync(settings, JSON.stringify({ ...exampleSettings, batchMinutes: 0, settleSeconds: 0 }));
  const euro = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', paymentRails: ['SEPA'] };
  writeFileSync(nostro, JSON.stringify({ EUR: [euro] }));
  const env = { BANK_FILES_DIR: directory, BANK_FILES_CONFIG: settings, NOSTRO_ACCOUNTS_FILE: nostro };
  return readConfig(env);
}

let credits = 0;

/** A credit without a payment reference. */
async function unmatchedCredit({ app, clock, operator }: OperatorWorld): Promise<string> {
  const bankReference = `BANK-${++credits}`;
  const payer = { name: 'Grace Hopper', iban: 'FR1420041010050500013M02606' };
  const entry = { amount: '250.00', bankReference, payer, remittance: '<Ustrd>Invoice 1906</Ustrd>' };
  const file = join(inbox, `${randomUUID()}.xml`);
  writeFileSync(file, statementXml([entryXml(entry)]));
  utimesSync(file, clock.now(), clock.now());
  await app.app.exchangeBankFiles();
  const { body } = await operator.get('/operator/unmatched-credits?limit=100');
  return body.data.find((credit: { bankReference: string }) => credit.bankReference === bankReference).id;
}

function umaKeys(): object {
  const period = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2030-01-01T00:00:00Z') };
  const [signing, encryption] = [1, 2].map(() => pemOf(certify({ commonName: 'pay.example.com', ...period })));
  return {
    signingPrivateKeyPem: signing?.key,
    signingCertChainPem: signing?.chain,
    encryptionPrivateKeyPem: encryption?.key,
    encryptionCertChainPem: encryption?.chain,
  };
}
