import { describe, expect, it } from 'vitest';
import { fc } from '../../../server/test/support/seed.ts';
import { labelOf } from '../src/forms/schema.ts';
import { periodOptions, periodText, sinceOf } from '../src/pages/developers/periods.ts';
import { kindFrom, kindOptions, pathWith, titleOf } from '../src/pages/ledger/kinds.ts';
import { afterMoment, momentShortcuts, periodShortcuts } from '../src/pages/ledger/moment-choices.ts';
import { periodOf } from '../src/pages/payments/period.ts';
import { rateText } from '../src/pages/payments/rate.ts';
import { partsOf, shortId } from '../src/parts/id-text.ts';
import { lowerWordsOf, toneOf, wordsOf } from '../src/parts/status-text.ts';
import { absoluteText, relativeText, spanText } from '../src/parts/time-text.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date('2026-11-17T09:30:05.678Z');

const ahead = (ms: number): string => relativeText(new Date(NOW.getTime() + ms), NOW);

describe('a relative time', () => {
  it.each([
    [0, 'now'],
    [-9 * SECOND, 'now'],
    [9 * SECOND, 'now'],
    [-10 * SECOND, '10 sec. ago'],
    [-59 * SECOND, '59 sec. ago'],
    [-MINUTE, '1 min. ago'],
    [-3 * MINUTE, '3 min. ago'],
    [-59 * MINUTE, '59 min. ago'],
    [-HOUR, '1 hr. ago'],
    [-DAY, 'yesterday'],
    [-3 * DAY, '3 days ago'],
    [-30 * DAY, 'last mo.'],
    [-365 * DAY, 'last yr.'],
    [-800 * DAY, '2 yr. ago'],
    [30 * SECOND, 'in 30 sec.'],
    [2 * HOUR, 'in 2 hr.'],
    [DAY, 'tomorrow'],
  ])('of %d ms is %s', (ms, text) => {
    expect(ahead(ms)).toBe(text);
  });

  it('is in the next unit where it would be rounded up to it', () => {
    expect(ahead(-59.6 * SECOND)).toBe('1 min. ago');
    expect(ahead(-(HOUR - SECOND))).toBe('1 hr. ago');
    expect(ahead(-(DAY - SECOND))).toBe('yesterday');
    expect(ahead(30 * DAY - SECOND)).toBe('next mo.');
  });
});

describe('a span of time', () => {
  it.each([
    [0, '0 s'],
    [59 * SECOND, '59 s'],
    [MINUTE, '1 min'],
    [59 * MINUTE, '59 min'],
    [HOUR, '1 h'],
    [47 * HOUR, '47 h'],
    [2 * DAY, '2 days'],
    [400 * DAY, '400 days'],
  ])('of %d ms is %s', (ms, text) => {
    expect(spanText(0, ms)).toBe(text);
    expect(spanText(ms, 0)).toBe(text);
  });

  it('is in the next unit where it would be rounded up to it', () => {
    expect(spanText(0, 59.7 * SECOND)).toBe('1 min');
    expect(spanText(0, HOUR - SECOND)).toBe('1 h');
    expect(spanText(0, 2 * DAY - SECOND)).toBe('2 days');
  });
});

it('an absolute time is in UTC, to the second', () => {
  expect(absoluteText(NOW)).toBe('2026-11-17 09:30:05 UTC');
});

describe('an id', () => {
  it('has a type and a rest, divided by the first colon', () => {
    expect(partsOf('Customer:0190-ff')).toEqual({ type: 'Customer', rest: '0190-ff' });
    expect(partsOf('rail.nostro:USD:1')).toEqual({ type: 'rail.nostro', rest: 'USD:1' });
    expect(partsOf('no-type')).toEqual({ type: '', rest: 'no-type' });
  });

  it('is shortened to its type and its last eight characters', () => {
    expect(shortId('Transaction:01900000-0000-7000-8000-00001f3a9c02')).toBe('Transaction …1f3a9c02');
    expect(shortId('1f3a9c02')).toBe('…1f3a9c02');
  });
});

describe('a status', () => {
  it.each([
    ['PENDING_APPROVAL', 'Pending approval'],
    ['SCA_NOT_COMPLETED', 'SCA not completed'],
    ['PAYOUT_RETURNED', 'Payout returned'],
    ['KYC_FAILED', 'KYC failed'],
    ['IN_REVIEW', 'In review'],
    ['REACHED', 'Reached'],
    ['', ''],
  ])('%s is %s in words', (status, words) => {
    expect(wordsOf(status)).toBe(words);
  });

  it('begins with a small letter within a sentence, unless it is an abbreviation', () => {
    expect(lowerWordsOf('PAYOUT_RETURNED')).toBe('payout returned');
    expect(lowerWordsOf('SCA_NOT_COMPLETED')).toBe('SCA not completed');
  });

  it('is neutral unless its tone is known', () => {
    expect(toneOf('COMPLETED')).toBe('good');
    expect(toneOf('FAILED')).toBe('bad');
    expect(toneOf('PENDING')).toBe('warn');
    expect(toneOf('PROCESSING')).toBe('info');
    expect(toneOf('EXPIRED')).toBe('neutral');
    expect(toneOf('OF_THE_FUTURE')).toBe('neutral');
  });
});

