import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountTypeName, accountType, accountTypeNames } from '../src/parties/accounts/account-types.ts';
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
} from './support/external-accounts.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(() => app.stop());

const PLATFORM = '/platform/external-accounts';

describe('an error text', () => {
  test('describes the shape of every field in words with an example, and returns the pattern separately', async () => {
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
  ] as const)('of %s describes the shape that another field selects', async (name, values, words) => {
    const { currency, accountInfo } = exampleRequest(name);
    const { body } = await client.post(PLATFORM, { currency, accountInfo: { ...accountInfo, ...values } });
    const [{ field, message, constraint }] = body.details.errors;
    expect(message).toBe(`${field} must be ${words}.`);
    expect(constraint.pattern).toMatch(/^\^/);
  });
});

describe('a field whose rule depends on another field', () => {
  const errorsOf = async (name: AccountTypeName, changes: object, options: object = {}) => {
    const accountInfo = { ...exampleInfo(name), ...changes };
    return rejectedFields(
      client,
      { ...exampleRequest(name), accountInfo: JSON.parse(JSON.stringify(accountInfo)) },
      options,
    );
  };

  test.each(['BDT_ACCOUNT', 'GHS_ACCOUNT', 'PKR_ACCOUNT', 'EGP_ACCOUNT', 'COP_ACCOUNT', 'SLV_ACCOUNT'] as const)(
    '%s requires the fields of one rail, and lists them',
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
    const { body } = await createAccount(client, exampleRequest('GHS_ACCOUNT', { isFull: true }));
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
    expect((await createAccount(client, { currency: 'CNY', accountInfo })).body.accountInfo.paymentRails).toEqual([
      'MOBILE_MONEY',
    ]);
  });

  test('SWIFT accounts in Brazil and the United Kingdom require an IBAN', async () => {
    const number = { accountNumber: '12345678', country: 'GB', swiftCode: 'NWBKGB2L' };
    expect(await errorsOf('SWIFT_ACCOUNT', number)).toEqual(['accountInfo.iban']);
    expect(await errorsOf('SWIFT_ACCOUNT', { ...number, country: 'BR' })).toEqual(['accountInfo.iban']);
    expect(await errorsOf('SWIFT_ACCOUNT', { country: 'QQ' })).toEqual(['accountInfo.country']);
    const accountInfo = { ...exampleInfo('SWIFT_ACCOUNT'), ...number, iban: 'GB82WEST12345698765432' };
    expect((await createAccount(client, { currency: 'GBP', accountInfo })).status).toBe(201);
  });

  test('a SWIFT account holds any fiat currency', async () => {
    expect((await createAccount(client, { ...exampleRequest('SWIFT_ACCOUNT'), currency: 'JPY' })).status).toBe(201);
    expect(await rejectedFields(client, { ...exampleRequest('SWIFT_ACCOUNT'), currency: 'BTC' })).toEqual(['currency']);
  });

  test('an account in El Salvador is in US dollars', async () => {
    expect((await createAccount(client, { ...exampleRequest('SLV_ACCOUNT'), currency: 'USD' })).status).toBe(201);
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
  ])('a PIX key of type %s can be %s and cannot be %s', async (pixKeyType, right, wrong) => {
    const request = exampleRequest('BRL_ACCOUNT');
    const accountInfo = { ...request.accountInfo, pixKeyType };
    expect((await createAccount(client, { ...request, accountInfo: { ...accountInfo, pixKey: right } })).status).toBe(
      201,
    );
    expect(
      await rejectedFields(client, { ...request, accountInfo: { ...accountInfo, pixKey: wrong } }, strict),
    ).toEqual(['accountInfo.pixKey']);
  });

  test('a Brazilian tax number is a CPF or a CNPJ', async () => {
    const request = exampleRequest('BRL_ACCOUNT');
    const company = { ...request, accountInfo: { ...request.accountInfo, taxId: '11222333000181' } };
    expect((await createAccount(client, company)).status).toBe(201);
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
  ] as const)('%s in %s accepts the number %s and rejects %s', async (name, region, right, wrong) => {
    const { currency, accountInfo } = exampleRequest(name);
    expect(
      (await createAccount(client, { currency, accountInfo: { ...accountInfo, region, phoneNumber: right } })).status,
    ).toBe(201);
    expect(await errorsOf(name, { region, phoneNumber: wrong })).toEqual(['accountInfo.phoneNumber']);
  });

  test.each([
    ['021000021', true],
    ['121000248', true],
    ['021000022', false],
    ['000000000', false],
    ['987654320', false],
  ])('routing number %s is valid: %s', async (routingNumber, isValid) => {
    const { currency, accountInfo } = exampleRequest('USD_ACCOUNT');
    const { status } = await createAccount(
      client,
      { currency, accountInfo: { ...accountInfo, routingNumber } },
      strict,
    );
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
  ])('IBAN %s is valid: %s', async (iban, isValid) => {
    const { currency, accountInfo } = exampleRequest('EUR_ACCOUNT');
    expect((await createAccount(client, { currency, accountInfo: { ...accountInfo, iban } }, strict)).status).toBe(
      isValid ? 201 : 400,
    );
  });

  test('the address of a person is optional, and requires a city in the US, the UK and the euro area', async () => {
    for (const name of ['USD_ACCOUNT', 'GBP_ACCOUNT', 'EUR_ACCOUNT'] as const) {
      const { beneficiary } = exampleInfo(name);
      expect(beneficiary).not.toHaveProperty('address');
      const address = { line1: '1 Example Street', postalCode: '12345', country: 'US' };
      expect(await errorsOf(name, { beneficiary: { ...beneficiary, address } })).toEqual([
        'accountInfo.beneficiary.address.city',
      ]);
    }
  });

  test('the name of a Singaporean bank is derived from its BIC, unless the request has one', async () => {
    const { currency, accountInfo } = exampleRequest('SGD_ACCOUNT');
    const named = async (info: object) =>
      (await createAccount(client, { currency, accountInfo: { ...accountInfo, ...info } })).body.accountInfo.bankName;
    expect(await named({})).toBe('DBS Bank');
    expect(await named({ bankName: 'POSB' })).toBe('POSB');
    expect(await named({ swiftCode: 'ABCDSGSG' })).toBeUndefined();
  });

  test('one response lists every invalid field of the account and of its owner', async () => {
    const errors = await rejectedFields(client, {
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
    expect(
      await rejectedFields(client, { currency: 'EUR', accountInfo: { ...right.accountInfo, ...wrong } }, strict),
    ).toEqual(['currency', 'accountInfo.routingNumber', 'accountInfo.intermediaryRoutingNumber']);
  });

  test('an unknown type is rejected with the list of types', async () => {
    const { body } = await client.post(CUSTOMER_ACCOUNTS, {
      currency: 'USD',
      accountInfo: { accountType: 'MOON_ACCOUNT' },
    });
    expect(body.details.errors).toMatchObject([{ field: 'accountInfo.accountType' }]);
    expect(body.details.errors[0].constraint.enum.toSorted()).toEqual(accountTypeNames.toSorted());
    expect(await rejectedFields(client, { currency: 'USD', accountInfo: {} })).toEqual(['accountInfo.accountType']);
    expect(await rejectedFields(client, {})).toEqual(['currency', 'accountInfo']);
  });
});
