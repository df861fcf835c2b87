import MiniSearch from 'minisearch';
import { type Page, pageUrl } from './page.ts';
import { searchOptions } from './search-options.ts';

/** Characters of a page of the reference that are indexed: its beginning says what it is about. */
const MAX_TEXT = 160;

/** The index as JSON, which the browser loads at the first search. Schemas are found by their name. */
export function searchIndex(pages: Iterable<Page>): string {
  const index = new MiniSearch(searchOptions);
  let id = 0;
  for (const page of pages) {
    const { title, section, path } = page;
    id += 1;
    index.add({ id, title, section, url: pageUrl(page), path: words(path).replace(title, ''), ...contentOf(page) });
  }
  return JSON.stringify(index);
}

/** `/operations/createQuote` is found by "create quote" as well. */
const words = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replaceAll(/([a-z])([A-Z])/g, '$1 $2');

/** Guides are found by all of their prose. Pages of the reference have the same headings and begin with what they are. */
function contentOf({ section, text }: Page): { headings?: string; text?: string } {
  if (section === 'Schemas') return {};
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/\]\([^)]*\)/g, ']');
  const body = prose.replaceAll(/^#.*$/gm, '').trim();
  if (section !== 'Guides' && section !== 'Operations') return { text: body.slice(0, MAX_TEXT) };
  const headings = [...prose.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading);
  return { headings: headings.join(' '), text: body };
}
