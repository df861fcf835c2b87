import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beneficiaryNameCheck } from '../src/engine/providers/magic-values.ts';
import type { FieldError } from '../src/foundation/kernel/errors.ts';
import { accountType, accountTypeNames } from '../src/parties/accounts/account-types.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  CUSTOMER_ACCOUNTS,
  createAccount,
  exampleInfo,
  exampleRequest,
  fieldsOf,
  rejectedFields,
  strict,
  withSuffix,
} from './support/external-accounts.ts';

let app: TestApp;
let client: Client;
let production: Client;

/** A separate platform for the accounts of all suffixes. */
let scenarios: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  [production, scenarios] = await Promise.all([app.newPlatform('PRODUCTION'), app.newPlatform()]);
});
afterAll(() => app.stop());

const PLATFORM = '/platform/external-accounts';

/** The published table, line by line: fields (required with a star), rails, required members of an individual. */
const published = `
AED_ACCOUNT | iban* swiftCode | BANK_TRANSFER | fullName
BDT_ACCOUNT | accountNumber bankName* branchCode swiftCode phoneNumber | BANK_TRANSFER MOBILE_MONEY | fullName
BRL_ACCOUNT | pixKey* pixKeyType* taxId* | PIX | fullName
BWP_ACCOUNT | phoneNumber* provider* | MOBILE_MONEY | fullName
CAD_ACCOUNT | bankCode* branchCode* accountNumber* | BANK_TRANSFER | fullName
CNY_ACCOUNT | accountNumber bankName* phoneNumber | BANK_TRANSFER MOBILE_MONEY | fullName
COP_ACCOUNT | accountNumber bankAccountType bankName* phoneNumber | BANK_TRANSFER MOBILE_MONEY | fullName
DKK_ACCOUNT | iban* swiftCode | SEPA SEPA_INSTANT | fullName
EGP_ACCOUNT | iban bankName* phoneNumber | BANK_TRANSFER MOBILE_MONEY | fullName
EUR_ACCOUNT | iban* swiftCode | SEPA SEPA_INSTANT | countryOfResidence fullName
GBP_ACCOUNT | sortCode* accountNumber* | FASTER_PAYMENTS | fullName
GHS_ACCOUNT | accountNumber bankName* phoneNumber | BANK_TRANSFER MOBILE_MONEY | fullName
GTQ_ACCOUNT | accountNumber* bankAccountType* bankName* | BANK_TRANSFER | countryOfResidence fullName phoneNumber
HKD_ACCOUNT | bankName* accountNumber* swiftCode* | BANK_TRANSFER | fullName
HTG_ACCOUNT | phoneNumber* | MOBILE_MONEY | fullName
IDR_ACCOUNT | bankName* accountNumber* swiftCode* phoneNumber* | BANK_TRANSFER | fullName
INR_ACCOUNT | vpa accountNumber ifsc rail bankName | UPI NEFT RTGS | fullName
JMD_ACCOUNT | accountNumber* branchCode* bankAccountType* bankName* | BANK_TRANSFER | fullName phoneNumber
KES_ACCOUNT | phoneNumber* provider* | MOBILE_MONEY | fullName
MWK_ACCOUNT | phoneNumber* provider* | MOBILE_MONEY | fullName
MXN_ACCOUNT | clabeNumber* | SPEI | fullName
MYR_ACCOUNT | bankName* accountNumber* swiftCode* | BANK_TRANSFER | fullName
NGN_ACCOUNT | accountNumber* bankName* | BANK_TRANSFER | fullName
PHP_ACCOUNT | bankName* accountNumber* | BANK_TRANSFER | fullName
PKR_ACCOUNT | bankName* accountNumber iban phoneNumber | BANK_TRANSFER MOBILE_MONEY | fullName
RWF_ACCOUNT | phoneNumber* provider* | MOBILE_MONEY | fullName
SGD_ACCOUNT | bankName accountNumber* swiftCode* | PAYNOW FAST BANK_TRANSFER | fullName
SLV_ACCOUNT | bankName accountNumber bankAccountType phoneNumber | BANK_TRANSFER MOBILE_MONEY | fullName
THB_ACCOUNT | bankName* accountNumber* swiftCode* | BANK_TRANSFER | fullName
TZS_ACCOUNT | phoneNumber* provider* | MOBILE_MONEY | fullName
UGX_ACCOUNT | phoneNumber* provider* | MOBILE_MONEY | fullName
USD_ACCOUNT | accountNumber* routingNumber* bankName bankAccountType intermediaryBankName intermediaryRoutingNumber fiToFiInformation | ACH WIRE RTP FEDNOW | fullName
VND_ACCOUNT | bankName* accountNumber* swiftCode* | BANK_TRANSFER | fullName
XAF_ACCOUNT | phoneNumber* provider* region* | MOBILE_MONEY | fullName
XOF_ACCOUNT | phoneNumber* provider* region* | MOBILE_MONEY | fullName
ZAR_ACCOUNT | accountNumber* bankName* | BANK_TRANSFER | fullName
ZMW_ACCOUNT | phoneNumber* provider* | MOBILE_MONEY | fullName
SWIFT_ACCOUNT | country* swiftCode* bankName* accountNumber iban | SWIFT | fullName
BASE_WALLET | address* vaspName | | fullName countryOfResidence
ETHEREUM_WALLET | address* vaspName | | fullName countryOfResidence
LIGHTNING | invoice bolt12 lightningAddress | |
POLYGON_WALLET | address* vaspName | | fullName countryOfResidence
PLASMA_WALLET | address* vaspName | | fullName countryOfResidence
SOLANA_WALLET | address* vaspName | | fullName countryOfResidence
SPARK_WALLET | address* vaspName | | fullName countryOfResidence
TRON_WALLET | address* vaspName | | fullName countryOfResidence`;

