import { describe, expect, it } from 'vitest';
import { toBankText } from '../src/engine/bank-files/bank-text.ts';
import { achEffectiveDay, closesWithin, executionDay, sameDaySettlement } from '../src/engine/bank-files/calendar.ts';
import { controlSum, fromDecimal, toDecimal } from '../src/engine/bank-files/money.ts';
import { nachaProblems } from '../src/engine/bank-files/nacha-check.ts';
import { readNacha } from '../src/engine/bank-files/nacha-read.ts';
import { pain001Problems } from '../src/engine/bank-files/pain001-check.ts';
import type { FilePayment } from '../src/engine/bank-files/payment.ts';
import { renderFile } from '../src/engine/bank-files/render.ts';
import { purposeCodes } from '../src/engine/bank-files/schemes.ts';
import { bankFilesSettings, formatOf } from '../src/engine/bank-files/settings.ts';
import { all, readXml, textAt } from '../src/engine/bank-files/xml.ts';
import { accountType, accountTypeNames } from '../src/parties/accounts/account-types.ts';
import {
  accounts,
  decimals,
  exampleSettings,
  filePayment,
  golden,
  isValidCode,
  request,
  settings,
} from './support/bank-files.ts';
import { exampleInfo } from './support/external-accounts.ts';
import { fc } from './support/seed.ts';

const sepa = (name: string, more: object = {}) => filePayment({ name, accountInfo: accounts.SEPA, ...more });
const ach = (name: string, more: object = {}) =>
  filePayment({ name, accountInfo: accounts.USD, currency: 'USD', rail: 'ACH', ...more });

/** Each outgoing file, byte for byte. */
const goldens: Record<string, FilePayment[]> = {
  'sepa.xml': [
    sepa('one', {
      remittanceInformation: 'Rechnung № 4711 für Café „Zürich“ <&>',
      purposeOfPayment: 'GOODS_OR_SERVICES',
    }),
    sepa('two', { amount: 1n, purposeOfPayment: 'SALARY_PAYMENT' }),
  ],
  'sepa-instant.xml': [sepa('now', { rail: 'SEPA_INSTANT', amount: 100_000_00n })],
  'swift.xml': [
    filePayment({ name: 'jpy', accountInfo: accounts.SWIFT, rail: 'SWIFT', currency: 'JPY', amount: 250_000n }),
    filePayment({
      name: 'usd',
      accountInfo: accounts.SWIFT,
      rail: 'SWIFT',
      currency: 'USD',
      amount: 99n,
      purposeOfPayment: 'TAX_PAYMENT',
    }),
  ],
  'faster-payments.xml': [
    filePayment({ name: 'gbp', accountInfo: accounts.GBP, rail: 'FASTER_PAYMENTS', currency: 'GBP' }),
  ],
  'mixed.xml': [sepa('a'), sepa('b', { rail: 'SEPA_INSTANT' }), sepa('c'), sepa('d', { currency: 'DKK' })],
  'ach-credit.ach': [
    ach('one', { remittanceInformation: 'Invoice 4711, thank you' }),
    ach('two', { accountInfo: accounts.USD_BUSINESS, amount: 1_000_000n }),
    ach('three', { amount: 5n, reference: '' }),
  ],
  'ach-debit.ach': [ach('pull', { direction: 'PULL', amount: 2_500n })],
};

const usd = exampleSettings.accounts.USD;
/** The bank takes same-day files until 18:00 in Berlin, noon in New York. */
const withSameDay = settings({
  accounts: { ...exampleSettings.accounts, USD: { ...usd, ach: { ...usd.ach, sameDayCutOff: '18:00' } } },
});
const formatOfName = (name: string) => (name.endsWith('.ach') ? 'NACHA' : 'PAIN_001');
const problemsOf = (name: string, content: string): string[] =>
  name.endsWith('.ach') ? nachaProblems(content) : pain001Problems(content, decimals);

