import { type Html, html } from '../../../foundation/pages/html.ts';
import { type AssetUrls, pageShell } from '../../../foundation/pages/shell.ts';
import type { PageContext } from '../../../foundation/texts/page-context.ts';

/** Sample terms for operators that have no terms of their own. */
export function termsPage(files: AssetUrls, { language, texts }: PageContext, version: string): Html {
  const { title, purpose, version: versionText, sections } = texts.terms;
  const content = html`<div class="head"><h1>${title}</h1><p class="lead">${versionText(version)}</p></div>
    <div class="prose">${sections.map(
      (section) =>
        html`<section><h2>${section.title}</h2>${section.text.map((paragraph) => html`<p>${paragraph}</p>`)}</section>`,
    )}</div>`;
  return pageShell(files, { language, brand: { name: 'Causeway' }, purpose, title }, content);
}