describe('the label of a member', () => {
  it.each([
    ['lockedCurrencyAmount', 'Locked currency amount'],
    ['platformCustomerId', 'Platform customer id'],
    ['id', 'Id'],
    ['umaAddress', 'UMA address'],
    ['iban', 'IBAN'],
    ['webhook_url', 'Webhook URL'],
    ['kycStatus', 'KYC status'],
    ['ipAddress', 'IP address'],
    ['Idempotency-Key', 'Idempotency key'],
    ['valid', 'Valid'],
    ['line2', 'Line2'],
  ])('of %s is %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});

describe('an exchange rate', () => {
  const usd = { code: 'USD', decimals: 2 };
  const mxn = { code: 'MXN', decimals: 2 };
  const jpy = { code: 'JPY', decimals: 0 };
  const btc = { code: 'BTC', decimals: 8 };
  const vnd = { code: 'VND', decimals: 0 };

  it('is that of whole units, while the API counts smallest ones', () => {
    expect(rateText({ exchangeRate: 0.0546746, from: usd, to: mxn })).toBe('1 USD = 18.29 MXN');
    // 100 cents are 155 yen.
    expect(rateText({ exchangeRate: 100 / 155, from: usd, to: jpy })).toBe('1 USD = 155 JPY');
    expect(rateText({ exchangeRate: 155 / 100, from: jpy, to: usd })).toBe('1 JPY = 0.00645161 USD');
    expect(rateText({ exchangeRate: 1, from: usd, to: usd })).toBe('1 USD = 1 USD');
  });

  it('has digits and no exponent, however small or large it is', () => {
    expect(rateText({ exchangeRate: 1 / 0.038, from: vnd, to: btc })).toBe('1 VND = 0.00000000038 BTC');
    expect(rateText({ exchangeRate: 0.038, from: btc, to: vnd })).toBe('1 BTC = 2631580000 VND');
  });
});

describe('a period of the pages for developers', () => {
  const now = Date.parse('2026-11-17T09:30:05.678Z');

  it('begins at a full minute, so that a query keeps its key while it is fresh', () => {
    expect(sinceOf('1h', now)).toBe('2026-11-17T08:30:00.000Z');
    expect(sinceOf('24h', now)).toBe('2026-11-16T09:30:00.000Z');
    expect(sinceOf('30d', now)).toBe('2026-10-18T09:30:00.000Z');
    expect(sinceOf('1h', now + 50 * SECOND)).toBe(sinceOf('1h', now));
  });

  it('has no begin where the address names none that exists', () => {
    for (const name of [undefined, '', '2h', 'constructor', 'toString', '__proto__']) {
      expect(sinceOf(name, now)).toBeUndefined();
    }
  });

  it('has a text for sentences', () => {
    expect(periodOptions.map(({ value }) => periodText(value))).toEqual([
      'last hour',
      'last 24 hours',
      'last 7 days',
      'last 30 days',
    ]);
    expect(periodText('constructor')).toBe('any time');
  });
});

describe('days of a filter', () => {
  it('become a period in UTC that includes both', () => {
    expect(periodOf({ since: '2026-01-02', until: '2026-01-31' })).toEqual({
      startDate: '2026-01-02T00:00:00Z',
      endDate: '2026-01-31T23:59:59.999Z',
    });
  });

  it('leave the period open where one is absent', () => {
    expect(periodOf({ since: '2026-01-02' })).toEqual({ startDate: '2026-01-02T00:00:00Z' });
    expect(periodOf({ since: null, until: '' })).toEqual({});
  });
});

describe('the moment of a ledger report', () => {
  it('is offered as now, the end of yesterday and the end of the last month, in UTC', () => {
    expect(momentShortcuts(new Date('2026-03-01T00:00:00Z'))).toEqual([
      ['Now', undefined],
      ['End of yesterday', '2026-02-28T23:59:59.999Z'],
      ['End of last month', '2026-02-28T23:59:59.999Z'],
    ]);
    expect(momentShortcuts(new Date('2026-01-15T23:59:59Z')).map(([, at]) => at)).toEqual([
      undefined,
      '2026-01-14T23:59:59.999Z',
      '2025-12-31T23:59:59.999Z',
    ]);
  });

  it('is included in a period that ends after it', () => {
    expect(afterMoment('2026-02-28T23:59:59.999Z')).toBe('2026-03-01T00:00:00.000Z');
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (at) => {
        expect(Date.parse(afterMoment(at.toISOString()))).toBe(at.getTime() + 1);
      }),
    );
  });

  it('begins a period at the start of a day that is counted', () => {
    expect(periodShortcuts(new Date('2026-03-02T13:00:00Z'))).toEqual([
      ['Today', '2026-03-02T00:00:00.000Z'],
      ['7 days', '2026-02-24T00:00:00.000Z'],
      ['30 days', '2026-02-01T00:00:00.000Z'],
      ['All', undefined],
    ]);
  });
});

describe('a kind of ledger accounts', () => {
  it('is read from the address, which may name none that exists', () => {
    for (const { value, label } of kindOptions) expect(titleOf(kindFrom(value) ?? 'SUSPENSE')).toBe(label);
    for (const text of [undefined, '', 'customer', 'toString', 'constructor', '__proto__']) {
      expect(kindFrom(text)).toBeUndefined();
    }
  });
});

describe('a path with filters', () => {
  it('has those that have a value, encoded', () => {
    expect(pathWith('/ledger/entries', { currency: 'USD', until: undefined, creditKind: '' })).toBe(
      '/ledger/entries?currency=USD',
    );
    expect(pathWith('/ledger/accounts', { asOf: '2026-01-01T00:00:00.000Z' })).toBe(
      '/ledger/accounts?asOf=2026-01-01T00%3A00%3A00.000Z',
    );
    expect(pathWith('/ledger', {})).toBe('/ledger');
  });
});
