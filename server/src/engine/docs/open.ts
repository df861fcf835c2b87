import { once } from '../../foundation/kernel/memo.ts';
import { type Html, html } from '../../foundation/pages/html.ts';
import { type Layout, layout } from './layout.ts';
import { fullText, llmsText } from './llms.ts';
import { renderMarkdown } from './markdown.ts';
import type { Page } from './page.ts';
import { searchIndex } from './search.ts';
import { readSite, type SiteOptions } from './site.ts';

/** Reads all pages. Each page is rendered at its first request. */
export async function openSite(options: SiteOptions, assets: Layout['assets']) {
  const pages = await readSite(options);
  const rendered = new Map<string, Html>();
  const render = (page: Page): Html => {
    const { html: markup, headings } = renderMarkdown(page.text, (path) => pages.has(path));
    return layout({ page, pages, content: html`${{ markup }}`, headings, assets });
  };
  const contentOf = (page: Page): Html => {
    const known = rendered.get(page.path) ?? render(page);
    rendered.set(page.path, known);
    return known;
  };
  return {
    page: (path: string): { content: Html; status: number } => {
      const page = pages.get(path);
      return page ? { content: contentOf(page), status: 200 } : { content: render(missing), status: 404 };
    },
    markdown: (path: string): string | undefined => pages.get(path === '/index' ? '' : path)?.text,
    llms: llmsText(pages.values()),
    full: fullText(pages.values()),
    search: once(() => searchIndex(pages.values())),
  };
}

const missing: Page = {
  path: '/missing',
  title: 'Page not found',
  section: 'Start',
  text: '# Page not found\n\nThis page does not exist. Search for it above, or start at the [first page](/docs).',
};
