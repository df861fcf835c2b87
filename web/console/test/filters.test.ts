import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fc } from '../../../server/test/support/seed.ts';
import { filtersIn, searchWith } from '../src/filters/search.ts';
import { useFilters } from '../src/filters/use-filters.ts';
import { ORIGIN } from './support/browser.ts';

const NAMES = ['status', 'resourceId', 'since'] as const;

describe('filters in an address', () => {
  it('are read by their names, and others are left out', () => {
    expect(filtersIn('?status=FAILED&other=1', NAMES)).toEqual({ status: 'FAILED' });
    expect(filtersIn('status=FAILED', NAMES)).toEqual({ status: 'FAILED' });
    expect(filtersIn('', NAMES)).toEqual({});
  });

  it('are absent where their value is empty', () => {
    expect(filtersIn('?status=&since=2026-01-01', NAMES)).toEqual({ since: '2026-01-01' });
  });

  it('are the first of several with the same name', () => {
    expect(filtersIn('?status=FAILED&status=PENDING', NAMES)).toEqual({ status: 'FAILED' });
  });

  it('are changed without losing the other members of the address', () => {
    expect(searchWith('?status=FAILED&event=Webhook:1', { status: 'PENDING' })).toBe(
      '?status=PENDING&event=Webhook%3A1',
    );
    expect(searchWith('?event=1', { since: '2026-01-01' })).toBe('?event=1&since=2026-01-01');
  });

  it('are removed by an empty value, and the last one takes the question mark along', () => {
    expect(searchWith('?status=FAILED&since=2026-01-01', { status: undefined })).toBe('?since=2026-01-01');
    expect(searchWith('?status=FAILED', { status: '' })).toBe('');
  });

  it('are read as they were set, whatever characters they have', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[%&=+#?/ 0-9A-F]{0,9}$/));
    const values = fc.record({ status: text, resourceId: text, since: text }, { requiredKeys: [] });
    fc.assert(
      fc.property(values, (changes) => {
        const present = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== ''));
        expect(filtersIn(searchWith('?status=old&page=2', { status: undefined, ...changes }), NAMES)).toEqual(present);
      }),
    );
  });
});

/** A page that shows the values of its filters. */
const Values = () => JSON.stringify(useFilters(NAMES).values);

describe('the filters of the open page', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const valuesAt = (search: string): Record<string, string> => {
    vi.stubGlobal('location', new URL(`${ORIGIN}/console/payments${search}`));
    return JSON.parse(renderToStaticMarkup(createElement(Values)).replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  };

  it('are those of its address', () => {
    expect(valuesAt('?status=FAILED&event=1')).toEqual({ status: 'FAILED' });
    expect(valuesAt('')).toEqual({});
  });

  it('are decoded once, so that a percent sign stays one', () => {
    for (const resourceId of ['100%', '%41', '%2B', 'a+b & c', '%', 'é']) {
      expect(valuesAt(searchWith('', { resourceId }))).toEqual({ resourceId });
    }
  });
});