/** Required members of a business, besides its name. */
const publishedBusinesses: Record<string, string[]> = {
  address: 'USD MXN GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED'.split(' '),
  'address registrationNumber': ['EUR'],
  'address registrationNumber taxId': 'NGN ZAR KES TZS RWF ZMW UGX BWP MWK XOF XAF'.split(' '),
};

test('the table of types is the published one', () => {
  const lines = published
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().split(/\s+/).filter(Boolean).sort().join(' ')));
  const ours = accountTypeNames.map((name) => {
    const { fields, ways, beneficiary } = accountType(name);
    const cells = [
      [name],
      Object.entries(fields).map(([field, { isRequired }]) => `${field}${isRequired ? '*' : ''}`),
      [...new Set(ways.flatMap((way) => way.rails))],
      beneficiary?.individual.requires ?? [],
    ];
    return cells.map((cell) => [...cell].sort().join(' '));
  });
  expect(ours.toSorted()).toEqual(lines.toSorted());
  expect(ours).toHaveLength(46);
});

test('businesses require the published members', () => {
  const asked = Object.entries(publishedBusinesses).flatMap(([members, currencies]) =>
    currencies.map((currency) => [`${currency}_ACCOUNT`, members]),
  );
  const ours = accountTypeNames.flatMap((name) => {
    const [, ...members] = accountType(name).beneficiary?.business.requires ?? [];
    return members.length > 0 ? [[name, members.join(' ')]] : [];
  });
  expect(ours.toSorted()).toEqual(asked.toSorted());
});

