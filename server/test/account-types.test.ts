import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountTypeName, accountType, accountTypeNames } from '../src/accounts/account-types.ts';
import { isBolt11, isBolt12, isLightningAddress } from '../src/accounts/lightning.ts';
import type { AccountField } from '../src/accounts/types/fields.ts';
import { bitcoinAddress, isEvmAddress, isSparkAddress } from '../src/accounts/wallet-addresses.ts';
import type { FieldError } from '../src/kernel/errors.ts';
import { beneficiaryNameCheck } from '../src/providers/magic-values.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleInfo, exampleRequest, newCustomer, withSuffix } from './support/external-accounts.ts';

let app: TestApp;
let client: Client;
let production: Client;
/** A platform of its own for the accounts of all suffixes. */
let scenarios: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  [production, scenarios] = await Promise.all([app.newPlatform('PRODUCTION'), app.newPlatform()]);
});
afterAll(() => app.stop());

const PATH = '/customers/external-accounts';
const PLATFORM = '/platform/external-accounts';

/** For a customer of its own each, so that no account is there twice. */
const create = async (request: object, options: object = {}) =>
  client.post(PATH, { customerId: await newCustomer(client), ...request }, options);

/** What is refused needs no customer. */
const rejection = async (request: object, options: object = {}): Promise<string[]> => {
  const { status, body } = await client.post(PATH, request, options);
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  return body.details.errors.map((error: { field: string }) => error.field);
};

/** Asks the sandbox for the checks of production. */
const strict = { headers: { prefer: 'handling=strict' } };

const fieldsOf = (name: AccountTypeName): [string, AccountField][] => Object.entries(accountType(name).fields);

/** The published table, line by line: fields (required with a star), rails, what an individual must tell. */
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

/** What a business must tell beside its name, where it must. */
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