describe('outgoing files', () => {
  it.each(Object.keys(goldens))('%s is written byte for byte as agreed with banks, and is valid', (name) => {
    const { content } = renderFile(formatOfName(name), request(goldens[name] ?? []));
    expect(content).toBe(golden(name));
    expect(problemsOf(name, content)).toEqual([]);
  });

  it('group payments in one block per account, service level, instrument and day', () => {
    const { content, places } = renderFile('PAIN_001', request(goldens['mixed.xml'] ?? []));
    const message = readXml(content).children[0];
    const blocks = all(message, 'PmtInf').map((block) => [
      textAt(block, 'DbtrAcct', 'Ccy'),
      textAt(block, 'PmtTpInf', 'SvcLvl', 'Cd'),
      textAt(block, 'PmtTpInf', 'LclInstrm', 'Cd'),
      textAt(block, 'ChrgBr'),
      textAt(block, 'NbOfTxs'),
    ]);
    expect(blocks).toEqual([
      ['EUR', 'SEPA', undefined, 'SLEV', '2'],
      ['EUR', 'SEPA', 'INST', 'SLEV', '1'],
      ['DKK', 'NURG', undefined, 'SHAR', '1'],
    ]);
    expect(places.map(({ batchId }) => batchId.slice(-2))).toEqual(['-1', '-2', '-1', '-3']);
  });

  it('carry every bank account of every type that has a rail for files', () => {
    const everywhere = Object.fromEntries(
      accountTypeNames
        .flatMap((name) => accountType(name).currencies.filter((code) => code.length === 3 && code !== 'BTC'))
        .map((code) => [code, exampleSettings.accounts.EUR]),
    );
    const wide = settings({ accounts: { ...everywhere, USD: exampleSettings.accounts.USD } });
    const carried = accountTypeNames.flatMap((name) =>
      accountType(name).ways.flatMap((way) =>
        way.rails.flatMap((rail) => {
          const currency = accountType(name).currencies[0] ?? '';
          const format = formatOf({ rail, currency }, wide);
          if (!format) return [];
          // In El Salvador the name of the bank is optional; without it no file can carry the account.
          const one = filePayment({
            name: 'x',
            accountInfo: exampleInfo(name, { way, isFull: name === 'SLV_ACCOUNT' }),
            rail,
            currency,
          });
          expect(renderFile(format, request([one], { settings: wide })).content).toContain(one.endToEndId.slice(-15));
          return [rail];
        }),
      ),
    );
    expect([...new Set(carried)].sort()).toEqual(
      ['ACH', 'BANK_TRANSFER', 'FAST', 'FASTER_PAYMENTS', 'FEDNOW', 'NEFT', 'PAYNOW', 'RTGS', 'RTP'].concat([
        'SEPA',
        'SEPA_INSTANT',
        'SPEI',
        'SWIFT',
        'WIRE',
      ]),
    );
  });

  it('omit an address without a town, which banks reject', () => {
    const { city: _, ...address } = accounts.SEPA.beneficiary.address;
    const accountInfo = { ...accounts.SEPA, beneficiary: { ...accounts.SEPA.beneficiary, address } };
    const { content } = renderFile('PAIN_001', request([sepa('x', { accountInfo })]));
    expect(content).not.toContain('PstlAdr');
    expect(content).toContain('<CtryOfRes>DE</CtryOfRes>');
  });

  it('give each leg of a transaction its own end-to-end id', () => {
    const payout = sepa('x');
    const pull = ach('x', { id: `${payout.id}/PULL`, direction: 'PULL' });
    expect(payout.endToEndId).toBe(payout.id.replace('Transaction:', '').replaceAll('-', ''));
    expect(pull.endToEndId).toMatch(/^[0-9a-f]{32}$/);
    expect(pull.endToEndId).not.toBe(payout.endToEndId);
  });

  it('have a code for every purpose of payment', () => {
    expect(Object.values(purposeCodes).every((code) => /^[A-Z]{4}$/.test(code))).toBe(true);
    expect(Object.keys(purposeCodes)).toHaveLength(14);
  });
});

