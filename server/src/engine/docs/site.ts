import type { ApiDocument } from './document.ts';
import { errorMeanings, errorPages } from './errors.ts';
import { eventPages } from './events.ts';
import { readGuides } from './guides.ts';
import { type Page, pageUrl, table } from './page.ts';
import { referencePages } from './reference.ts';

export interface SiteOptions {
  document: ApiDocument;
  /** Directory of the guides. */
  guides: URL;
  /** Applies HEADER_PREFIX to an error code. */
  renamed: (code: string) => string;
}

/** Returns all pages by path. */
export async function readSite({ document, guides, renamed }: SiteOptions): Promise<Map<string, Page>> {
  const others = [
    ...(await readGuides(guides)),
    ...referencePages(document, errorMeanings(renamed)),
    ...eventPages(document),
    ...errorPages(renamed),
  ];
  return new Map([homePage(others), ...others].map((page) => [page.path, page]));
}

/** First page, with tables of all guides, operations pages and tags. */
function homePage(pages: readonly Page[]): Page {
  const of = (section: string): Page[] => pages.filter((page) => page.section === section);
  const link = (page: Page): string => `[${page.title}](${pageUrl(page)})`;
  const guides = of('Guides').map((page) => [link(page), firstSentence(page.text)]);
  const operations = of('Operations').map((page) => [link(page), firstSentence(page.text)]);
  const tags = of('Reference').filter(({ path, group, title }) => path.startsWith('/reference/') && group === title);
  const text = `# Causeway

Causeway is a payments service that a platform runs itself for its own customers: quotes and cross-border payments on a
double-entry ledger, verification, embedded wallets, cards, agents and webhooks, with a sandbox that simulates every
outcome.

## Guides

${table(['Guide', 'Content'], guides)}

## Run it

${table(['Page', 'Content'], operations)}

## Reference

${tags.map((page) => `- ${link(page)}`).join('\n')}
- [Events](/docs/events), [Errors](/docs/errors)
- For tools: [/openapi.json](/openapi.json), [/llms.txt](/llms.txt), and \`.md\` after the address of every page`;
  return { path: '', title: 'Documentation', section: 'Start', text };
}

function firstSentence(text: string): string {
  const paragraph = text.split('\n\n').find((part) => /^[A-Z]/.test(part)) ?? '';
  const plain = paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  return /^.+?[.](?= |$)/.exec(plain)?.[0] ?? plain;
}