describe.each(accountTypeNames)('%s', (name) => {
  const type = accountType(name);

  test('is created from the required fields of each rail, for persons and businesses, and returns the rails', async () => {
    for (const way of type.ways) {
      for (const kind of ['INDIVIDUAL', 'BUSINESS'] as const) {
        if (way.beneficiary && way.beneficiary !== kind) continue;
        const request = exampleRequest(name, { way, kind });
        const { status, body } = await createAccount(client, request);
        expect([status, body.details]).toEqual([201, undefined]);
        expect(body).toMatchObject({ status: 'ACTIVE', currency: request.currency, accountInfo: request.accountInfo });
        const expected = way.rails.length > 0 ? { paymentRails: way.rails } : {};
        expect(body.accountInfo).toEqual({ ...body.accountInfo, ...expected });
        expect((await client.get(`${CUSTOMER_ACCOUNTS}/${body.id}`)).body).toEqual(body);
      }
    }
  });

  test('accepts every field of the type', async () => {
    const request = exampleRequest(name, { isFull: true });
    const { status, body } = await createAccount(client, request);
    expect([status, body.details]).toEqual([201, undefined]);
    expect(body.accountInfo).toMatchObject(request.accountInfo);
  });

  test('lists each missing required field, and all of them together', async () => {
    const required = fieldsOf(name).flatMap(([field, { isRequired }]) => (isRequired ? [field] : []));
    for (const field of required) {
      const { [field]: _, ...rest } = exampleInfo(name);
      expect(await rejectedFields(client, { ...exampleRequest(name), accountInfo: rest })).toEqual([
        `accountInfo.${field}`,
      ]);
    }
    const owner = type.beneficiary?.isRequired ? ['accountInfo.beneficiary'] : [];
    const expected = [...required.map((field) => `accountInfo.${field}`), ...owner];
    if (expected.length === 0) return;
    expect(
      (await rejectedFields(client, { ...exampleRequest(name), accountInfo: { accountType: name } })).toSorted(),
    ).toEqual(expected.toSorted());
  });

  test('lists each field of the wrong shape with the expected shape', async () => {
    for (const [field, { pattern, choices, maxLength, example }] of fieldsOf(name)) {
      const base = exampleInfo(name, { isFull: true });
      const wrong: [string, unknown][] = [
        ['type', 12345],
        ...(pattern ? [['pattern', `!${example.slice(1)}`] as [string, unknown]] : []),
        ...(choices ? [['enum', 'SOMETHING_ELSE'] as [string, unknown]] : []),
        ...(maxLength ? [['maxLength', example.padEnd(maxLength + 1, '1')] as [string, unknown]] : []),
      ];
      for (const [constraint, value] of wrong) {
        const { body } = await client.post(CUSTOMER_ACCOUNTS, {
          ...exampleRequest(name),
          accountInfo: { ...base, [field]: value },
        });
        const [error, ...others] = body.details.errors;
        expect([error.field, others]).toEqual([`accountInfo.${field}`, []]);
        if (constraint !== 'type') expect(Object.keys(error.constraint ?? {})).toContain(constraint);
      }
    }
  });

  test('is checked for check digits and encoding in production and on request, and only for its shape in the sandbox', async () => {
    const checked = fieldsOf(name).filter(([, { check }]) => check && check !== 'country');
    for (const [field, { example, check }] of checked) {
      const way = type.ways.find(({ requires }) => requires.includes(field));
      const { currency, accountInfo: base } = exampleRequest(name, way ? { way } : {});
      const request = { currency, accountInfo: { ...base, [field]: broken(example, check ?? '') } };
      const rejected = [await production.post(PLATFORM, request), await client.post(PLATFORM, request, strict)];
      for (const { status, body } of rejected) {
        expect([name, field, status, body.code]).toEqual([name, field, 400, 'INVALID_INPUT']);
        expect(body.details.errors.map((error: FieldError) => error.field)).toEqual([`accountInfo.${field}`]);
      }
      const lenient = await createAccount(client, request);
      expect([field, lenient.status]).toEqual([field, check === 'lightningAddress' ? 400 : 201]);
    }
  });

  test('rejects a currency that such an account cannot hold', async () => {
    const currency = type.currencies.includes('USDT') ? 'BTC' : 'USDT';
    const { body } = await client.post(CUSTOMER_ACCOUNTS, { ...exampleRequest(name), currency });
    expect(body.details.errors).toMatchObject([{ field: 'currency', constraint: { enum: type.currencies } }]);
  });

  test('lists the missing members of the owner', async () => {
    if (!type.beneficiary) return;
    for (const kind of ['INDIVIDUAL', 'BUSINESS'] as const) {
      const { requires } = kind === 'INDIVIDUAL' ? type.beneficiary.individual : type.beneficiary.business;
      const accountInfo = { ...exampleInfo(name), beneficiary: { beneficiaryType: kind } };
      const expected = requires.map((member) => `accountInfo.beneficiary.${member}`);
      expect((await rejectedFields(client, { ...exampleRequest(name), accountInfo })).toSorted()).toEqual(
        expected.toSorted(),
      );
    }
    const accountInfo = { ...exampleInfo(name), beneficiary: { beneficiaryType: 'ROBOT' } };
    expect(await rejectedFields(client, { ...exampleRequest(name), accountInfo })).toEqual([
      'accountInfo.beneficiary.beneficiaryType',
    ]);
  });

  test.each(type.ways.map((way) => ({ way, by: way.requires.join(' and ') || 'its fields' })))(
    'is created in the sandbox with scenario suffixes by $by, and returns the outcome of the name check',
    async ({ way }) => {
      const suffixes = suffixesFor(accountTypeNames.indexOf(name) + type.ways.indexOf(way));
      const answers = await Promise.all(
        suffixes.map((suffix) => scenarios.post(PLATFORM, withSuffix(name, suffix, { way }))),
      );
      for (const [i, { status, body }] of answers.entries()) {
        const suffix = suffixes[i] ?? '';
        const outcome = beneficiaryNameCheck.suffixes[suffix] ?? 'MATCHED';
        if (outcome === 'INVALID_ACCOUNT') expect([status, body.code]).toEqual([400, 'INVALID_BANK_ACCOUNT']);
        else expect([suffix, status, body.beneficiaryVerificationStatus]).toEqual([suffix, 201, outcome]);
        const isVerified = outcome === 'MATCHED' && type.beneficiary !== undefined;
        expect([suffix, body.beneficiaryVerifiedData !== undefined]).toEqual([suffix, isVerified]);
      }
    },
  );
});