describe('an arbitrary payment', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  );
  const name = fc.tuple(fc.constantFrom('Ana ', 'Ωmega ', 'Жанна '), anyText).map((parts) => parts.join(''));
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const transfer = fc.record({
    kind: fc.constantFrom('SEPA', 'SEPA_INSTANT', 'SWIFT', 'FASTER_PAYMENTS'),
    amount: fc.bigInt({ min: 1n, max: 99_999_999_999n }),
    name,
    sender: name,
    line1: anyText,
    city: anyText,
    remittance: optional(anyText),
    reference: anyText,
    purpose: optional(fc.constantFrom(...Object.keys(purposeCodes))),
  });
  type Drawn = typeof transfer extends fc.Arbitrary<infer T> ? T : never;
  const infos = {
    SEPA: accounts.SEPA,
    SEPA_INSTANT: accounts.SEPA,
    SWIFT: accounts.SWIFT,
    FASTER_PAYMENTS: accounts.GBP,
  };
  const codes = { SEPA: 'EUR', SEPA_INSTANT: 'EUR', SWIFT: 'JPY', FASTER_PAYMENTS: 'GBP' };

  const made = (drawn: Drawn, i: number): FilePayment => {
    const kind = drawn.kind as keyof typeof infos;
    const info = infos[kind];
    return filePayment({
      name: `p${i}`,
      accountInfo: {
        ...info,
        beneficiary: {
          ...info.beneficiary,
          fullName: drawn.name,
          legalName: drawn.name,
          address: { ...info.beneficiary.address, line1: drawn.line1, city: drawn.city },
        },
      },
      rail: kind,
      currency: codes[kind],
      amount: drawn.amount,
      sender: { name: drawn.sender },
      reference: drawn.reference,
      ...(drawn.remittance !== undefined && { remittanceInformation: drawn.remittance }),
      ...(drawn.purpose && { purposeOfPayment: drawn.purpose }),
    });
  };

  it('as a credit transfer is valid, and is read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(transfer, { minLength: 1, maxLength: 8 }), (drawn) => {
        const payments = drawn.map(made);
        const { content, places } = renderFile('PAIN_001', request(payments));
        expect(pain001Problems(content, decimals)).toEqual([]);
        const message = readXml(content).children[0];
        const read = all(message, 'PmtInf').flatMap((block) =>
          all(block, 'CdtTrfTxInf').map((one) => {
            const amount = all(one, 'Amt', 'InstdAmt')[0];
            const currency = amount?.attributes['Ccy'] ?? '';
            return [
              textAt(one, 'PmtId', 'EndToEndId'),
              fromDecimal(amount?.text ?? '', decimals(currency)),
              currency,
              textAt(block, 'PmtInfId'),
            ];
          }),
        );
        const written = payments.map((one, i) => [one.endToEndId, one.amount, one.currency, places[i]?.batchId]);
        const byId = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
        expect(read.sort(byId)).toEqual(written.sort(byId));
      }),
      { numRuns: 150 },
    );
  });

  it('over ACH_SAME_DAY has batches with the day of the file and the marker of its window', () => {
    const payments = [ach('slow'), ach('fast', { rail: 'ACH_SAME_DAY' }), ach('also fast', { rail: 'ACH_SAME_DAY' })];
    const headersAt = (time: string) => {
      const { content } = renderFile('NACHA', request(payments, { at: new Date(time), settings: withSameDay }));
      expect(nachaProblems(content)).toEqual([]);
      const headers = content.split('\n').filter((line) => line.startsWith('5'));
      // Descriptive date and effective date.
      return headers.map((line) => [line.slice(63, 69), line.slice(69, 75)]);
    };
    expect(headersAt('2026-11-18T12:00:00Z')).toEqual([
      ['261118', '261119'],
      ['SD1300', '261118'],
    ]);
    expect(headersAt('2026-11-18T17:30:00Z')).toEqual([['261118', '261120']]);
  });

  it('as an ACH entry is valid, and is read back unchanged', () => {
    const entry = fc.record({
      direction: fc.constantFrom('PAYOUT' as const, 'PULL' as const),
      isBusiness: fc.boolean(),
      amount: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
      accountNumber: fc.stringMatching(/^[0-9]{4,17}$/),
      name,
      remittance: optional(anyText),
      reference: anyText,
    });
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 9_999_900 }),
        (drawn, firstTrace) => {
          const payments = drawn.map((one, i) =>
            ach(`p${i}`, {
              ...one,
              remittanceInformation: one.remittance ?? '',
              accountInfo: {
                ...(one.isBusiness ? accounts.USD_BUSINESS : accounts.USD),
                accountNumber: one.accountNumber,
                beneficiary: {
                  beneficiaryType: one.isBusiness ? 'BUSINESS' : 'INDIVIDUAL',
                  fullName: one.name,
                  legalName: one.name,
                },
              },
            }),
          );
          const { content, places } = renderFile('NACHA', request(payments, { firstTrace }));
          expect(nachaProblems(content)).toEqual([]);
          const lines = content.split('\n').slice(0, -1);
          expect([lines.length % 10, new Set(lines.map((line) => line.length)).size]).toEqual([0, 1]);
          const read = new Map(
            readNacha(content)
              ?.batches.flatMap(({ entries }) => entries)
              .map((one) => [one.trace, one]),
          );
          for (const [i, one] of payments.entries()) {
            const found = read.get(places[i]?.trace ?? '');
            expect([BigInt(found?.amount ?? 0), found?.accountNumber]).toEqual([
              one.amount,
              one.account['accountNumber'],
            ]);
          }
          expect(read.size).toBe(payments.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a file that breaks a rule is invalid', () => {
  const xml = golden('sepa.xml');
  const broken: Record<string, [from: string | RegExp, to: string]> = {
    'an element out of order': [/(<CtrlSum>.*<\/CtrlSum>\n)(\s*<InitgPty>[\s\S]*?<\/InitgPty>\n)/, '$2$1'],
    'a missing required element': [/<EndToEndId>.*<\/EndToEndId>\n/, ''],
    'a wrong sum': [/<CtrlSum>[^<]*/, '<CtrlSum>1.00'],
    'a wrong count': [/<NbOfTxs>2/, '<NbOfTxs>3'],
    'a character outside the character set': ['Zoe Lukasz', 'Zoë Lukasz'],
    'a name that is too long': ['Zoe Lukasz', 'Z'.repeat(71)],
    'a repeated end-to-end id': [/0000006f6e65/, '00000074776f'],
    'an amount with too many decimals': ['>123.45<', '>123.450<'],
    'another currency than that of the account': ['Ccy="EUR">123', 'Ccy="USD">123'],
    'an invalid IBAN': ['FR1420041010050500013M02606', 'FR14 2004'],
    'another namespace': ['pain.001.001.09', 'pain.001.001.03'],
    'an unknown element': ['<PmtMtd>TRF</PmtMtd>', '<PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg>'],
  };
  it.each(Object.keys(broken))('%s', (name) => {
    const [from, to] = broken[name] ?? ['', ''];
    const changed = xml.replace(from, to);
    expect(changed).not.toBe(xml);
    expect(pain001Problems(changed, decimals)).not.toEqual([]);
  });

  const text = golden('ach-credit.ach');
  const line = (start: string) => text.split('\n').find((one) => one.startsWith(start)) ?? '';
  const brokenAch: Record<string, string> = {
    'a line that is too short': text.replace(line('6'), line('6').slice(1)),
    'a wrong entry hash': text.replace(line('9000'), line('9000').replace(/^(9.{20}).{10}/, '$10000000001')),
    'a wrong total': text.replace(line('8'), line('8').replace(/^(8.{19}.{12}).{12}/, '$1000000000001')),
    'a wrong check digit': text.replace('021000021', '021000022'),
    'a record out of place': text.replace(`${line('5')}\n`, ''),
    'an incomplete block': `${text}${'9'.repeat(94)}\n`,
    'a missing file control': text.replace(/\n9[\s\S]*$/, '\n'),
    'an unannounced addenda': text.replace(line('6'), line('6').replace(/1(?=.{15}$)/, '0')),
  };
  it.each(Object.keys(brokenAch))('%s', (name) => {
    expect(brokenAch[name]).not.toBe(text);
    expect(nachaProblems(brokenAch[name] ?? '')).not.toEqual([]);
  });

  it('amounts and names that no file can carry are not written', () => {
    const tooMuch = /amount|does not match|more than/i;
    expect(() => renderFile('PAIN_001', request([sepa('x', { amount: 100_000_000_000n })]))).toThrow(tooMuch);
    expect(() => renderFile('NACHA', request([ach('x', { amount: 10_000_000_000n })]))).toThrow(tooMuch);
    const nameless = { ...accounts.SEPA, beneficiary: { ...accounts.SEPA.beneficiary, fullName: '山田' } };
    expect(() => renderFile('PAIN_001', request([sepa('x', { accountInfo: nameless })]))).toThrow(
      /Cdtr\/Nm is missing/,
    );
    const { routingNumber: _, ...noBank } = accounts.USD;
    expect(() => renderFile('NACHA', request([ach('x', { accountInfo: noBank })]))).toThrow();
  });
});

