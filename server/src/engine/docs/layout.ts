import { type Html, html } from '../../foundation/pages/html.ts';
import { llmsPath, markdownUrl } from './llms.ts';
import type { Heading } from './markdown.ts';
import { DOCS_PATH, type Page, pageUrl } from './page.ts';

export interface Layout {
  page: Page;
  pages: ReadonlyMap<string, Page>;
  content: Html;
  headings: readonly Heading[];
  /** URLs of the style sheet, the script and the icon. */
  assets: { style: string; script: string; icon: string };
}

/** A complete page: search, navigation, content and table of contents. */
export function layout({ page, pages, content, headings, assets }: Layout): Html {
  const title = page.path === '' ? 'Causeway documentation' : `${page.title} - Causeway`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${assets.icon}">
<link rel="alternate" type="text/markdown" href="${markdownUrl(page)}">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${DOCS_PATH}">Causeway <span>docs</span></a>
<form class="search" role="search" action="${DOCS_PATH}">
<label for="search" class="hidden">Search the documentation</label>
<input id="search" type="search" placeholder="Search, or press /" autocomplete="off" spellcheck="false">
<div id="found" class="found" hidden></div>
<p id="found-count" class="hidden" role="status"></p>
</form>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages">
<details id="menu"><summary>Menu</summary>${navigation(page, pages)}</details>
</nav>
<main id="content" tabindex="-1">
${content}
<footer><a href="${markdownUrl(page)}">This page as Markdown</a> <a href="${llmsPath}">llms.txt</a></footer>
</main>
${contents(headings)}
</div>
</body>
</html>
`;
}

const contents = (headings: readonly Heading[]): Html =>
  headings.length < 2
    ? html``
    : html`<nav class="contents" aria-label="On this page"><p>On this page</p><ul>
${headings
  .filter(({ depth }) => depth <= 3)
  .map(({ depth, text, anchor }) => html`<li class="depth-${depth}"><a href="#${anchor}">${{ markup: text }}</a></li>`)}
</ul></nav>`;

/** Sections that list all pages. Schemas are not listed; others list first pages and those of the open group. */
const COMPLETE = new Set(['Start', 'Guides', 'Operations']);

function navigation(open: Page, pages: ReadonlyMap<string, Page>): Html {
  const sections = new Map<string, Page[]>();
  for (const page of pages.values()) {
    if (isListed(page, open)) sections.set(page.section, [...(sections.get(page.section) ?? []), page]);
  }
  return html`${[...sections].map(
    ([section, listed]) => html`<h2>${section}</h2>
<ul>${listed.map((page) => item(page, open))}</ul>
`,
  )}`;
}

function isListed({ section, group, title, path }: Page, open: Page): boolean {
  if (COMPLETE.has(section)) return true;
  if (section === 'Schemas') return false;
  const isFirst = group === undefined ? path.split('/').length === 2 : title === group;
  return isFirst || (group !== undefined && group === open.group) || path === open.path;
}

function item(page: Page, open: Page): Html {
  const isInner = page.group !== undefined && page.title !== page.group;
  const style = isInner ? 'inner' : 'outer';
  return page.path === open.path
    ? html`<li class="${style}"><a href="${pageUrl(page)}" aria-current="page">${page.title}</a></li>`
    : html`<li class="${style}"><a href="${pageUrl(page)}">${page.title}</a></li>`;
}