/** Suffixes that select a scenario of payments and transfers; the last has no scenario. */
const paymentSuffixes = [
  ...['002', '003', '004', '005', '006', '007'],
  ...['011', '012', '013', '014', '015', '016', '017', '018', '019'],
  '888',
];

/** All suffixes of the name check, and four others by turn: the outcome of a suffix is the same for every type. */
function suffixesFor(turn: number): string[] {
  const others = Array.from({ length: 4 }, (_, i) => paymentSuffixes[(turn + 4 * i) % paymentSuffixes.length] ?? '');
  return [...Object.keys(beneficiaryNameCheck.suffixes), ...others];
}

describe('a scenario suffix', () => {
  test.each([
    ['CPF', '52998224'],
    ['CNPJ', '11222333000'],
    ['EMAIL', 'ana.', '@example.com.br'],
    ['PHONE', '+5511987654'],
    ['RANDOM', '123e4567-e89b-42d3-a456-426614174'],
  ])('ends a PIX key of type %s, before its domain', async (pixKeyType, start, domain = '') => {
    const { currency, accountInfo } = exampleRequest('BRL_ACCOUNT');
    const info = { ...accountInfo, pixKeyType, pixKey: `${start}103${domain}` };
    const { status, body } = await createAccount(client, { currency, accountInfo: info });
    expect([status, body.beneficiaryVerificationStatus]).toEqual([201, 'PARTIAL_MATCH']);
  });

  test.each(['SOLANA_WALLET', 'TRON_WALLET', 'SPARK_WALLET'] as const)(
    'that is not in the alphabet of a %s is accepted only in the sandbox, and only in the last three characters',
    async (name) => {
      const request = withSuffix(name, '010');
      expect((await createAccount(client, request)).status).toBe(201);
      const rejected = [await production.post(PLATFORM, request), await client.post(PLATFORM, request, strict)];
      expect(rejected.map(({ status }) => status)).toEqual([400, 400]);
      const address = String(request.accountInfo.address);
      const missing = name === 'SPARK_WALLET' ? '1' : '0';
      const inside = address.slice(0, -5) + missing + address.slice(-4);
      expect(
        await rejectedFields(client, { ...request, accountInfo: { ...request.accountInfo, address: inside } }),
      ).toEqual(['accountInfo.address']);
    },
  );

  test('is read with and without a beneficiary', async () => {
    const { currency, accountInfo } = withSuffix('TRON_WALLET', '104');
    const { beneficiary: _, ...unnamed } = accountInfo;
    const answers = [
      await createAccount(client, { currency, accountInfo }),
      await createAccount(client, { currency, accountInfo: unnamed }),
    ];
    expect(answers.map(({ body }) => body.beneficiaryVerificationStatus)).toEqual(['PENDING', 'PENDING']);
  });
});