describe('text', () => {
  it.each([
    ['Žluťoučký kůň', 'Zlutoucky kun'],
    ['Straße Ærø Łódź', 'Strasse AEro Lodz'],
    ['Ελλάδα', 'Ellada'],
    ['Санкт-Петербург', 'Sankt-Peterburg'],
    ['a & b_c "d" @e', "a + b-c 'd' (at)e"],
    ['//a//b//', 'a/b'],
    ['line\none\ttwo', 'line one two'],
    ['山田太郎', ''],
    ['', ''],
  ])('%j is written as %j', (given, written) => {
    expect(toBankText(given, 140)).toBe(written);
  });

  it('is truncated at the end of the field', () => {
    expect(toBankText('ab cd', 3)).toBe('ab');
    expect(toBankText('ß'.repeat(10), 5)).toBe('sssss');
  });
});

describe('amounts', () => {
  it('are exact in both directions, in every currency', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 5 }), (amount, places) => {
        expect(fromDecimal(toDecimal(amount, places), places)).toBe(amount);
      }),
    );
    expect(controlSum(['1', '2.50', '0.01'])).toBe('3.51');
    expect([fromDecimal('1.005', 2), fromDecimal('1e3', 2), fromDecimal('-1', 2), fromDecimal('1.500', 2)]).toEqual([
      undefined,
      undefined,
      undefined,
      150n,
    ]);
  });
});

