import { Currency } from '@uma-sdk/core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTravelRule } from '../src/engine/providers/uma/travel-rule.ts';
import { executed, quoted } from './support/payment-world.ts';
import { balanceOf, transactionIn } from './support/payments.ts';
import { lookUp, openUmaPlace, type UmaPlace, type UmaUser, umaQuote } from './support/uma.ts';
import { openProvider, type Provider, type ProviderDeviations, writeInvoice } from './support/uma-provider.ts';

let here: UmaPlace;
let alice: UmaUser;
const opened: Provider[] = [];

beforeAll(async () => {
  const barred = { name: 'Barred', domain: 'localhost:2', supportedRegions: [], supportedCurrencies: [] };
  const directory = { umaProviders: [{ ...barred, allowListStatus: false }] };
  here = await openUmaPlace(['USD', 'EUR'], { directory });
  alice = await here.newUser('alice', { balance: 10_000_000 });
});
afterAll(async () => {
  await here.app.audit();
  await here.app.stop();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((provider) => provider.close()));
});

/** A provider at a new domain, for which the service has no cached keys. */
async function providerWith(deviations: ProviderDeviations = {}): Promise<Provider & { carla: string }> {
  const provider = await openProvider(deviations);
  opened.push(provider);
  return { ...provider, carla: `$carla@${provider.domain}` };
}

const edit = (change: (body: any) => void) => (text: string) => {
  const body = JSON.parse(text);
  change(body);
  return JSON.stringify(body);
};
const rejecting = (status: number, code?: string) => () => ({
  status,
  text: JSON.stringify({ status: 'ERROR', reason: 'no', ...(code && { code }) }),
});
const unsupported = (supportedMajorVersions?: number[]) => ({
  status: 412,
  text: JSON.stringify({ status: 'ERROR', code: 'UNSUPPORTED_UMA_VERSION', supportedMajorVersions }),
});
const oneFor = (code: string, decimals = 2): Currency => new Currency(code, code, code, 1_000, 1, 1_000_000, decimals);

