import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../../../server/src/parties/accounts/account-checks.ts';
import { TestApp } from '../../../../server/test/support/app.ts';
import { newCard } from '../../../../server/test/support/cards.ts';
import { businessInfo, newIndividual, passport, person, upload } from '../../../../server/test/support/documents.ts';
import { fetchOverExchange } from '../../../../server/test/support/exchange.ts';
import { newPayer } from '../../../../server/test/support/payments.ts';
import { asked, newShopper } from '../../../../server/test/support/purchases.ts';
import { type Client, createClient, type PlatformConfigUpdateRequest } from '../../../client/src/index.ts';
import { accounts } from '../../src/generated/accounts.ts';
import { ibanCountries } from '../../src/iban.ts';
import { type AccountScenario, type AccountTypeName, magic } from '../../src/magic.ts';
import { accountScenarios, textScenarios, type umaReceivers } from '../../src/scenarios.ts';

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

/** Scenarios of one area that the type supports: base58 and bech32 addresses cannot end in some suffixes. */
function scenariosOf(type: AccountTypeName, area: keyof typeof accountScenarios): AccountScenario[] {
  const all = Object.keys(accountScenarios[area]).map((outcome) => ({ [area]: outcome }) as AccountScenario);
  return all.filter((scenario) => {
    const entry = accounts[type];
    const ending = Object.values(accountScenarios[area])[all.indexOf(scenario)] ?? '';
    return 'values' in entry ? ending in entry.values : true;
  });
}

type Currencies = NonNullable<PlatformConfigUpdateRequest['supportedCurrencies']>;

const unlimited = (currencyCode: string): Currencies[number] => ({
  currencyCode,
  minAmount: 1,
  maxAmount: 1e12,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
});

/** Works in small groups: single requests are slow, and all at once exceed the load of a platform. */
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

  /** Types whose accounts can be debited; every type can be credited. */
  const debited: readonly AccountTypeName[] = ['USD_ACCOUNT'];
  const areas = { transferOut: typeNames, transferIn: debited } as const;

  /** All scenarios for USD_ACCOUNT, and another fifth of them for each of the other types. */
  const spread = (type: AccountTypeName, area: keyof typeof areas): AccountScenario[] =>
    scenariosOf(type, area).filter((_, i) => type === 'USD_ACCOUNT' || (i + typeNames.indexOf(type)) % 5 === 0);

  it.each(Object.entries(areas))('has the promised outcome of a %s', async (name, types) => {
    const area = name as keyof typeof areas;
    const own = await newApi();
    const currencies = [...new Set(types.map((type) => magic.account(type).currency))];
    await own.config.update({ supportedCurrencies: currencies.map(unlimited) });
    const { id: customerId } = await own.customers.create({ customerType: 'INDIVIDUAL', fullName: 'Ada', currencies });
    const inside = new Map<string, string>();
    for await (const { id, balance } of own.customers.internalAccounts.list({ customerId, limit: 100 })) {
      inside.set(balance.currency.code, id);
      await own.sandbox.internalAccounts.fund(id, { amount: 20_000_000 });
    }
    const made = new Map<string, string>();
    await each(types, async (type) => {
      for (const scenario of spread(type, area)) {
        const { currency, ...account } = magic.account(type, scenario);
        const { id } = await own.customers.externalAccounts.create({ customerId, currency, ...account });
        const [ours, theirs] = [{ accountId: inside.get(currency) ?? '' }, { accountId: id }];
        const amount = 1_000_000;
        const transfer =
          area === 'transferOut'
            ? await own.transferOut.create({ source: ours, destination: theirs, amount, purposeOfPayment: 'GIFT' })
            : await own.transferIn.create({ source: theirs, destination: ours, amount });
        made.set(transfer.id, String(scenario[area]));
      }
    });
    await own.sandbox.clock.advance({ seconds: 600 });
    const expected: Record<string, string> = area === 'transferOut' ? transfersOut : transfersIn;
    expect(new Set(made.values())).toEqual(new Set(Object.keys(expected)));
    for await (const { id, status } of own.transactions.list({ limit: 100 })) {
      const outcome = made.get(id);
      if (outcome) expect([outcome, status]).toEqual([outcome, expected[outcome]]);
      made.delete(id);
    }
    expect(made.size).toBe(0);
  });

  it('has accounts that can be debited only where the table says so', async () => {
    const own = await newApi();
    const { id: customerId } = await own.customers.create({ customerType: 'INDIVIDUAL', fullName: 'Ada' });
    const [account] = (await own.customers.internalAccounts.list({ customerId, currency: 'USD' })).data;
    await each(typeNames, async (type) => {
      const { id } = await own.customers.externalAccounts.create({ customerId, ...magic.account(type) });
      const request = { source: { accountId: id }, destination: { accountId: account?.id ?? '' }, amount: 100 };
      expect([type, (await own.transferIn.create(request).asResult()).ok]).toEqual([type, debited.includes(type)]);
    });
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

  /** A few scenarios per country, which together cover all: the suffix has the same effect in every country. */
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
  /** Currency of the receiver, and status of a payment after five seconds and after ten minutes. */
  const received: Record<keyof typeof umaReceivers, [currency: string, soon: string, later: string]> = {
    RECEIVES_USD: ['USD', 'COMPLETED', 'COMPLETED'],
    RECEIVES_EUR: ['EUR', 'COMPLETED', 'COMPLETED'],
    RECEIVES_MXN: ['MXN', 'COMPLETED', 'COMPLETED'],
    COMPLETED_LATER: ['USD', 'PROCESSING', 'COMPLETED'],
    COMPLIANCE_REJECTED: ['USD', 'FAILED', 'FAILED'],
  };

  it.each(Object.entries(received))(
    '%s is paid with the promised outcome',
    async (outcome, [currency, soon, later]) => {
      const own = await newApi();
      const { id: customerId } = await own.customers.create({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
      const [source] = (await own.customers.internalAccounts.list({ customerId, currency: 'USD' })).data;
      if (!source) throw new Error('the customer has no dollars');
      await own.sandbox.internalAccounts.fund(source.id, { amount: 50_000 });
      const umaAddress = magic.umaAddress(outcome as keyof typeof received);
      const { lookupId } = await own.receivers.lookupUma(umaAddress, { customerId });
      const quote = await own.quotes.create({
        source: { sourceType: 'ACCOUNT', accountId: source.id },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency },
        lookupId,
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
        senderCustomerInfo: { FULL_NAME: 'Ada Lovelace' },
      });
      expect(await own.quotes.execute(quote.id)).toMatchObject({ kind: 'done' });
      for (const [seconds, status] of [
        [5, soon],
        [600, later],
      ] as const) {
        await own.sandbox.clock.advance({ seconds });
        expect((await own.transactions.get(quote.transactionId)).status).toBe(status);
      }
      const [after] = (await own.customers.internalAccounts.list({ customerId, currency: 'USD' })).data;
      expect(after?.balance.amount).toBe(later === 'FAILED' ? 50_000 : 40_000);
    },
  );
});
