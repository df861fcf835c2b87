import MiniSearch from 'minisearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchOptions, searchPages } from '../src/engine/docs/search-options.ts';
import { TestApp } from './support/app.ts';

const guide = (name: string): string => `/docs/guides/${name}`;
const operation = (id: string): string => `/docs/operations/${id}`;

/** Searches as people type them, with pages that must be among the first three results. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  'how do I pay someone in Mexico': [guide('payments'), guide('quickstart')],
  'insufficient funds': [guide('card-transactions'), guide('payments')],
  'test card declined': [guide('card-transactions'), guide('testing'), guide('cards')],
  'onboard customers csv': [guide('onboarding')],
  idempotency: [guide('api-conventions')],
  retry: [guide('client'), guide('api-conventions')],
  'cancel a quote': [guide('transactions'), guide('payments')],
  'webhook signature': [guide('webhooks')],
  'sandbox clock': [guide('api-conventions'), operation('advanceSandboxClock')],
  'top up an account': [guide('incoming-money'), operation('sandboxFundInternalAccount')],
  KYC: [guide('onboarding')],
  'add a payee': [guide('onboarding'), '/docs/reference/external-accounts'],
  recipient: [guide('onboarding'), guide('rates')],
  'payment bounced': [guide('payments')],
  'refund a payment': [guide('payments')],
  'freeze a card': [guide('cards')],
  'exchange rate': [guide('rates'), '/docs/reference/exchange-rates', operation('getExchangeRates')],
  pagination: [guide('api-conventions')],
  'how do I authenticate': [guide('api-conventions')],
  'backup and restore': [guide('operations')],
  'rotate the master key': [guide('operations')],
  'passkey login': [guide('wallets'), operation('challengeAuthCredential')],
  'verify a business': [guide('onboarding')],
  'how to test webhooks': [guide('webhooks'), guide('testing')],
  'strong customer authentication': [guide('strong-customer-authentication')],
  'spending limit of an agent': [guide('agents')],
  'connect my own postgres': [guide('operations')],
  'test failures in CI': [guide('testing')],
  'receive money': [guide('incoming-money')],
  'export the ledger': [operation('exportLedgerAccountEntries'), '/docs/reference/ledger'],
  'why was my request rejected': [guide('api-conventions')],
};

let app: TestApp;
let find: (question: string) => string[];
beforeAll(async () => {
  app = await TestApp.shared();
  const text = await (await fetch(`${app.url}/docs/search.json`)).text();
  const index = MiniSearch.loadJSON(text, searchOptions);
  find = (question) => searchPages(index, question).map(({ url }) => url);
});
afterAll(() => app.stop());

describe('the search of the documentation', () => {
  it.each(Object.entries(QUESTIONS))(
    'finds among the first three pages for "%s" those that answer it',
    (text, pages) => {
      expect(find(text).slice(0, 3)).toEqual(expect.arrayContaining([...pages]));
    },
  );

  it('finds guides before schemas, and a schema by its name', () => {
    const webhook = find('webhook');
    expect(webhook[0]).toBe(guide('webhooks'));
    expect(webhook.findIndex((url) => url.startsWith('/docs/schemas/'))).toBeGreaterThan(10);
    expect(find('MagicValueListResponse')[0]).toBe('/docs/schemas/MagicValueListResponse');
  });

  it('finds pages that have some words of a question, after those that have all', () => {
    const found = find('webhook signature xylophone');
    expect(found[0]).toBe(guide('webhooks'));
    expect(find('signature').every((url) => found.includes(url))).toBe(true);
  });

  it('finds a word in other forms, with a typing error, and by its beginning', () => {
    for (const text of ['decline', 'declines', 'declined', 'declining', 'declinde', 'declin']) {
      expect([text, find(text).slice(0, 6)]).toEqual([text, expect.arrayContaining([guide('card-transactions')])]);
    }
  });

  it('finds nothing for words that stand everywhere', () => {
    expect(find('how do I')).toEqual([]);
  });
});
