import type MiniSearch from 'minisearch';
import type { Query, SearchResult } from 'minisearch';
import { stemmer } from 'stemmer';

/** Words that do not help the search, because they occur on all pages or on none. */
const STOP_WORDS = new Set(
  `a am an and any are as at be been but by can could did do does doing for from get gets got had has have how i if in into is
  it its me my need of on one or our should so some somebody someone that the their them then there this those to up us
  was we what when where which who whom whose why will with without would you your`.split(/\s+/),
);

/** Common words of readers, with the words that the pages use instead. */
const SYNONYMS: Readonly<Record<string, string>> = {
  authenticate: 'credentials token',
  bounce: 'return refund',
  chargeback: 'dispute return',
  csv: 'import bulk',
  decline: 'reject',
  deposit: 'fund incoming',
  fail: 'error failed',
  fund: 'balance',
  fx: 'exchange rate',
  hmac: 'signature',
  kyb: 'verification onboarding',
  kyc: 'verification onboarding',
  mexico: 'mxn peso',
  mfa: 'sca authentication',
  onboard: 'customer',
  otp: 'code authentication',
  pagination: 'cursor lists',
  pay: 'payment quote',
  payee: 'external account beneficiary',
  payout: 'payment',
  recipient: 'external account receiver beneficiary',
  retry: 'repeat idempotency',
  send: 'pay payment',
  topup: 'fund deposit',
  top: 'fund',
  webhook: 'event',
};

const stemmed = (word: string): string => stemmer(word.toLowerCase());

const isStopWord = (word: string): boolean => STOP_WORDS.has(word.toLowerCase());

const synonymsByStem = new Map(Object.entries(SYNONYMS).map(([word, others]) => [stemmed(word), others.split(' ')]));

/** Shared by the server, which writes the search index, and the browser, which reads the index. */
export const searchOptions = {
  fields: ['title', 'path', 'headings', 'text'],
  storeFields: ['title', 'section', 'url'],
  processTerm: (word: string) => (isStopWord(word) ? null : stemmed(word)),
};

/** Guides rank first, because they answer questions. Schemas rank last, because readers look them up by name. */
const SECTION_BOOST: Readonly<Record<string, number>> = { Guides: 1.5, Operations: 1.3, Schemas: 0.4 };

const OPTIONS = {
  prefix: (term: string) => term.length > 2,
  // Fuzzy search for short words would match too many other words.
  fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
  boost: { title: 3, path: 2, headings: 2 },
  boostDocument: (_id: unknown, _term: string, stored?: Record<string, unknown>) =>
    SECTION_BOOST[String(stored?.['section'])] ?? 1,
};

/** Finds pages that contain any word of the question or its synonyms. Pages with all of the words rank first. */
export function searchPages<T>(index: MiniSearch<T>, question: string): SearchResult[] {
  const words = question.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const alternatives = words
    .filter((word) => !isStopWord(word))
    .map((word): Query => ({ combineWith: 'OR', queries: [word, ...(synonymsByStem.get(stemmed(word)) ?? [])] }));
  const all: Query = { combineWith: 'AND', queries: alternatives };
  return index.search({ combineWith: 'OR', queries: [all, ...alternatives] }, OPTIONS);
}