test('businesses tell what is published', () => {
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

  test('is made from the least that each way needs, by a person and by a business, and shows the rails of the way', async () => {
    for (const way of type.ways) {
      for (const kind of ['INDIVIDUAL', 'BUSINESS'] as const) {
        if (way.beneficiary && way.beneficiary !== kind) continue;
        const request = exampleRequest(name, { way, kind });
        const { status, body } = await create(request);
        expect([status, body.details]).toEqual([201, undefined]);
        expect(body).toMatchObject({ status: 'ACTIVE', currency: request.currency, accountInfo: request.accountInfo });
        const expected = way.rails.length > 0 ? { paymentRails: way.rails } : {};
        expect(body.accountInfo).toEqual({ ...body.accountInfo, ...expected });
        expect((await client.get(`${PATH}/${body.id}`)).body).toEqual(body);
      }
    }
  });

  test('takes everything the type knows', async () => {
    const request = exampleRequest(name, { isFull: true });
    const { status, body } = await create(request);
    expect([status, body.details]).toEqual([201, undefined]);
    expect(body.accountInfo).toMatchObject(request.accountInfo);
  });

  test('names each required field that is missing, and all of them together', async () => {
    const required = fieldsOf(name).flatMap(([field, { isRequired }]) => (isRequired ? [field] : []));
    for (const field of required) {
      const { [field]: _, ...rest } = exampleInfo(name);
      expect(await rejection({ ...exampleRequest(name), accountInfo: rest })).toEqual([`accountInfo.${field}`]);
    }
    const owner = type.beneficiary?.isRequired ? ['accountInfo.beneficiary'] : [];
    const expected = [...required.map((field) => `accountInfo.${field}`), ...owner];
    if (expected.length === 0) return;
    expect((await rejection({ ...exampleRequest(name), accountInfo: { accountType: name } })).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  test('names each field that has the wrong form, with the form it must have', async () => {
    for (const [field, { pattern, choices, maxLength, example }] of fieldsOf(name)) {
      const base = exampleInfo(name, { isFull: true });
      const wrong: [string, unknown][] = [
        ['type', 12345],
        ...(pattern ? [['pattern', `!${example.slice(1)}`] as [string, unknown]] : []),
        ...(choices ? [['enum', 'SOMETHING_ELSE'] as [string, unknown]] : []),
        ...(maxLength ? [['maxLength', example.padEnd(maxLength + 1, '1')] as [string, unknown]] : []),
      ];
      for (const [constraint, value] of wrong) {
        const { body } = await client.post(PATH, { ...exampleRequest(name), accountInfo: { ...base, [field]: value } });
        const [error, ...others] = body.details.errors;
        expect([error.field, others]).toEqual([`accountInfo.${field}`, []]);
        if (constraint !== 'type') expect(Object.keys(error.constraint ?? {})).toContain(constraint);
      }
    }
  });

  test('has its check digits and encoding judged in production and on request, and its shape alone in the sandbox', async () => {
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
      const lenient = await create(request);
      expect([field, lenient.status]).toEqual([field, check === 'lightningAddress' ? 400 : 201]);
    }
  });

  test('names a currency that such an account cannot hold', async () => {
    const currency = type.currencies.includes('USDT') ? 'BTC' : 'USDT';
    const { body } = await client.post(PATH, { ...exampleRequest(name), currency });
    expect(body.details.errors).toMatchObject([{ field: 'currency', constraint: { enum: type.currencies } }]);
  });

  test('names what is missing of the owner', async () => {
    if (!type.beneficiary) return;
    for (const kind of ['INDIVIDUAL', 'BUSINESS'] as const) {
      const { requires } = kind === 'INDIVIDUAL' ? type.beneficiary.individual : type.beneficiary.business;
      const accountInfo = { ...exampleInfo(name), beneficiary: { beneficiaryType: kind } };
      const expected = requires.map((member) => `accountInfo.beneficiary.${member}`);
      expect((await rejection({ ...exampleRequest(name), accountInfo })).toSorted()).toEqual(expected.toSorted());
    }
    const accountInfo = { ...exampleInfo(name), beneficiary: { beneficiaryType: 'ROBOT' } };
    expect(await rejection({ ...exampleRequest(name), accountInfo })).toEqual([
      'accountInfo.beneficiary.beneficiaryType',
    ]);
  });

  test.each(type.ways.map((way) => ({ way, by: way.requires.join(' and ') || 'its fields' })))(
    'is made in the sandbox with every scenario suffix by $by, and shows what the name check says',
    async ({ way }) => {
      const answers = await Promise.all(
        scenarioSuffixes.map((suffix) => scenarios.post(PLATFORM, withSuffix(name, suffix, { way }))),
      );
      for (const [i, { status, body }] of answers.entries()) {
        const suffix = scenarioSuffixes[i] ?? '';
        const outcome = beneficiaryNameCheck.suffixes[suffix] ?? 'MATCHED';
        if (outcome === 'INVALID_ACCOUNT') expect([status, body.code]).toEqual([400, 'INVALID_BANK_ACCOUNT']);
        else expect([suffix, status, body.beneficiaryVerificationStatus]).toEqual([suffix, 201, outcome]);
        const isVerified = outcome === 'MATCHED' && type.beneficiary !== undefined;
        expect([suffix, body.beneficiaryVerifiedData !== undefined]).toEqual([suffix, isVerified]);
      }
    },
  );
});

/** Payments, transfers and name checks select a scenario by these; the last is an account of no scenario. */
const scenarioSuffixes = [
  ...['002', '003', '004', '005', '006', '007'],
  ...['011', '012', '013', '014', '015', '016', '017', '018', '019'],
  ...['102', '103', '104', '105', '106', '107'],
  '888',
];

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
    const { status, body } = await create({ currency, accountInfo: info });
    expect([status, body.beneficiaryVerificationStatus]).toEqual([201, 'PARTIAL_MATCH']);
  });

  test.each(['SOLANA_WALLET', 'TRON_WALLET', 'SPARK_WALLET'] as const)(
    'that the alphabet of a %s lacks is taken in the sandbox alone, and in the last three characters alone',
    async (name) => {
      const request = withSuffix(name, '010');
      expect((await create(request)).status).toBe(201);
      const rejected = [await production.post(PLATFORM, request), await client.post(PLATFORM, request, strict)];
      expect(rejected.map(({ status }) => status)).toEqual([400, 400]);
      const address = String(request.accountInfo.address);
      const missing = name === 'SPARK_WALLET' ? '1' : '0';
      const inside = address.slice(0, -5) + missing + address.slice(-4);
      expect(await rejection({ ...request, accountInfo: { ...request.accountInfo, address: inside } })).toEqual([
        'accountInfo.address',
      ]);
    },
  );

  test('is read with and without a beneficiary', async () => {
    const { currency, accountInfo } = withSuffix('TRON_WALLET', '104');
    const { beneficiary: _, ...unnamed } = accountInfo;
    const answers = [await create({ currency, accountInfo }), await create({ currency, accountInfo: unnamed })];
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
  ] as const)('%s takes the values of public documentation: %j', async (name, values) => {
    const { currency, accountInfo } = exampleRequest(name);
    const { status, body } = await create({ currency, accountInfo: { ...accountInfo, ...values } });
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
    expect(await rejection({ currency, accountInfo: { ...accountInfo, ...values } })).toEqual([`accountInfo.${field}`]);
  });
});

