import MiniSearch from 'minisearch';
import { type Page, pageUrl } from './page.ts';
import { searchOptions } from './search-options.ts';

/** Number of indexed characters of a reference page, which suffices for its introduction. */
const MAX_TEXT = 160;

/** Search index as JSON, loaded by the browser at the first search. Schemas are indexed by name only. */
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

/** Splits `createQuote`, so that "create quote" finds the operation as well. */
const words = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replaceAll(/([a-z])([A-Z])/g, '$1 $2');

/** Indexed text: all prose of guides and operations, the beginning of other pages, nothing of schemas. */
function contentOf({ section, text }: Page): { headings?: string; text?: string } {
  if (section === 'Schemas') return {};
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/\]\([^)]*\)/g, ']');
  const body = prose.replaceAll(/^#.*$/gm, '').trim();
  if (section !== 'Guides' && section !== 'Operations') return { text: body.slice(0, MAX_TEXT) };
  const headings = [...prose.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading);
  return { headings: headings.join(' '), text: body };
}