describe('a receiver at another provider', () => {
  test('is found with its currencies, limits and required payer data', async () => {
    const payerData = { name: { mandatory: true }, nationality: { mandatory: false }, shoeSize: { mandatory: false } };
    const { carla } = await providerWith({ payerData, currencies: [oneFor('USD'), oneFor('EUR', 4), oneFor('XQX')] });
    const { status, body, text } = await lookUp(here.client, alice, carla);
    expect(status, text).toBe(200);
    expect(body.supportedCurrencies.map(({ currency, min, max }: any) => [currency.code, min, max])).toEqual([
      ['USD', 1, 1_000_000],
    ]);
    expect(body.requiredPayerDataFields).toEqual([
      { name: 'FULL_NAME', mandatory: true },
      { name: 'NATIONALITY', mandatory: false },
    ]);
  });

  test('can support only an older version', async () => {
    const asked: string[] = [];
    const version = (wanted: string) => {
      asked.push(wanted);
      return wanted.startsWith('1.') ? unsupported([0]) : wanted;
    };
    const { carla } = await providerWith({ version });
    const { status, text } = await lookUp(here.client, alice, carla);
    expect([status, asked], text).toEqual([200, ['1.0', '0.3']]);
    const quote = await quoted(
      here.client,
      await umaQuote(here.client, alice, carla, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 500 }),
    );
    expect(quote.totalReceivingAmount).toBe(500);
  });

  const failures: [string, ProviderDeviations, [number, string]][] = [
    ['the address is unknown', { lookup: rejecting(404, 'USER_NOT_FOUND') }, [404, 'UMA_NOT_FOUND']],
    ['it answers with no JSON', { lookup: () => '<html>' }, [400, 'PARSE_LNURLP_RESPONSE_ERROR']],
    ['it answers with something else', { lookup: () => '{"tag":"x"}' }, [400, 'PARSE_LNURLP_RESPONSE_ERROR']],
    [
      'it answers like a plain LNURL service',
      { lookup: edit((body) => delete body.compliance) },
      [400, 'MISSING_REQUIRED_UMA_PARAMETERS'],
    ],
    ['it fails', { lookup: rejecting(500) }, [424, 'LNURLP_REQUEST_FAILED']],
    ['it returns an error with status 200', { lookup: () => '{"status":"ERROR"}' }, [424, 'LNURLP_REQUEST_FAILED']],
    [
      'it redirects',
      { lookup: () => ({ status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }) },
      [424, 'LNURLP_REQUEST_FAILED'],
    ],
    ['it supports no common version', { version: () => unsupported([7]) }, [424, 'NO_COMPATIBLE_UMA_VERSION']],
    ['it does not list its versions', { version: () => unsupported() }, [412, 'UNSUPPORTED_UMA_VERSION']],
    ['it keeps rejecting versions', { version: () => unsupported([0]) }, [412, 'UNSUPPORTED_UMA_VERSION']],
    [
      'it answers in another version',
      {
        lookup: edit((body) => {
          body.umaVersion = '3.0';
        }),
      },
      [424, 'NO_COMPATIBLE_UMA_VERSION'],
    ],
    [
      'its signature is over other data',
      {
        lookup: edit((body) => {
          body.compliance.signatureNonce = 'other';
        }),
      },
      [424, 'LNURLP_REQUEST_FAILED'],
    ],
    ['it answered an hour ago', { agoSeconds: 3_600 }, [400, 'INVALID_TIMESTAMP']],
    ['it answers for another user', { identifier: '$mallory@elsewhere.example' }, [400, 'INVALID_RECEIVER']],
    [
      'its callback is not https',
      {
        lookup: edit((body) => {
          body.callback = 'http://provider.example/pay';
        }),
      },
      [400, 'PARSE_LNURLP_RESPONSE_ERROR'],
    ],
    [
      'it requires data that no payer has',
      { payerData: { shoeSize: { mandatory: true } } },
      [400, 'LOOKUP_REQUEST_FAILED'],
    ],
    ['it takes no currency of ours', { currencies: [oneFor('XQX')] }, [400, 'LOOKUP_REQUEST_FAILED']],
    ['its keys are missing', { keys: rejecting(500) }, [424, 'COUNTERPARTY_PUBKEY_FETCH_ERROR']],
    ['its keys are not JSON', { keys: () => 'keys' }, [400, 'INVALID_PUBKEY_FORMAT']],
    ['its keys are empty', { keys: () => '{}' }, [400, 'INVALID_PUBKEY_FORMAT']],
    [
      'its keys are not points of the curve',
      { keys: () => '{"signingPubKey":"00","encryptionPubKey":"00"}' },
      [400, 'INVALID_PUBKEY_FORMAT'],
    ],
    [
      'its certificates cannot be parsed',
      {
        keys: edit((body) => {
          body.signingCertChain[0] = 'abcd';
        }),
      },
      [400, 'CERT_CHAIN_INVALID'],
    ],
    [
      'its chain is incomplete',
      {
        keys: edit((body) => {
          body.encryptionCertChain = [body.encryptionCertChain[0]];
        }),
      },
      [400, 'CERT_CHAIN_INVALID'],
    ],
    ['its certificates have another root', { isForged: true }, [400, 'CERT_CHAIN_INVALID']],
    ['its certificates have expired', { validUntil: new Date(Date.now() - 60_000) }, [400, 'CERT_CHAIN_EXPIRED']],
    ['it does not like us', { lookup: rejecting(403, 'COUNTERPARTY_NOT_ALLOWED') }, [403, 'COUNTERPARTY_NOT_ALLOWED']],
    ['its user is not ready', { lookup: rejecting(403, 'USER_NOT_READY') }, [400, 'INVALID_RECEIVER']],
    [
      'its user has reached a limit',
      { lookup: rejecting(403, 'VELOCITY_LIMIT_EXCEEDED') },
      [403, 'VELOCITY_LIMIT_EXCEEDED'],
    ],
  ];
  test.each(failures)('is not found if %s', async (_, deviations, expected) => {
    const { carla } = await providerWith(deviations);
    const { status, body } = await lookUp(here.client, alice, carla);
    expect([status, body.code], body.message).toEqual(expected);
  });

  test('is not found if its domain is unreachable', async () => {
    const { status, body } = await lookUp(here.client, alice, '$carla@localhost:1');
    expect([status, body.code]).toEqual([424, 'LNURLP_REQUEST_FAILED']);
  });

  test('is not looked up if the directory blocks its provider', async () => {
    const { status, body } = await lookUp(here.client, alice, '$carla@localhost:2');
    expect([status, body.code]).toEqual([403, 'COUNTERPARTY_NOT_ALLOWED']);
  });

  test('is rejected if a response is replayed', async () => {
    let said = '';
    const { carla } = await providerWith({
      lookup: (text) => {
        said ||= text;
        return said;
      },
    });
    expect((await lookUp(here.client, alice, carla)).status).toBe(200);
    const { status, body } = await lookUp(here.client, alice, carla);
    expect([status, body.code]).toEqual([400, 'INVALID_NONCE']);
  });

  test('is looked up only for senders with an address at the domain of their platform', async () => {
    const { carla, asked } = await providerWith();
    const { body: customer } = await here.client.post('/customers', {
      customerType: 'INDIVIDUAL',
      umaAddress: `$elsewhere@${here.domain}`,
    });
    await here.client.patch('/config', { umaDomain: 'moved.example' });
    const { status, body } = await lookUp(here.client, { ...alice, customerId: customer.id }, carla);
    await here.client.patch('/config', { umaDomain: here.domain });
    expect([status, body.code, asked]).toEqual([400, 'INVALID_UMA_ADDRESS', []]);
  });
});