describe('an error text', () => {
  test('says the shape of every field in words with an example, and keeps the pattern for programs', async () => {
    for (const name of accountTypeNames) {
      for (const [field, { pattern, example }] of fieldsOf(name)) {
        if (!pattern) continue;
        const { currency, accountInfo } = exampleRequest(name, { isFull: true });
        const value = `!${example.slice(1)}`;
        const { body } = await client.post(PLATFORM, { currency, accountInfo: { ...accountInfo, [field]: value } });
        const [{ message, constraint }] = body.details.errors;
        expect(message).toMatch(/^accountInfo\.\w+ must be [^^\\[\]{}$]+, like [^^\\[\]{}$]+\.$/);
        expect([message.includes(example), constraint.pattern]).toEqual([true, pattern]);
      }
    }
  });

  test.each([
    [
      'BRL_ACCOUNT',
      { pixKey: 'x', pixKeyType: 'PHONE' },
      'a phone number of + and 2 to 15 digits where pixKeyType is PHONE, like +5511987654321',
    ],
    ['XAF_ACCOUNT', { phoneNumber: '+1415555012' }, '+237 and 8 or 9 digits where region is CM, like +237671234567'],
  ] as const)('of %s says the shape that another field decides', async (name, values, words) => {
    const { currency, accountInfo } = exampleRequest(name);
    const { body } = await client.post(PLATFORM, { currency, accountInfo: { ...accountInfo, ...values } });
    const [{ field, message, constraint }] = body.details.errors;
    expect(message).toBe(`${field} must be ${words}.`);
    expect(constraint.pattern).toMatch(/^\^/);
  });
});

/** Still of the right form, and wrong. */
function broken(example: string, check: string): string {
  if (check === 'bic') return `${example.slice(0, 4)}ZZ${example.slice(6)}`;
  if (check === 'evmAddress') return example.replace('aA', 'AA');
  if (check === 'lightningAddress') return example.replace('@', '');
  if (check === 'solanaAddress') return `z${example.slice(1)}`;
  if (check === 'bolt12') return example.slice(0, -4);
  const last = example.at(-1) ?? '';
  return example.slice(0, -1) + (/\d/.test(last) ? (Number(last) + 1) % 10 : last === 'q' ? 'p' : 'q');
}