describe('in the sandbox', () => {
  test.each([
    ['MXN_ACCOUNT', { clabeNumber: '123456789012345678' }],
    ['USD_ACCOUNT', { accountNumber: '1234567890', routingNumber: '987654321' }],
    ['EUR_ACCOUNT', { iban: 'DE00123456789012345678' }],
    ['BRL_ACCOUNT', { pixKey: '12345678901', pixKeyType: 'CPF', taxId: '12345678901' }],
    ['SPARK_WALLET', { address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu' }],
    ['ETHEREUM_WALLET', { address: '0xAbCDEF1234567890aBCdEf1234567890ABcDef12' }],
    ['TRON_WALLET', { address: 'TXyz1234567899abcdefghijkmnopqrstu' }],
    ['SOLANA_WALLET', { address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVF11' }],
  ] as const)('%s accepts the values of public documentation: %j', async (name, values) => {
    const { currency, accountInfo } = exampleRequest(name);
    const { status, body } = await createAccount(client, { currency, accountInfo: { ...accountInfo, ...values } });
    expect([status, body.details]).toEqual([201, undefined]);
  });

  test.each([
    ['MXN_ACCOUNT', { clabeNumber: '12345678901234567' }],
    ['USD_ACCOUNT', { routingNumber: '02100002' }],
    ['EUR_ACCOUNT', { iban: 'DE89 3704 0044 0532 0130 00' }],
    ['SPARK_WALLET', { address: 'spark1pgss' }],
    ['SPARK_WALLET', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['SPARK_WALLET', { address: 'Spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu' }],
    ['ETHEREUM_WALLET', { address: '0xAbCDEF1234567890aBCdEf1234567890ABcDef1' }],
    ['TRON_WALLET', { address: '0xAbCDEF1234567890aBCdEf1234567890ABcDef12' }],
    ['SOLANA_WALLET', { address: 'not-an-address' }],
    ['LIGHTNING', { invoice: 'lnbc1', lightningAddress: undefined }],
    ['LIGHTNING', { invoice: 'not an invoice', lightningAddress: undefined }],
  ] as const)('%s rejects a value that does not have the documented shape: %j', async (name, values) => {
    const { currency, accountInfo } = exampleRequest(name, { way: accountType(name).ways.at(-1)! });
    const [field] = Object.keys(values);
    expect(await rejectedFields(client, { currency, accountInfo: { ...accountInfo, ...values } })).toEqual([
      `accountInfo.${field}`,
    ]);
  });
});

/** Changes an identifier so that it fails this check but keeps its form. */
function broken(example: string, check: string): string {
  if (check === 'bic') return `${example.slice(0, 4)}ZZ${example.slice(6)}`;
  if (check === 'evmAddress') return example.replace('aA', 'AA');
  if (check === 'lightningAddress') return example.replace('@', '');
  if (check === 'solanaAddress') return `z${example.slice(1)}`;
  if (check === 'bolt12') return example.slice(0, -4);
  const last = example.at(-1) ?? '';
  return example.slice(0, -1) + (/\d/.test(last) ? (Number(last) + 1) % 10 : last === 'q' ? 'p' : 'q');
}