describe('a pay request to another provider', () => {
  test('carries the required payer data, and encrypted travel rule data', async () => {
    const provider = await providerWith({ payerData: { name: { mandatory: true } }, commentAllowed: 50 });
    const more = { senderCustomerInfo: { FULL_NAME: 'Ada King', IDENTIFIER: '$mallory@x' }, description: 'For tea' };
    await quoted(here.client, await umaQuote(here.client, alice, provider.carla, more));
    const [request] = provider.payRequests;
    expect(request?.payerData).toMatchObject({ name: 'Ada King', identifier: alice.umaAddress });
    expect(request?.comment).toBe('For tea');
    const sealed = request?.payerData?.compliance?.encryptedTravelRuleInfo ?? '';
    expect(sealed).not.toContain(Buffer.from('Lovelace').toString('hex'));
    const travelled = JSON.parse(openTravelRule(sealed, provider.encryption) ?? '{}');
    expect(travelled.originator).toMatchObject({ FULL_NAME: 'Ada Lovelace', IDENTIFIER: alice.umaAddress });
  });

  test('without the payer data that the receiver requires is not sent', async () => {
    const provider = await providerWith({ payerData: { name: { mandatory: true } } });
    const { status, body } = await here.client.post('/quotes', await umaQuote(here.client, alice, provider.carla));
    expect([status, body.code, provider.payRequests]).toEqual([400, 'MISSING_MANDATORY_USER_INFO', []]);
  });

  test.each([
    ['SENDING', 10_000],
    ['RECEIVING', 10_000],
  ])('is quoted at the rate and with the fee of the other side, %s locked', async (lockedCurrencySide, amount) => {
    const { body: rate } = await here.client.get('/exchange-rates?sourceCurrency=USD&destinationCurrency=BTC');
    const msatsPerCent = 1_000 / rate.data[0].exchangeRate;
    // One percent worse than the own rate, and a fee of fifty cents.
    const [multiplier, feeMsats] = [msatsPerCent * 1.01, Math.round(msatsPerCent * 50)];
    const provider = await providerWith({ multiplier, feeMsats });
    const more = { lockedCurrencySide, lockedCurrencyAmount: amount };
    const quote = await quoted(here.client, await umaQuote(here.client, alice, provider.carla, more));
    const net = quote.totalSendingAmount - quote.feesIncluded;
    expect(net).toBe(quote.totalReceivingAmount);
    const expected = lockedCurrencySide === 'SENDING' ? 10_000 - (10_000 - 50) / 1.01 : 10_000 * 0.01 + 50;
    // The own mid rate and the displayed one differ by the spread.
    expect(Math.abs(quote.feesIncluded - expected)).toBeLessThan(100);
    expect(quote.rateDetails.counterpartyMultiplier).toBeCloseTo(1 / multiplier, 9);
    expect(quote.rateDetails.counterpartyFixedFee).toBe(50);
    const before = (await balanceOf(here.client, alice)).balance;
    await executed(here.client, quote.id);
    await transactionIn(here.client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(here.client, alice)).balance).toBe(before - quote.totalSendingAmount);
    expect(provider.settled).toContainEqual({ paymentId: quote.transactionId, proof: 'mine' });
    await here.app.audit();
  });

  test('is refunded if its invoice is finally rejected', async () => {
    const provider = await providerWith({ settle: () => ({ status: 409, text: '{}' }) });
    const quote = await quoted(here.client, await umaQuote(here.client, alice, provider.carla));
    const before = await balanceOf(here.client, alice);
    await executed(here.client, quote.id);
    const ended = await transactionIn(here.client, quote.transactionId, 'FAILED');
    expect([ended.failureReason, ended.refund.status]).toEqual(['QUOTE_EXECUTION_FAILED', 'COMPLETED']);
    expect(await balanceOf(here.client, alice)).toEqual(before);
    await here.app.audit();
  });

  test('is paid when the other side is reachable again', async () => {
    let tries = 0;
    const provider = await providerWith({
      settle: (text) => {
        tries += 1;
        return tries === 1 ? { status: 503, text } : text;
      },
    });
    const quote = await quoted(here.client, await umaQuote(here.client, alice, provider.carla));
    await executed(here.client, quote.id);
    await transactionIn(here.client, quote.transactionId, 'COMPLETED');
    expect(new Set(provider.settled.map((payment: any) => payment.paymentId))).toEqual(new Set([quote.transactionId]));
    await here.app.audit();
  });

  const soon = new Date(Date.now() + 600_000).toISOString();
  const failures: [string, ProviderDeviations, [number, string]][] = [
    ['it fails', { pay: rejecting(500) }, [424, 'PAYREQ_REQUEST_FAILED']],
    ['it answers with no JSON', { pay: () => 'lnbc1' }, [400, 'PARSE_PAYREQ_RESPONSE_ERROR']],
    [
      'it does not sign',
      { pay: edit((body) => delete body.payeeData.compliance.signature) },
      [400, 'MISSING_REQUIRED_UMA_PARAMETERS'],
    ],
    [
      'its payee data is missing',
      { pay: edit((body) => delete body.payeeData) },
      [400, 'MISSING_REQUIRED_UMA_PARAMETERS'],
    ],
    [
      'its signature is over other data',
      {
        pay: edit((body) => {
          body.payeeData.compliance.signatureNonce = 'other';
        }),
      },
      [400, 'INVALID_PAYREQ_RESPONSE'],
    ],
    ['its invoice is for another network', { invoice: () => 'lnbc10u1p3' }, [400, 'INVALID_PAYREQ_RESPONSE']],
    [
      'its invoice has expired',
      { invoice: (invoice) => writeInvoice({ ...invoice, expiresAt: '2020-01-01T00:00:00.000Z' }) },
      [400, 'INVALID_PAYREQ_RESPONSE'],
    ],
    [
      'its invoice is for another amount',
      { invoice: (invoice) => writeInvoice({ ...invoice, amountMsats: '5', expiresAt: soon }) },
      [400, 'INVALID_PAYREQ_RESPONSE'],
    ],
    [
      'it pays out another currency',
      {
        pay: edit((body) => {
          body.converted.currencyCode = 'EUR';
        }),
      },
      [400, 'INVALID_PAYREQ_RESPONSE'],
    ],
    [
      'its amounts are inconsistent',
      {
        pay: edit((body) => {
          body.converted.amount += 2;
        }),
      },
      [400, 'INVALID_PAYREQ_RESPONSE'],
    ],
    ['it does not take the sender', { pay: rejecting(400, 'SENDER_NOT_ACCEPTED') }, [400, 'SENDER_NOT_ACCEPTED']],
    ['it finds the amount wrong', { pay: rejecting(400, 'AMOUNT_OUT_OF_RANGE') }, [400, 'AMOUNT_OUT_OF_RANGE']],
    ['it finds the currency wrong', { pay: rejecting(400, 'INVALID_CURRENCY') }, [400, 'INVALID_CURRENCY']],
    [
      'it misses data of the payer',
      { pay: rejecting(400, 'MISSING_MANDATORY_PAYER_DATA') },
      [400, 'MISSING_MANDATORY_USER_INFO'],
    ],
    [
      'it lacks the required payee data',
      { pay: rejecting(501, 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY') },
      [501, 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY'],
    ],
    ['it has seen our nonce', { pay: rejecting(400, 'INVALID_NONCE') }, [400, 'INVALID_NONCE']],
    ['it finds us late', { pay: rejecting(400, 'INVALID_TIMESTAMP') }, [400, 'INVALID_TIMESTAMP']],
    ['its offer has expired', { pay: rejecting(400, 'QUOTE_EXPIRED') }, [400, 'QUOTE_REQUEST_FAILED']],
    ['it cannot read us', { pay: rejecting(400, 'PARSE_PAYREQ_REQUEST_ERROR') }, [400, 'INVALID_REQUEST_FORMAT']],
    ['its rate has changed since the lookup', { payMultiplier: 500 }, [400, 'QUOTE_REQUEST_FAILED']],
    ['it does not know its own words', { pay: rejecting(418, 'TEAPOT') }, [424, 'PAYREQ_REQUEST_FAILED']],
  ];
  test.each(failures)('gives no quote if %s', async (_, deviations, expected) => {
    const { carla } = await providerWith(deviations);
    const before = await balanceOf(here.client, alice);
    const { status, body } = await here.client.post('/quotes', await umaQuote(here.client, alice, carla));
    expect([status, body.code], body.message).toEqual(expected);
    expect(await balanceOf(here.client, alice)).toEqual(before);
  });

  test('rejects a replayed response', async () => {
    let said = '';
    const { carla } = await providerWith({
      pay: (text) => {
        said ||= text;
        return said;
      },
    });
    await quoted(here.client, await umaQuote(here.client, alice, carla));
    const { status, body } = await here.client.post('/quotes', await umaQuote(here.client, alice, carla));
    expect([status, body.code]).toEqual([400, 'INVALID_NONCE']);
  });

  test('is made for the sender of the lookup', async () => {
    const { carla } = await providerWith();
    const other = await here.newUser('other', { balance: 100_000 });
    const request = await umaQuote(here.client, alice, carla, {
      source: { sourceType: 'ACCOUNT', accountId: other.accountId },
    });
    const { status, body } = await here.client.post('/quotes', request);
    expect([status, body.details.errors[0].field]).toEqual([400, 'lookupId']);
  });
});

test('a production platform does not look up receivers on its own machine, nor without a UMA domain', async () => {
  const { carla, asked } = await providerWith();
  const real = await here.app.newPlatform('PRODUCTION');
  const { body: customer } = await real.post('/customers', {
    customerType: 'INDIVIDUAL',
    umaAddress: '$al@real.example',
  });
  const ask = () => real.get(`/receiver/uma/${encodeURIComponent(carla)}?customerId=${customer.id}`);
  const without = await ask();
  expect([without.status, without.body.code]).toEqual([424, 'LNURLP_REQUEST_FAILED']);
  await real.patch('/config', { umaDomain: 'real.example' });
  const { status, body } = await ask();
  expect([status, body.code, asked]).toEqual([424, 'LNURLP_REQUEST_FAILED', []]);
});