describe('what one field says decides over another', () => {
  const errorsOf = async (name: AccountTypeName, changes: object, options: object = {}) => {
    const accountInfo = { ...exampleInfo(name), ...changes };
    return rejection({ ...exampleRequest(name), accountInfo: JSON.parse(JSON.stringify(accountInfo)) }, options);
  };

  test.each(['BDT_ACCOUNT', 'GHS_ACCOUNT', 'PKR_ACCOUNT', 'EGP_ACCOUNT', 'COP_ACCOUNT', 'SLV_ACCOUNT'] as const)(
    '%s needs the fields of one rail, and says which',
    async (name) => {
      const [bank, mobile] = accountType(name).ways;
      const bare = Object.fromEntries([...bank!.requires, ...mobile!.requires].map((field) => [field, undefined]));
      const all = [...bank!.requires, ...mobile!.requires].map((field) => `accountInfo.${field}`);
      expect(await errorsOf(name, bare)).toEqual(all);
      for (const field of bank!.requires) {
        const begun = { ...exampleInfo(name, { way: bank! }), [field]: undefined };
        const isBegun = bank!.requires.length > 1;
        expect(await errorsOf(name, { ...bare, ...begun })).toEqual(isBegun ? [`accountInfo.${field}`] : all);
      }
    },
  );

  test('an account with the fields of both rails can be paid by both', async () => {
    const { body } = await create(exampleRequest('GHS_ACCOUNT', { isFull: true }));
    expect(body.accountInfo.paymentRails).toEqual(['BANK_TRANSFER', 'MOBILE_MONEY']);
  });

  test('an Indian account needs a VPA, or a number with its IFSC and rail', async () => {
    const number = { vpa: undefined, accountNumber: '12345678901' };
    expect(await errorsOf('INR_ACCOUNT', { vpa: undefined })).toEqual([
      'accountInfo.vpa',
      'accountInfo.accountNumber',
      'accountInfo.ifsc',
      'accountInfo.rail',
    ]);
    expect(await errorsOf('INR_ACCOUNT', number)).toEqual(['accountInfo.ifsc', 'accountInfo.rail']);
  });

  test('a Chinese bank transfer is for businesses, and a wallet is AliPay or WechatPay', async () => {
    const bank = { phoneNumber: undefined, accountNumber: '6222000012345678', bankName: 'Bank of China' };
    expect(await errorsOf('CNY_ACCOUNT', bank)).toEqual(['accountInfo.beneficiary.beneficiaryType']);
    expect(await errorsOf('CNY_ACCOUNT', { bankName: 'alipay' })).toEqual(['accountInfo.bankName']);
    const [, wallet] = accountType('CNY_ACCOUNT').ways;
    const accountInfo = { ...exampleInfo('CNY_ACCOUNT', { way: wallet! }), bankName: 'WechatPay' };
    expect((await create({ currency: 'CNY', accountInfo })).body.accountInfo.paymentRails).toEqual(['MOBILE_MONEY']);
  });

  test('Brazil and the United Kingdom know accounts abroad by their IBAN only', async () => {
    const number = { accountNumber: '12345678', country: 'GB', swiftCode: 'NWBKGB2L' };
    expect(await errorsOf('SWIFT_ACCOUNT', number)).toEqual(['accountInfo.iban']);
    expect(await errorsOf('SWIFT_ACCOUNT', { ...number, country: 'BR' })).toEqual(['accountInfo.iban']);
    expect(await errorsOf('SWIFT_ACCOUNT', { country: 'QQ' })).toEqual(['accountInfo.country']);
    const accountInfo = { ...exampleInfo('SWIFT_ACCOUNT'), ...number, iban: 'GB82WEST12345698765432' };
    expect((await create({ currency: 'GBP', accountInfo })).status).toBe(201);
  });

  test('a SWIFT account holds any fiat currency', async () => {
    expect((await create({ ...exampleRequest('SWIFT_ACCOUNT'), currency: 'JPY' })).status).toBe(201);
    expect(await rejection({ ...exampleRequest('SWIFT_ACCOUNT'), currency: 'BTC' })).toEqual(['currency']);
  });

  test('an account in El Salvador is in US dollars', async () => {
    expect((await create({ ...exampleRequest('SLV_ACCOUNT'), currency: 'USD' })).status).toBe(201);
  });

  test.each([
    ['CPF', '52998224725', '52998224724'],
    ['CPF', '11144477735', '11111111111'],
    ['CNPJ', '11222333000181', '11222333000182'],
    ['CNPJ', '12ABC34501DE35', '12ABC34501DE36'],
    ['EMAIL', 'ana@example.com.br', 'ana.example.com.br'],
    ['PHONE', '+5511987654321', '11987654321'],
    ['RANDOM', '123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-42661417400'],
    ['RANDOM', '123e4567e89b42d3a456426614174000', '123e4567e89b42d3a45642661417400z'],
  ])('a PIX key of type %s is like %s and not like %s', async (pixKeyType, right, wrong) => {
    const request = exampleRequest('BRL_ACCOUNT');
    const accountInfo = { ...request.accountInfo, pixKeyType };
    expect((await create({ ...request, accountInfo: { ...accountInfo, pixKey: right } })).status).toBe(201);
    expect(await rejection({ ...request, accountInfo: { ...accountInfo, pixKey: wrong } }, strict)).toEqual([
      'accountInfo.pixKey',
    ]);
  });

  test('a Brazilian tax number is a CPF or a CNPJ', async () => {
    const request = exampleRequest('BRL_ACCOUNT');
    const company = { ...request, accountInfo: { ...request.accountInfo, taxId: '11222333000181' } };
    expect((await create(company)).status).toBe(201);
    for (const taxId of ['529982247251', '11222333000180', '00000000000']) {
      expect(await errorsOf('BRL_ACCOUNT', { taxId }, strict)).toEqual(['accountInfo.taxId']);
    }
  });

  test.each([
    ['XOF_ACCOUNT', 'SN', '+221771234567', '+22177123456'],
    ['XOF_ACCOUNT', 'CI', '+2250701234567', '+225070123456'],
    ['XOF_ACCOUNT', 'BJ', '+2290161234567', '+221771234567'],
    ['XOF_ACCOUNT', 'TG', '+22890123456', '+2289012345'],
    ['XAF_ACCOUNT', 'CM', '+237671234567', '+242061234567'],
    ['XAF_ACCOUNT', 'CG', '+242061234567', '+237671234567'],
  ] as const)('%s in %s has numbers like %s and not like %s', async (name, region, right, wrong) => {
    const { currency, accountInfo } = exampleRequest(name);
    expect((await create({ currency, accountInfo: { ...accountInfo, region, phoneNumber: right } })).status).toBe(201);
    expect(await errorsOf(name, { region, phoneNumber: wrong })).toEqual(['accountInfo.phoneNumber']);
  });

  test.each([
    ['021000021', true],
    ['121000248', true],
    ['021000022', false],
    ['000000000', false],
    ['987654320', false],
  ])('routing number %s: %s', async (routingNumber, isValid) => {
    const { currency, accountInfo } = exampleRequest('USD_ACCOUNT');
    const { status } = await create({ currency, accountInfo: { ...accountInfo, routingNumber } }, strict);
    expect(status).toBe(isValid ? 201 : 400);
  });

  test.each([
    ['GB82WEST12345698765432', true],
    ['NO9386011117947', true],
    ['MT84MALT011000012345MTLCAST001S', true],
    ['GB83WEST12345698765432', false],
    ['DE8937040044053201300', false],
    ['US89370400440532013000', false],
    ['DE00370400440532013000', false],
  ])('IBAN %s: %s', async (iban, isValid) => {
    const { currency, accountInfo } = exampleRequest('EUR_ACCOUNT');
    expect((await create({ currency, accountInfo: { ...accountInfo, iban } }, strict)).status).toBe(
      isValid ? 201 : 400,
    );
  });

  test('the address of a person is optional, and one in the US, the UK or the euro area names its city', async () => {
    for (const name of ['USD_ACCOUNT', 'GBP_ACCOUNT', 'EUR_ACCOUNT'] as const) {
      const { beneficiary } = exampleInfo(name);
      expect(beneficiary).not.toHaveProperty('address');
      const address = { line1: '1 Example Street', postalCode: '12345', country: 'US' };
      expect(await errorsOf(name, { beneficiary: { ...beneficiary, address } })).toEqual([
        'accountInfo.beneficiary.address.city',
      ]);
    }
  });

  test('a Singaporean bank is named by its BIC, unless the request names it', async () => {
    const { currency, accountInfo } = exampleRequest('SGD_ACCOUNT');
    const named = async (info: object) =>
      (await create({ currency, accountInfo: { ...accountInfo, ...info } })).body.accountInfo.bankName;
    expect(await named({})).toBe('DBS Bank');
    expect(await named({ bankName: 'POSB' })).toBe('POSB');
    expect(await named({ swiftCode: 'ABCDSGSG' })).toBeUndefined();
  });

  test('one answer names every invalid field, of the account and of its owner', async () => {
    const errors = await rejection({
      currency: 'EUR',
      ownershipType: 'SECOND_PARTY',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: 'abc',
        bankAccountType: 'SECRET',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', nationality: 'ZZ', address: { line1: '', country: 'US' } },
      },
    });
    expect(new Set(errors)).toEqual(
      new Set([
        'currency',
        'ownershipType',
        'accountInfo.accountNumber',
        'accountInfo.routingNumber',
        'accountInfo.bankAccountType',
        'accountInfo.beneficiary.fullName',
        'accountInfo.beneficiary.nationality',
        'accountInfo.beneficiary.address.line1',
        'accountInfo.beneficiary.address.city',
        'accountInfo.beneficiary.address.postalCode',
      ]),
    );
    const right = exampleRequest('USD_ACCOUNT');
    const wrong = { routingNumber: '021000022', intermediaryRoutingNumber: '021000023' };
    expect(await rejection({ currency: 'EUR', accountInfo: { ...right.accountInfo, ...wrong } }, strict)).toEqual([
      'currency',
      'accountInfo.routingNumber',
      'accountInfo.intermediaryRoutingNumber',
    ]);
  });

  test('an unknown type is answered with the types there are', async () => {
    const { body } = await client.post(PATH, { currency: 'USD', accountInfo: { accountType: 'MOON_ACCOUNT' } });
    expect(body.details.errors).toMatchObject([{ field: 'accountInfo.accountType' }]);
    expect(body.details.errors[0].constraint.enum.toSorted()).toEqual(accountTypeNames.toSorted());
    expect(await rejection({ currency: 'USD', accountInfo: {} })).toEqual(['accountInfo.accountType']);
    expect(await rejection({})).toEqual(['currency', 'accountInfo']);
  });
});

