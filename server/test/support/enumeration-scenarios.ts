import { randomUUID } from 'node:crypto';
import { APPROVAL, agentQuote, execute, newAgent, pay, policyWith, transferIn, transferOut } from './agents.ts';
import { activeCard, cardIn, cardName, newCard } from './cards.ts';
import type { Client } from './client.ts';
import { umaPayment } from './deferral.ts';
import {
  businessInfo,
  completeBusiness,
  license,
  newBusiness,
  newIndividual,
  newOwner,
  passport,
  upload,
} from './documents.ts';
import { withSuffix } from './external-accounts.ts';
import { advance, executed, newExternalAccount, quoted } from './payment-world.ts';
import { newPayer, payeeWithSuffix, quoteFor, transactionIn } from './payments.ts';
import { asked, authorized, cardOf, type Shopper } from './purchases.ts';
import { CODE, enrollPasskey, enrollTotp, newEuropean, ORIGIN, sca } from './sca.ts';
import { until } from './server-process.ts';
import {
  burn,
  burnRequest,
  externalAccount,
  keyed,
  mint,
  mintRequest,
  newCoin,
  newLink,
  registration,
} from './stablecoins.ts';
import { ClientKey, loginByCode, newWallet, nonceOf, oidcToken, retry, send, signedTwice } from './wallets.ts';
import { openReceiver } from './webhook-receiver.ts';

/** Uses its own platform through HTTP, so that values of enumerations occur in responses or webhooks. */
type Scenario = (client: Client) => Promise<void>;

const submit = (client: Client, customerId: string) => client.post('/verifications', { customerId });

async function submitNamed(client: Client, fullName: string): Promise<void> {
  const id = await newIndividual(client, fullName);
  await upload(client, id, { ...passport, documentNumber: `P${randomUUID().slice(0, 5)}x` });
  await submit(client, id);
}

async function proveContact(client: Client, customerId: string): Promise<void> {
  for (const contact of ['email', 'phone']) {
    await client.post(`/customers/${customerId}/verify-${contact}`);
    await client.post(`/customers/${customerId}/verify-${contact}/confirm`, { code: CODE });
  }
  await client.get(`/customers/${customerId}`);
}

const CSV = 'umaAddress,platformCustomerId,customerType,fullName,birthDate';
const csvRow = (n: number) => `$p${n}@bulk.test,p${n},INDIVIDUAL,Ada Lovelace,1985-12-10`;

async function importOf(client: Client, csv: string): Promise<Set<string>> {
  const form = new FormData();
  form.set('file', new Blob([csv]), 'customers.csv');
  const { body } = await client.post('/customers/bulk/csv', form);
  const statuses = new Set<string>();
  await until(async () => {
    const { body: job } = await client.get(`/customers/bulk/jobs/${body.jobId}`);
    statuses.add(job.status);
    return job.completedAt !== undefined;
  }, 'the import');
  return statuses;
}

/** A factor reset with a finished liveness check. */
async function checkedReset(client: Client, customerId: string, factor = 'SMS_OTP'): Promise<string> {
  const { body } = await sca(client, customerId).reset(factor);
  await sca(client, customerId).resetStatus(body.resetId);
  await advance(client, 5);
  await sca(client, customerId).resetStatus(body.resetId);
  return body.resetId;
}

const eventStatuses = async (client: Client): Promise<string[]> =>
  (await client.get('/webhooks/events?limit=100')).body.data.map(({ status }: { status: string }) => status);

const eventIs = (client: Client, status: string) =>
  until(async () => (await eventStatuses(client)).includes(status), `an event that is ${status}`);

