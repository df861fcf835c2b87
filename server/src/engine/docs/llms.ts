import { type Page, pageUrl } from './page.ts';

export const llmsPath = '/llms.txt';

/** /llms.txt: lists every page with the address of its Markdown. */
export function llmsText(pages: Iterable<Page>): string {
  const bySection = new Map<string, Page[]>();
  for (const page of pages) bySection.set(page.section, [...(bySection.get(page.section) ?? []), page]);
  const sections = [...bySection].map(
    ([section, found]) =>
      `## ${section}\n\n${found.map((page) => `- [${page.title}](${markdownUrl(page)})`).join('\n')}`,
  );
  return [
    '# Causeway',
    '> A payments service that a platform runs itself for its own customers.',
    ...sections,
    '',
  ].join('\n\n');
}

/** /llms-full.txt: the text of every page. Schema pages are omitted, because operations repeat their content. */
export const fullText = (pages: Iterable<Page>): string =>
  [...pages]
    .filter(({ section }) => section !== 'Schemas')
    .map((page) => `${page.text}\n`)
    .join('\n---\n\n');

export const markdownUrl = (page: Page): string => `${page.path === '' ? '/docs/index' : pageUrl(page)}.md`;