describe('banking days', () => {
  const at = (text: string) => new Date(text);
  const target = (text: string, holidays: string[] = []) =>
    executionDay({ at: at(text), calendar: 'TARGET', settings: settings({ holidays }) });
  const usa = settings({ timeZone: 'America/New_York' });

  it('end at the cut-off of the bank, in its time zone', () => {
    expect(target('2026-11-18T14:59:00Z')).toBe('2026-11-18');
    expect(target('2026-11-18T15:00:00Z')).toBe('2026-11-19');
    expect(target('2026-06-18T14:00:00Z')).toBe('2026-06-19');
    expect(closesWithin(300_000, { at: at('2026-11-18T14:56:00Z'), settings: settings() })).toBe(true);
    expect(closesWithin(300_000, { at: at('2026-11-18T14:54:00Z'), settings: settings() })).toBe(false);
    expect(closesWithin(300_000, { at: at('2026-11-18T15:01:00Z'), settings: settings() })).toBe(false);
  });

  it('exclude weekends, the TARGET holidays, and those of the settings', () => {
    expect(target('2026-11-20T16:00:00Z')).toBe('2026-11-23');
    expect(target('2026-04-02T16:00:00Z')).toBe('2026-04-07');
    expect(target('2026-12-24T16:00:00Z')).toBe('2026-12-28');
    expect(target('2026-11-18T09:00:00Z', ['2026-11-18', '2026-11-19'])).toBe('2026-11-20');
  });

  it('of ACH follow the Federal Reserve, and the effective day is the next one', () => {
    const effective = (text: string) => achEffectiveDay({ at: at(text), settings: usa });
    expect(effective('2026-11-18T15:00:00Z')).toBe('2026-11-19');
    expect(effective('2026-11-25T15:00:00Z')).toBe('2026-11-27');
    expect(effective('2026-05-22T15:00:00Z')).toBe('2026-05-26');
    expect(effective('2027-07-02T15:00:00Z')).toBe('2027-07-06');
    expect(effective('2026-07-02T15:00:00Z')).toBe('2026-07-03');
    expect(effective('2026-01-16T22:00:00Z')).toBe('2026-01-21');
  });

  it.each([
    ['in the morning', '2026-11-18T15:00:00Z', { day: '2026-11-18', marker: 'SD1300' }],
    ['at noon', '2026-11-18T17:00:00Z', { day: '2026-11-18', marker: 'SD1700' }],
    ['in the last window', '2026-11-18T20:00:00Z', { day: '2026-11-18', marker: 'SD1800' }],
    ['after the cut-off of the bank', '2026-11-18T21:00:00Z', undefined],
    ['on a Sunday', '2026-11-22T15:00:00Z', undefined],
    ['on a holiday', '2026-11-26T15:00:00Z', undefined],
  ])('of ACH settle %s in the next window of the same day', (_when, text, expected) => {
    expect(sameDaySettlement('16:00', { at: at(text), settings: usa })).toEqual(expected);
  });

  it('do not apply to instant payments', () => {
    const sunday = at('2026-11-22T21:00:00Z');
    expect(executionDay({ at: sunday, calendar: 'EVERY_DAY', settings: settings() })).toBe('2026-11-22');
  });
});