describe('Lightning', () => {
  const { invoice, bolt12, lightningAddress } = Object.fromEntries(
    fieldsOf('LIGHTNING').map(([field, { example }]) => [field, example]),
  );
  const lightning = (fields: object) => ({ currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', ...fields } });

  test('exactly one of invoice, offer and address is given', async () => {
    expect(await rejection(lightning({}))).toEqual([
      'accountInfo.invoice',
      'accountInfo.bolt12',
      'accountInfo.lightningAddress',
    ]);
    expect(await rejection(lightning({ invoice, lightningAddress }))).toEqual([
      'accountInfo.invoice',
      'accountInfo.lightningAddress',
    ]);
  });

  test('a beneficiary is no part of it', async () => {
    const { status, body } = await create(lightning({ lightningAddress, beneficiary: { beneficiaryType: 'ROBOT' } }));
    expect(status).toBe(201);
    expect(body.accountInfo).toEqual({ accountType: 'LIGHTNING', lightningAddress });
    expect(body.beneficiaryVerificationStatus).toBe('MATCHED');
  });

  test('invoices are read to their end', () => {
    const networks = ['lnbc', 'lnbcrt'];
    expect(isBolt11(invoice!, networks)).toBe(true);
    expect(isBolt11(invoice!.toUpperCase(), networks)).toBe(true);
    expect(isBolt11(invoice!, ['lntb'])).toBe(false);
    expect(isBolt11(`${invoice!.slice(0, 5)}1${invoice!.slice(5)}`, networks)).toBe(false);
    // Vectors of BOLT 11: a good one with a fallback and a route, one whose multiplier is wrong, one of a tenth of a pico-bitcoin.
    expect(
      isBolt11(
        'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql',
        networks,
      ),
    ).toBe(true);
    for (const wrong of [
      'lnbc2500x1pvjluez',
      'lnbc2500000001p1pvjluez',
      'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq',
      '',
    ]) {
      expect(isBolt11(wrong, networks)).toBe(false);
    }
  });

  test('offers are read record by record', () => {
    expect(isBolt12(bolt12!)).toBe(true);
    expect(isBolt12(bolt12!.toUpperCase())).toBe(true);
    // Vectors of BOLT 12: parts may be joined, cases may not be mixed.
    const joined =
      'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg';
    expect(isBolt12(joined)).toBe(true);
    expect(isBolt12(joined.replace('pgtyzm3', 'p+\n g+tyzm3'))).toBe(true);
    expect(isBolt12(joined.replace('lno1', 'LNO1'))).toBe(false);
    expect(isBolt12('lno1')).toBe(false);
    expect(isBolt12(joined.slice(0, -8))).toBe(false);
    expect(isBolt12(bolt12!.replace('lno1', 'lnr1'))).toBe(false);
  });

  test('addresses are names at domains', () => {
    for (const right of ['a@b.co', 'satoshi.n+tips@pay.example.com']) expect(isLightningAddress(right)).toBe(true);
    for (const wrong of ['a@b', '@b.co', 'a@', 'A B@c.de', 'a@-b.co', 'a@b..co'])
      expect(isLightningAddress(wrong)).toBe(false);
  });
});

describe('addresses of wallets', () => {
  test('EIP-55: letters of both cases must be the checksum', () => {
    const checksummed = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    for (const address of [checksummed, checksummed.toLowerCase(), `0x${checksummed.slice(2).toUpperCase()}`]) {
      expect(isEvmAddress(address)).toBe(true);
    }
    expect(isEvmAddress(checksummed.replace('fB', 'Fb'))).toBe(false);
    expect(isEvmAddress(checksummed.slice(2))).toBe(false);
  });

  test('Spark: the network is in the prefix, and a point of the curve in the record', () => {
    const [, { example }] = fieldsOf('SPARK_WALLET')[0]!;
    expect(isSparkAddress(example, ['spark'])).toBe(true);
    expect(isSparkAddress(example, ['sparkrt'])).toBe(false);
    expect(isSparkAddress(example.toUpperCase(), ['spark'])).toBe(true);
    expect(isSparkAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ['bc'])).toBe(false);
  });

  test('Bitcoin: the kinds that a key can sign for', () => {
    expect(bitcoinAddress('1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH')?.kind).toBe('P2PKH');
    expect(bitcoinAddress('3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN')?.kind).toBe('P2SH');
    expect(bitcoinAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')?.kind).toBe('P2WPKH');
    for (const other of ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'nonsense', '']) {
      expect(bitcoinAddress(other)).toBeUndefined();
    }
  });
});
