import { createHash } from 'node:crypto';
import { type Html, html } from '../kernel/html.ts';
import { tokens } from '../kernel/page-tokens.ts';
import type { PageContext } from '../texts/page-context.ts';

const style = `${tokens}
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 var(--font); }
main { max-width: 36rem; margin: 18vh auto; padding: 0 1.5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.25; }
p { margin: 0 0 1rem; color: var(--muted); }
code { overflow-wrap: anywhere; }
a { color: var(--accent); }
`;

/** Policy that allows the style of the page. */
export const notFoundPolicy = {
  'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
};

/** For people who follow a wrong link; programs get JSON. */
export function notFoundPage({ language, texts }: PageContext, path: string): Html {
  const { title, text, docs } = texts.common.notFound;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${{ markup: style }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text(html`<code>${path}</code>`)}</p>
<p><a href="/docs">${docs}</a></p>
</main>
</body>
</html>
`;
}