describe('the settings', () => {
  const wrong: Record<string, [change: object, complaint: RegExp]> = {
    'a missing member': [{ cutOff: undefined }, /^cutOff: /],
    'an unknown member': [{ cutoff: '16:00' }, /^cutoff: /],
    'an invalid time': [{ cutOff: '25:00' }, /^cutOff: /],
    'an invalid time zone': [{ timeZone: 'Mars/Olympus' }, /^timeZone: Mars\/Olympus/],
    'an account without a number': [
      { accounts: { EUR: { bic: 'COBADEFF' } } },
      /^accounts\.EUR: iban or accountNumber/,
    ],
    'an account without a bank': [{ accounts: { EUR: { iban: 'DE89370400440532013000' } } }, /^accounts\.EUR: bic/],
    'an IBAN with a wrong check digit': [
      { accounts: { EUR: { iban: 'DE89370400440532013001', bic: 'COBADEFF' } } },
      /^accounts\.EUR\.iban/,
    ],
    'a rail without a file format': [
      { accounts: { EUR: { ...exampleSettings.accounts.EUR, rails: ['SEPA', 'PIX'] } } },
      /^accounts\.EUR\.rails: PIX is not one of ACH, SEPA/,
    ],
    'an invalid cut-off of same-day files': [
      { accounts: { USD: { ...usd, ach: { ...usd.ach, sameDayCutOff: '4 pm' } } } },
      /^accounts\.USD\.ach\.sameDayCutOff: /,
    ],
    'no account': [{ accounts: {} }, /^accounts: /],
    'ACH in euros': [
      { accounts: { EUR: { ...exampleSettings.accounts.USD, iban: 'DE89370400440532013000' } } },
      /^accounts\.EUR\.ach/,
    ],
  };
  it.each(Object.keys(wrong))('are rejected in one line for %s', (name) => {
    const [change, complaint] = wrong[name] ?? [{}, /x/];
    const json = JSON.parse(JSON.stringify({ ...exampleSettings, ...change }));
    expect(() => bankFilesSettings(json, isValidCode)).toThrow(complaint);
  });

  it('define which rails and currencies have a file', () => {
    const ways: [string, string, boolean][] = [
      ['SEPA', 'EUR', true],
      ['ACH', 'USD', true],
      ['PIX', 'BRL', false],
      ['MOBILE_MONEY', 'KES', false],
      ['SPEI', 'MXN', false],
      ['ACH', 'EUR', false],
    ];
    for (const [rail, currency, is] of ways)
      expect([rail, formatOf({ rail, currency }, settings()) !== undefined]).toEqual([rail, is]);
    expect(formatOf({ rail: 'SEPA', currency: 'EUR', direction: 'PULL' }, settings())).toBeUndefined();
    expect(formatOf({ rail: 'ACH', currency: 'USD', direction: 'PULL' }, settings())).toBe('NACHA');
    const sameDay = { rail: 'ACH_SAME_DAY', currency: 'USD' };
    expect(formatOf(sameDay, settings())).toBeUndefined();
    expect(formatOf(sameDay, withSameDay)).toBe('NACHA');
    expect(formatOf({ ...sameDay, direction: 'PULL' }, withSameDay)).toBeUndefined();
    const only = settings({ accounts: { EUR: { ...exampleSettings.accounts.EUR, rails: ['SEPA'] } } });
    expect(formatOf({ rail: 'SEPA', currency: 'EUR' }, only)).toBe('PAIN_001');
    expect(formatOf({ rail: 'SEPA_INSTANT', currency: 'EUR' }, only)).toBeUndefined();
  });
});