export const scenarios: Readonly<Record<string, Scenario>> = {
  'individuals are verified': async (client) => {
    for (const suffix of ['001', '002', '003', '210', '']) await newIndividual(client, `Ada Lovelace ${suffix}`);
    const decided = ['001', '003', '211', '212', '213', '214', '215', '221', '222', '223', '231', '232'];
    for (const suffix of decided) await submitNamed(client, `Ada Lovelace ${suffix}`);
    const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada001' });
    await submit(client, body.id);
    const halfShown = await newIndividual(client);
    await upload(client, halfShown, { ...license, side: 'FRONT' });
    await submit(client, halfShown);
  },

  'businesses and their owners are verified': async (client) => {
    await newBusiness(client, 'R-210');
    await submit(client, await newBusiness(client, 'R-003'));
    await submit(client, await newBusiness(client, 'R-002'));
    const approved = await newBusiness(client, 'R-9');
    for (const suffix of ['001', '002', '023', '210', '']) {
      await newOwner(client, approved, { ownershipPercentage: 10 }, { lastName: `Hopper${suffix}` });
    }
    await submit(client, approved);
    await client.get(`/customers/${approved}`);
    const { customerId } = await completeBusiness(client);
    await submit(client, customerId);
  },

  'proofs of address expire': async (client) => {
    const { customerId } = await completeBusiness(client);
    await advance(client, 93 * 24 * 3_600);
    await submit(client, customerId);
  },

  'contacts are verified': async (client) => {
    await proveContact(client, await newEuropean(client));
    const { body } = await client.post('/customers', {
      customerType: 'BUSINESS',
      region: 'DE',
      email: 'office@example.com',
      phoneNumber: '+4915112345678',
      businessInfo,
    });
    await proveContact(client, body.id);
    await client.get('/sandbox/messages');
  },

  'external accounts are checked': async (client) => {
    const { customerId } = await newPayer(client, { balance: 0 });
    for (const suffix of ['102', '103', '104', '106', '107', '111']) {
      await client.post('/customers/external-accounts', { customerId, ...withSuffix('USD_ACCOUNT', suffix) });
    }
    for (const suffix of ['002', '210', 'abc']) {
      const more = { ownershipType: 'FIRST_PARTY', platformAccountId: `wallet-${suffix}` };
      const id = await newExternalAccount(client, { type: 'SOLANA_WALLET', more });
      await client.post(`/platform/external-accounts/${id}/challenge`, { method: 'LIVENESS' });
      await advance(client, 5);
      await client.get(`/platform/external-accounts/${id}`);
      await client.delete(`/platform/external-accounts/${id}`);
    }
  },

  'customers are imported': async (client) => {
    await importOf(client, 'shoeSize\n44');
    const rows = 500;
    const passing = new Set<string>();
    // Repeats, because the first two statuses last only milliseconds and a read can miss them.
    for (let i = 0; i < 10 && !(passing.has('PENDING') && passing.has('PROCESSING')); i++) {
      const people = Array.from({ length: rows }, (_, n) => csvRow(i * rows + n));
      for (const status of await importOf(client, [CSV, ...people].join('\n'))) passing.add(status);
    }
  },

  'factors are enrolled, used and reset': async (client) => {
    const customerId = await newEuropean(client);
    await enrollTotp(client, customerId);
    const authenticator = await enrollPasskey(client, customerId);
    const { factors, start, complete, completeReset, resetStatus } = sca(client, customerId);
    await factors();
    for (const factor of ['SMS_OTP', 'TOTP', 'PASSKEY']) await start(factor);
    const { body } = await start('PASSKEY');
    const passkeyAssertion = authenticator.assert({ challenge: body.passkeyOptions.challenge, origin: ORIGIN });
    await complete({ factor: 'PASSKEY', passkeyAssertion, origin: ORIGIN });
    const passkeyReset = await checkedReset(client, customerId, 'PASSKEY');
    const totpReset = await checkedReset(client, customerId, 'TOTP');
    await completeReset(totpReset);
    await resetStatus(totpReset);
    await enrollTotp(client, customerId);
    await resetStatus(totpReset);
    await advance(client, 3_600);
    await resetStatus(passkeyReset);
    for (const suffix of ['002', '210']) {
      await checkedReset(client, await newEuropean(client, { platformCustomerId: `somebody-${suffix}` }));
    }
  },

  'wallets are opened and operated': async (client) => {
    const wallet = await newWallet(client);
    const session = await loginByCode(wallet);
    const { accountId } = wallet;
    const path = '/auth/credentials';
    const oauth = { method: 'POST', path, body: { type: 'OAUTH', accountId, oidcToken: oidcToken() } };
    const { body: identity } = await signedTwice(client, oauth, session.key);
    const key = new ClientKey();
    const nonce = nonceOf(key.compressed);
    const proof = { type: 'OAUTH', oidcToken: oidcToken({ nonce }), clientPublicKey: key.compressed };
    await client.post(`${path}/${identity.id}/verify`, proof);
    const exported = {
      method: 'POST',
      path: `/internal-accounts/${accountId}/export`,
      body: { clientPublicKey: new ClientKey().uncompressed },
    };
    const operations = [
      { ...oauth, body: { ...oauth.body, oidcToken: oidcToken({ sub: randomUUID() }) } },
      { method: 'DELETE', path: `${path}/${identity.id}` },
      { method: 'DELETE', path: `/auth/sessions/${(await loginByCode(wallet)).id}` },
      exported,
    ];
    for (const ask of [exported, { method: 'DELETE', path: `/auth/sessions/${(await loginByCode(wallet)).id}` }]) {
      await signedTwice(client, ask, session.key);
    }
    const email = `holder.${randomUUID()}+slow@example.com`;
    const slow = {
      method: 'PATCH',
      path: `/customers/${wallet.customerId}`,
      body: { customerType: 'INDIVIDUAL', email },
    };
    const begun = [];
    for (const ask of operations) begun.push({ ask, challenge: (await send(client, ask)).body });
    await signedTwice(client, slow, session.key);
    for (const { ask, challenge } of begun) await retry(client, ask, { challenge, key: session.key });
    await advance(client, 3_600);
  },

  'cards are issued, changed and closed': async (client) => {
    const payer = await newPayer(client);
    await newCard(client, payer, { platformCardId: cardName('001') });
    await cardIn(client, (await newCard(client, payer, { platformCardId: cardName('002') })).id, 'CLOSED');
    for (const ending of ['100', '101']) {
      const { id } = await activeCard(client, { holder: payer, platformCardId: cardName(ending) });
      await client.patch(`/cards/${id}`, { state: 'FROZEN' });
      await client.patch(`/cards/${id}`, { state: 'CLOSED' });
    }
    const leaver = await newPayer(client, { balance: 0 });
    const { id } = await activeCard(client, { holder: leaver });
    await client.delete(`/customers/${leaver.customerId}`);
    await cardIn(client, id, 'CLOSED');
  },

  'cards pay': async (client) => {
    const payer = await newPayer(client, { balance: 10_000 });
    const one: Shopper = { client, payer, ...(await cardOf(client, payer, { maxSpendPerTransaction: 5_000 })) };
    const { simulate, cardId } = one;
    for (const suffix of ['002', '003']) await simulate('authorization', asked(1, `SHOP ${suffix}`));
    await simulate('authorization', asked(5_001));
    const { id: settled } = await authorized(one, 1_000);
    for (const amount of [400, 600]) await simulate('clearing', { cardTransactionId: settled, amount });
    await simulate('return', { cardTransactionId: settled, amount: 1_000 });
    const { id: exceeded } = await authorized(one, 1_000);
    await simulate('clearing', { cardTransactionId: exceeded, amount: 20_000 });
    const { id: unused } = await authorized(one, 1_000);
    await simulate('clearing', { cardTransactionId: unused, amount: 0 });
    await simulate('financial_credit_authorization', asked(100));
    await client.patch(`/cards/${cardId}`, { state: 'CLOSED' });
    await simulate('authorization', asked(1));
  },

  'cardholders dispute purchases': async (client) => {
    const payer = await newPayer(client, { balance: 10_000 });
    const { simulate } = await cardOf(client, payer);
    const { body: bought } = await simulate('financial_authorization', asked(1_000));
    const dispute = async (reason: string, ...steps: [name: string, more?: object][]) => {
      const { body } = await simulate('dispute_open', { cardTransactionId: bought.id, amount: 100, reason });
      for (const [name, more] of steps) await simulate(`dispute_${name}`, { cardDisputeId: body.id, ...more });
    };
    const closed = (outcome: string): [string, object] => ['close', { outcome }];
    await dispute('FRAUD', closed('WON'));
    for (const reason of ['DUPLICATE', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'CANCELLED']) {
      await dispute(reason, closed('LOST'));
    }
    await dispute('OTHER', ['provisional_credit'], ['provisional_credit_reversal'], closed('LOST'));
    await dispute('OTHER', ['provisional_credit']);
    await simulate('financial_authorization', asked(9_200));
    const { body } = await client.get('/card-disputes?status=OPEN');
    await simulate('dispute_provisional_credit_reversal', { cardDisputeId: body.data[0].id });
    await client.get(`/transactions/${bought.id}/timeline?limit=200`);
  },

  'a card draws on a wallet with a delegated key': async (client) => {
    await client.patch('/config', { supportedCurrencies: [{ currencyCode: 'USD' }, { currencyCode: 'USDB' }] });
    const wallet = await newWallet(client);
    const { id: cardId } = await activeCard(client, { holder: wallet });
    const { key } = await loginByCode(wallet);
    const body = { cardId, internalAccountId: wallet.accountId, nickname: 'Daily card' };
    const ask = { method: 'POST', path: '/auth/delegated-keys', body };
    const leg = async (challenge: any) => (await retry(client, ask, { challenge, key })).body;
    const second = await leg((await send(client, ask)).body);
    await client.get(`/auth/delegated-keys?accountId=${wallet.accountId}`);
    const { id } = await leg(second);
    await client.get(`/auth/delegated-keys/${id}`);
    await client.delete(`/auth/delegated-keys/${id}`);
    await client.get(`/auth/delegated-keys/${id}`);
  },

  'quotes end': async (client) => {
    const payer = await newPayer(client);
    const payee = await payeeWithSuffix(client, payer.customerId, '111');
    const paid = await quoted(client, quoteFor(payer, payee));
    await executed(client, paid.id);
    await transactionIn(client, paid.transactionId, 'COMPLETED');
    const late = await quoted(client, quoteFor(payer, payee));
    await advance(client, 3_600);
    for (const { id } of [paid, late]) await client.get(`/quotes/${id}`);
  },

  'money is collected': async (client) => {
    const payer = await newPayer(client);
    const transfers: string[] = [];
    for (const suffix of ['011', '012', '013', '014', '015', '016', '017', '019']) {
      const source = { accountId: await payeeWithSuffix(client, payer.customerId, suffix) };
      const request = { source, destination: { accountId: payer.accountId }, amount: 1_000 };
      transfers.push((await client.post('/transfer-in', request)).body.id);
    }
    await until(async () => {
      const found = await Promise.all(transfers.slice(0, 4).map((id) => client.get(`/transactions/${id}`)));
      return found.every(({ body }) => body.pendingReason !== undefined);
    }, 'the delays');
    await transactionIn(client, transfers.at(-1) ?? '', 'COMPLETED');
    await advance(client, 61);
    for (const id of transfers) await client.get(`/transactions/${id}`);
  },

  'agents act': async (client) => {
    const agent = await newAgent(client);
    await pay(agent);
    await transferIn(agent);
    await transferOut({ ...agent, payee: await payeeWithSuffix(client, agent.payer.customerId, '002') });
    const careful = await newAgent(client, { policy: policyWith(APPROVAL) });
    const { body } = await execute(careful, (await agentQuote(careful)).id);
    await client.post(`/agents/${careful.id}/actions/${body.id}/reject`);
  },

  'webhooks are delivered, and not': async (client) => {
    const notify = () => client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    await notify();
    await eventIs(client, 'SKIPPED');
    const receiver = await openReceiver();
    let answer: number | undefined = 200;
    receiver.answer(() => answer ?? new Promise(() => {}));
    await client.patch('/config', { webhookEndpoint: receiver.url });
    await notify();
    await eventIs(client, 'DELIVERED');
    await client.post('/webhooks/test');
    await client.post('/webhooks/keys/rotate');
    answer = 500;
    await notify();
    await eventIs(client, 'WAITING');
    const { body } = await client.get('/webhooks/events?status=DELIVERED');
    // Not a test event, which has only one further attempt and would be FAILED before the read.
    const delivered = body.data.find(({ type }: { type: string }) => type !== 'TEST');
    await client.post(`/webhooks/events/${delivered.id}/redeliver`);
    await eventIs(client, 'REDELIVERING');
    answer = undefined;
    await notify();
    await eventIs(client, 'PENDING');
    const received = client.post('/sandbox/uma/receive', await umaPayment(client));
    await eventIs(client, 'DIRECT');
    await receiver.close();
    await received;
  },

  'an endpoint is gone': async (client) => {
    const receiver = await openReceiver();
    receiver.answer(() => 410);
    await client.patch('/config', { webhookEndpoint: receiver.url });
    await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    await eventIs(client, 'FAILED');
    await receiver.close();
  },

  'an invitation expires': async (client) => {
    const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body: invitation } = await client.post('/invitations', { inviterUma: body.umaAddress, expiresAt });
    await advance(client, 3_601);
    await client.get(`/invitations/${invitation.code}`);
  },

  'stablecoins are issued and traded': async (client) => {
    for (const suffix of ['001', '002', '003', '004', '005', '006', '007', '008']) await newCoin(client, suffix);
    for (const suffix of ['005', '006']) {
      const link = await newLink(client, suffix);
      await client.post('/stablecoins', registration(link), keyed());
      await client.get(`/stablecoin-provider-accounts/${link}`);
    }
    const coin = await newCoin(client);
    const read = (id: string) => client.get(`/stablecoin-operations/${id}`);
    const fund = (id: string) => client.post(`/sandbox/stablecoin-operations/${id}/fund`);
    const { body: expired } = await mint(client, coin, await mintRequest(client));
    const { body: failed } = await mint(client, coin, await mintRequest(client, { type: 'WIRE' }, 2));
    await fund(failed.id);
    await advance(client, 1);
    await read(failed.id);
    const { body: completed } = await burn(client, coin, await burnRequest(client));
    await fund(completed.id);
    for (let second = 0; second < 3; second++) {
      await advance(client, 1);
      await read(completed.id);
    }
    const externalAccountId = await externalAccount(client, 'USD_ACCOUNT');
    await mint(client, coin, await mintRequest(client, { type: 'ACH_DEBIT', externalAccountId }));
    await advance(client, 7 * 24 * 3_600);
    await read(expired.id);
  },
};
