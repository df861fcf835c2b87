import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountTypeName, accountType, accountTypeNames } from '../src/parties/accounts/account-types.ts';
import type { Institution } from '../src/parties/rates/institutions.ts';
import { TestApp } from './support/app.ts';
import { exampleInfo, newCustomer } from './support/external-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.stop());

const discover = async (query = ''): Promise<Institution[]> => (await app.client.get(`/discoveries${query}`)).body.data;

/** El Salvador pays in dollars, into its own account type. */
const typeOf = ({ country, currency }: Institution): AccountTypeName =>
  country === 'SV' ? 'SLV_ACCOUNT' : (`${currency}_ACCOUNT` as AccountTypeName);

/** Phone numbers by country: a country code in the number must be that of the institution. */
const phones: Readonly<Record<string, string>> = {
  BJ: '+22961234567',
  CG: '+242061234567',
  CI: '+2250701234567',
  CM: '+237671234567',
  SN: '+221771234567',
  TG: '+22890123456',
};

describe('GET /discoveries', () => {
  it('lists institutions by country and by currency, and all of them without either', async () => {
    const all = await discover();
    expect(all.length).toBeGreaterThan(100);
    expect(await discover('?country=KE')).toEqual([
      { bankName: 'M-PESA', displayName: 'M-PESA (Safaricom)', country: 'KE', currency: 'KES' },
    ]);
    expect(await discover('?currency=XOF')).toEqual(all.filter(({ currency }) => currency === 'XOF'));
    expect(new Set((await discover('?currency=XOF')).map(({ country }) => country))).toEqual(
      new Set(['BJ', 'CI', 'SN', 'TG']),
    );
    expect(await discover('?country=KE&currency=XOF')).toEqual([]);
    expect(await discover('?country=SE')).toEqual([]);
  });

  it('lists each institution once', async () => {
    const keys = (await discover()).map(({ bankName, country, currency }) => `${currency} ${country} ${bankName}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('returns names that external accounts accept unchanged', async () => {
    for (const one of await discover()) {
      const name = typeOf(one);
      const { fields } = accountType(name);
      const field = 'provider' in fields ? 'provider' : 'bankName';
      const region = fields['region'] && { region: one.country, phoneNumber: phones[one.country] };
      const accountInfo = { ...exampleInfo(name), [field]: one.bankName, ...region };
      const request = { customerId: await newCustomer(app.client), currency: one.currency, accountInfo };
      const { status, body } = await app.client.post('/customers/external-accounts', request);
      expect([one, status, body.details?.errors]).toEqual([one, 201, undefined]);
      expect(body.accountInfo[field]).toBe(one.bankName);
    }
  });

  it('lists every name that an account type requires', async () => {
    const all = await discover();
    const fixed = accountTypeNames.flatMap((name) => {
      const { fields, ways, bankNames, currencies } = accountType(name);
      const names = [
        ...(fields['provider']?.choices ?? []),
        ...ways.flatMap((way) => way.only?.['bankName'] ?? []),
        ...Object.values(bankNames ?? {}),
      ];
      return names.map((bankName) => `${currencies[0]} ${bankName}`);
    });
    const listed = all.map(({ bankName, currency }) => `${currency} ${bankName}`);
    expect(fixed.length).toBeGreaterThan(25);
    expect(listed).toEqual(expect.arrayContaining(fixed));
  });

  it('rejects an unknown country and an unknown currency', async () => {
    const country = await app.client.get('/discoveries?country=XX');
    expect([country.status, country.body.details.errors[0].field]).toEqual([400, 'country']);
    const currency = await app.client.get('/discoveries?currency=XXX');
    expect([currency.status, currency.body.code]).toEqual([400, 'INVALID_CURRENCY']);
  });
});
