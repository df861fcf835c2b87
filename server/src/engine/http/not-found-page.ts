import { type Html, html } from '../../foundation/pages/html.ts';
import { pageShell, pageSign } from '../../foundation/pages/shell.ts';
import type { PageContext } from '../../foundation/texts/page-context.ts';
import { pageFiles } from './page-files.ts';

/** Page for people who follow a wrong link; programs receive JSON. */
export function notFoundPage({ language, texts }: PageContext, path: string): Html {
  const { title, text, docs } = texts.common.notFound;
  const content = html`<div class="head">${pageSign('bad')}<h1 tabindex="-1">${title}</h1><p class="lead">${text(html`<code>${path}</code>`)}</p></div>
    <p><a href="/docs">${docs}</a></p>`;
  return pageShell(pageFiles, { language, brand: { name: 'Causeway' }, title }, content);
}
