import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../../../server/src/accounts/account-checks.ts';
import { TestApp } from '../../../../server/test/support/app.ts';
import { newCard } from '../../../../server/test/support/cards.ts';
import { businessInfo, newIndividual, passport, person, upload } from '../../../../server/test/support/documents.ts';
import { fetchOverExchange } from '../../../../server/test/support/exchange.ts';
import { newPayer } from '../../../../server/test/support/payments.ts';
import { asked, newShopper } from '../../../../server/test/support/purchases.ts';
import { type Client, createClient } from '../../../client/src/index.ts';
import { accounts } from '../../src/generated/accounts.ts';
import { ibanCountries } from '../../src/iban.ts';
import { type AccountScenario, type AccountTypeName, magic } from '../../src/magic.ts';
import { accountScenarios, textScenarios, umaReceivers } from '../../src/scenarios.ts';

let app: TestApp;
/** Sends `Prefer: handling=strict`, so that the checks of production apply. */
let api: Client;
beforeAll(async () => {
  app = await TestApp.start();
  api = await newApi();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

async function newApi(): Promise<Client> {
  const { url, clientId, clientSecret } = await app.newPlatform();
  return createClient({ baseUrl: url, clientId, clientSecret, strict: true, fetch: fetchOverExchange });
}

const typeNames = Object.keys(accounts) as AccountTypeName[];

/** Scenarios of one area that an account of the type can have: base58 and bech32 addresses cannot end in some. */
function scenariosOf(type: AccountTypeName, area: keyof typeof accountScenarios): AccountScenario[] {
  const all = Object.keys(accountScenarios[area]).map((outcome) => ({ [area]: outcome }) as AccountScenario);
  return all.filter((scenario) => {
    const entry = accounts[type];
    const ending = Object.values(accountScenarios[area])[all.indexOf(scenario)] ?? '';
    return 'values' in entry ? ending in entry.values : true;
  });
}

/** In small groups: a request at a time is slow, all at once is more than a platform sends. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += 8) await Promise.all(items.slice(i, i + 8).map(work));
}

describe('magic.account', () => {
  it('has every scenario for every account type but those whose addresses cannot end so', () => {
    const limited = typeNames.filter(
      (type) => scenariosOf(type, 'payout').length < Object.keys(accountScenarios.payout).length,
    );
    expect(limited).toEqual(['SOLANA_WALLET', 'TRON_WALLET', 'SPARK_WALLET']);
    expect(() => magic.account('SOLANA_WALLET', { payout: 'RETURNED' })).toThrow(
      /No valid SOLANA_WALLET can end in 005/,
    );
  });

  it.each(typeNames)('%s passes the checks of production and has the promised name check', async (type) => {
    await each(scenariosOf(type, 'nameCheck'), async (scenario) => {
      const created = await api.platform.externalAccounts.create(magic.account(type, scenario)).asResult();
      if (scenario.nameCheck === 'INVALID_ACCOUNT')
        expect(created).toMatchObject({ ok: false, error: { code: 'INVALID_BANK_ACCOUNT' } });
      else expect(created).toMatchObject({ ok: true, value: { beneficiaryVerificationStatus: scenario.nameCheck } });
    });
  });

  /** Status at once and after ten minutes, and the reason of a failure or delay. */
  const delayed = ['PROCESSING', 'COMPLETED'];
  const failed = ['FAILED', 'FAILED'];
  const payouts: Record<keyof typeof accountScenarios.payout, string[]> = {
    COMPLETED: ['COMPLETED', 'COMPLETED'],
    QUOTE_EXECUTION_FAILED: failed,
    COMPLETED_LATER: delayed,
    ACCOUNT_CANNOT_RECEIVE: failed,
    RETURNED: ['COMPLETED', 'FAILED'],
    CANCELLED: ['COMPLETED', 'COMPLETED'],
    LOST: failed,
    COUNTERPARTY_DECLARATION_REQUIRED: delayed,
    WALLET_VERIFICATION_REQUIRED: delayed,
    COUNTERPARTY_INFORMATION_REQUIRED: delayed,
    COMPLIANCE_REVIEW: delayed,
    LNURLP_FAILED: failed,
    PAY_REQUEST_FAILED: failed,
    OFFRAMP_FAILED: failed,
    ACCEPTED_LATER: ['COMPLETED', 'COMPLETED'],
    REFUNDED: ['COMPLETED', 'REFUNDED'],
  };

  it.each(typeNames)('%s has the promised outcome of a payout', async (type) => {
    const own = await newApi();
    const customer = await own.customers.create({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    const { data } = await own.customers.internalAccounts.list({ customerId: customer.id });
    const source = data.find(({ balance }) => balance.currency.code === 'USD');
    if (!source) throw new Error('the customer has no dollars');
    await own.sandbox.internalAccounts.fund(source.id, { amount: 10_000_000 });
    const scenarios = scenariosOf(type, 'payout');
    const paid = new Map<string, AccountScenario>();
    await each(scenarios, async (scenario) => {
      const payee = await own.customers.externalAccounts.create({
        customerId: customer.id,
        ...magic.account(type, scenario),
      });
      const quote = await own.quotes.create({
        source: { sourceType: 'ACCOUNT', accountId: source.id },
        destination: { destinationType: 'ACCOUNT', accountId: payee.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
        purposeOfPayment: 'GIFT',
        immediatelyExecute: true,
      });
      paid.set(quote.transactionId, scenario);
    });
    for (const [i, duration] of [5, 600].entries()) {
      await own.sandbox.clock.advance({ seconds: duration });
      const { data: found } = await own.transactions.list({ type: 'OUTGOING', limit: 100 });
      const statuses = new Map(found.map(({ id, status }) => [id, status]));
      for (const [id, { payout = 'COMPLETED' }] of paid) {
        expect([payout, statuses.get(id)]).toEqual([payout, payouts[payout][i]]);
      }
    }
  });

  /** Final status of a transfer. */
  const transfersOut: Record<keyof typeof accountScenarios.transferOut, string> = {
    COMPLETED: 'COMPLETED',
    INSUFFICIENT_FUNDS: 'FAILED',
    ACCOUNT_INVALID: 'FAILED',
    ACCOUNT_CANNOT_RECEIVE: 'FAILED',
    RETURNED: 'FAILED',
    COUNTERPARTY_DECLARATION_REQUIRED: 'COMPLETED',
    WALLET_VERIFICATION_REQUIRED: 'COMPLETED',
    COUNTERPARTY_INFORMATION_REQUIRED: 'COMPLETED',
    COMPLIANCE_REVIEW: 'COMPLETED',
    LNURLP_FAILED: 'FAILED',
    PAY_REQUEST_FAILED: 'FAILED',
    OFFRAMP_FAILED: 'FAILED',
    ACCEPTED_LATER: 'COMPLETED',
    REFUNDED: 'REFUNDED',
  };
  const { ACCEPTED_LATER: _, ACCOUNT_INVALID, ACCOUNT_CANNOT_RECEIVE, RETURNED, ...common } = transfersOut;
  const transfersIn: Record<keyof typeof accountScenarios.transferIn, string> = {
    ...common,
    ACCOUNT_CLOSED: ACCOUNT_INVALID,
    COLLECTION_FAILED: ACCOUNT_CANNOT_RECEIVE,
    COLLECTION_FAILED_LATER: RETURNED,
  };

  it.each(['transferOut', 'transferIn'] as const)('has the promised outcome of a %s', async (area) => {
    const own = await newApi();
    const customer = await own.customers.create({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    const { data } = await own.customers.internalAccounts.list({ customerId: customer.id });
    const account = data.find(({ balance }) => balance.currency.code === 'USD');
    if (!account) throw new Error('the customer has no dollars');
    await own.sandbox.internalAccounts.fund(account.id, { amount: 10_000_000 });
    const made = new Map<string, string>();
    for (const scenario of scenariosOf('USD_ACCOUNT', area)) {
      const outside = await own.customers.externalAccounts.create({
        customerId: customer.id,
        ...magic.account('USD_ACCOUNT', scenario),
      });
      const [inside, other] = [{ accountId: account.id }, { accountId: outside.id }];
      const { id } =
        area === 'transferOut'
          ? await own.transferOut.create({ source: inside, destination: other, amount: 100 })
          : await own.transferIn.create({ source: other, destination: inside, amount: 100 });
      made.set(id, String(scenario[area]));
    }
    await own.sandbox.clock.advance({ seconds: 600 });
    const expected: Record<string, string> = area === 'transferOut' ? transfersOut : transfersIn;
    for (const [id, outcome] of made)
      expect([outcome, (await own.transactions.get(id)).status]).toEqual([outcome, expected[outcome]]);
  });

  it('rejects outcomes that exclude each other, and unknown ones', () => {
    expect(magic.clabe({ payout: 'COMPLETED', nameCheck: 'MATCHED' })).toBe(magic.clabe());
    expect(() => magic.clabe({ payout: 'RETURNED', nameCheck: 'NOT_MATCHED' })).toThrow(/cannot have all of these/);
    expect(() => magic.clabe({ payout: 'BOUNCED' as 'RETURNED' })).toThrow(/no scenario payout: BOUNCED.*RETURNED/);
  });
});

describe('the builders', () => {
  const { fullName, registrationNumber, ownerLastName, documentNumber, platformCardId, merchantDescriptor } =
    textScenarios;
  const covered: Record<string, Readonly<Record<string, string>>> = {
    'quote to an external account': accountScenarios.payout,
    'transfer out': accountScenarios.transferOut,
    'transfer in': accountScenarios.transferIn,
    'beneficiary name check': accountScenarios.nameCheck,
    'individual verification': { ...fullName.kyc, ...prefixed(fullName.submission) },
    // 001 and 003 are the same scenario.
    'business verification': { ...registrationNumber.submission, CHECKED_TOO: '001' },
    'beneficial owner': ownerLastName.kyc,
    document: documentNumber.upload,
    'card issuing': platformCardId.issuing,
    'card authorization': merchantDescriptor.authorization,
  };

  it.each(Object.entries(covered))('have every scenario of the area %s', async (area, scenarios) => {
    const { data } = await api.sandbox.magicValues.list();
    const suffixes = data.flatMap((row) => (row.area === area && /^\d{3}$/.test(row.value) ? [row.value] : []));
    const plain = ['111', '900'];
    expect(suffixes.length).toBeGreaterThan(0);
    expect([...new Set(Object.values(scenarios))].filter((value) => !plain.includes(value)).toSorted()).toEqual(
      suffixes.toSorted(),
    );
  });
});

/** Two areas of one value have outcomes of the same name. */
function prefixed(outcomes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, ending]) => [`SUBMITTED_${name}`, ending]));
}

describe('magic.iban', () => {
  const scenarios = Object.entries(accountScenarios).flatMap(([area, outcomes]) =>
    Object.keys(outcomes).map((outcome) => ({ [area]: outcome }) as AccountScenario),
  );
  const ibansOf = (country: (typeof ibanCountries)[number]) => [
    ...new Map(scenarios.map((scenario) => [magic.iban(country, scenario), scenario])),
  ];

  it.each(ibanCountries)('%s has correct check digits in every scenario', (country) => {
    const networks = { lightning: [], spark: [] };
    for (const [iban] of ibansOf(country)) {
      expect([iban, check('iban').isValid(iban, networks)]).toEqual([iban, true]);
    }
  });

  /** A few scenarios per country, and over all countries each of them: the server reads the ending of any IBAN alike. */
  it.each(ibanCountries.map((country, i) => [country, i] as const))(
    '%s passes the checks of production',
    async (country, i) => {
      const base = magic.account('EUR_ACCOUNT');
      const ibans = ibansOf(country);
      const few = [0, 1, 2].map((n) => ibans[(2 * i + n) % ibans.length] as (typeof ibans)[number]);
      await each(few, async ([iban, { nameCheck = 'MATCHED' }]) => {
        const accountInfo = { ...base.accountInfo, iban } as typeof base.accountInfo;
        const created = await api.platform.externalAccounts.create({ ...base, accountInfo }).asResult();
        if (iban.endsWith('105')) expect(created).toMatchObject({ ok: false, error: { code: 'INVALID_BANK_ACCOUNT' } });
        else expect(created).toMatchObject({ ok: true, value: { beneficiaryVerificationStatus: nameCheck } });
      });
    },
  );
});

describe('magic.fullName', () => {
  it.each(Object.keys(textScenarios.fullName.kyc))('gives a new individual the status %s', async (kyc) => {
    const fullName = magic.fullName({ kyc: kyc as 'APPROVED' });
    expect(await api.customers.create({ customerType: 'INDIVIDUAL', fullName })).toMatchObject({ kycStatus: kyc });
  });

  it.each(Object.keys(textScenarios.fullName.submission))('makes a complete submission %s', async (submission) => {
    const id = await newIndividual(app.client, magic.fullName({ submission: submission as 'APPROVED' }));
    await upload(app.client, id);
    const { body } = await app.client.post('/verifications', { customerId: id });
    const [error] = body.errors;
    expect([body.verificationStatus, error?.type]).toContain(submission);
  });
});

describe('magic.registrationNumber', () => {
  const decided = { APPROVED: 'APPROVED', REJECTED: 'REJECTED', CHECKED: 'RESOLVE_ERRORS', HOLD: 'RESOLVE_ERRORS' };
  it.each(Object.entries(decided))('%s: a submission without documents is %s', async (submission, status) => {
    const registrationNumber = magic.registrationNumber({ submission: submission as 'APPROVED' });
    const customer = await api.customers.create({
      customerType: 'BUSINESS',
      businessInfo: { ...businessInfo, registrationNumber },
    });
    expect(customer).toMatchObject({ kybStatus: submission === 'HOLD' ? 'HOLD' : 'UNVERIFIED' });
    expect((await api.verifications.create({ customerId: customer.id })).verificationStatus).toBe(status);
  });
});

describe('magic.ownerLastName', () => {
  it.each(Object.keys(textScenarios.ownerLastName.kyc))(
    'gives an owner of a decided business the status %s',
    async (kyc) => {
      const { id } = await api.customers.create({
        customerType: 'BUSINESS',
        businessInfo: { ...businessInfo, registrationNumber: magic.registrationNumber() },
      });
      const owner = await api.beneficialOwners.create({
        customerId: id,
        roles: ['UBO'],
        ownershipPercentage: 50,
        personalInfo: { ...person, idType: 'SSN', lastName: magic.ownerLastName({ kyc: kyc as 'APPROVED' }) },
      });
      await api.verifications.create({ customerId: id });
      expect((await api.beneficialOwners.get(owner.id)).kycStatus).toBe(kyc);
    },
  );
});

describe('magic.documentNumber', () => {
  it.each(Object.keys(textScenarios.documentNumber.upload))('makes an upload %s', async (outcome) => {
    const id = await newIndividual(app.client, magic.fullName({ kyc: 'UNVERIFIED' }));
    const documentNumber = magic.documentNumber({ upload: outcome as 'ACCEPTED' });
    const { status, body } = await upload(app.client, id, { ...passport, documentNumber });
    expect([status, body.code]).toEqual(outcome === 'ACCEPTED' ? [201, undefined] : [400, outcome]);
  });
});

describe('magic.platformCardId', () => {
  const issued: Record<string, string[]> = {
    ACTIVE: ['ACTIVE', 'ACTIVE'],
    PROCESSING: ['PROCESSING', 'PROCESSING'],
    ISSUER_REJECTED: ['CLOSED', 'CLOSED'],
    ACTIVE_LATER: ['PROCESSING', 'ACTIVE'],
  };
  it.each(Object.keys(textScenarios.platformCardId.issuing))('issues a card %s', async (issuing) => {
    const client = await app.newPlatform();
    const platformCardId = magic.platformCardId({ issuing: issuing as 'ACTIVE' });
    const { id } = await newCard(client, await newPayer(client), { platformCardId });
    for (const [i, seconds] of [1, 60].entries()) {
      await client.post('/sandbox/clock/advance', { seconds });
      expect((await client.get(`/cards/${id}`)).body.state).toBe(issued[issuing]?.[i]);
    }
  });
});

describe('magic.merchantDescriptor', () => {
  /** Decline of the authorization, and status of the card transaction a minute later. */
  const authorized: Record<string, [string | undefined, string]> = {
    APPROVED: [undefined, 'AUTHORIZED'],
    INSUFFICIENT_FUNDS: ['INSUFFICIENT_FUNDS', 'DECLINED'],
    CARD_PAUSED: ['CARD_PAUSED', 'DECLINED'],
    CONFIRMED_LATER: [undefined, 'AUTHORIZED'],
    UNCONFIRMED: [undefined, 'EXCEPTION'],
  };
  it.each(Object.keys(textScenarios.merchantDescriptor.authorization))('makes an authorization %s', async (outcome) => {
    const { client, simulate } = await newShopper(app);
    const descriptor = magic.merchantDescriptor({ authorization: outcome as 'APPROVED' });
    const { body } = await simulate('authorization', asked(100, descriptor));
    await client.post('/sandbox/clock/advance', { seconds: 60 });
    const { body: later } = await client.get(`/transactions/${body.id}`);
    expect([body.declineReason, later.status]).toEqual(authorized[outcome]);
  });
});

describe('magic.umaAddress', () => {
  it.each(Object.keys(umaReceivers))('%s can be looked up', async (outcome) => {
    const { id } = await api.customers.create({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    const address = encodeURIComponent(magic.umaAddress(outcome as 'RECEIVES_USD'));
    const { status } = await api.fetch(`/receiver/uma/${address}?customerId=${id}`);
    expect(status).toBe(200);
  });
});
