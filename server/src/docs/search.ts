import MiniSearch from 'minisearch';
import { type Page, pageUrl } from './page.ts';
import { searchOptions } from './search-options.ts';

/** Characters of a page that are indexed beside its headings: its beginning says what it is about. */
const MAX_TEXT = 160;

/** The index as JSON, which the browser loads at the first search. Schemas are found by their name. */
export function searchIndex(pages: Iterable<Page>): string {
  const index = new MiniSearch(searchOptions);
  let id = 0;
  for (const page of pages) {
    const { title, section, path } = page;
    const isSchema = section === 'Schemas';
    id += 1;
    index.add({ id, title, section, url: pageUrl(page), path: words(path), text: isSchema ? '' : essence(page) });
  }
  return JSON.stringify(index);
}

/** `/operations/createQuote` is found by "create quote" as well. */
const words = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replaceAll(/([a-z])([A-Z])/g, '$1 $2');

/** Headings of a guide, and the first sentences of any page. Pages of the reference all have the same headings. */
function essence({ section, text }: Page): string {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/^\|.*$/gm, '');
  const headings = section === 'Guides' || section === 'Operations' ? [...prose.matchAll(/^##+ (.+)$/gm)] : [];
  const beginning = prose
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .trim()
    .slice(0, MAX_TEXT);
  return [...headings.map(([, heading]) => heading), beginning].join(' ');
}
