import type { FastifyInstance } from 'fastify';
import { errorHelp } from '../kernel/error-help.ts';
import { type ErrorCode, errorStatus } from '../kernel/errors.ts';
import { type Html, html } from '../kernel/html.ts';
import type { WireWords } from '../kernel/wire-words.ts';
import { type Asset, addAssets, assetUrl, sendPage } from './pages.ts';

const PATH = '/docs/errors';

/** Path of the page that explains an error code. */
export const errorPath = (code: string): string => `${PATH}/${code}`;

/** Serves a page for every error code, and a list of them. */
export function addErrorPages(app: FastifyInstance, wireWords: WireWords): void {
  const codes = Object.keys(errorHelp) as ErrorCode[];
  const shown = (code: ErrorCode): string => wireWords.renamed<string>(code);
  addAssets(app, PATH, [style]);
  app.get(PATH, async (_request, reply) => sendPage(reply, { content: listPage(codes, shown) }));
  for (const code of codes) {
    app.get(errorPath(shown(code)), async (_request, reply) => sendPage(reply, { content: codePage(code, shown) }));
  }
}

const listPage = (codes: readonly ErrorCode[], shown: (code: ErrorCode) => string): Html =>
  page(
    'Errors',
    html`<h1>Errors</h1>
<p>Every response with an error has one of these codes in <code>code</code>, and the address of its page in
<code>details.docUrl</code>.</p>
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${codes.map(
  (code) => html`<tr><td><a href="${errorPath(shown(code))}">${shown(code)}</a></td><td>${errorStatus[code]}</td>
<td>${errorHelp[code].meaning}</td></tr>
`,
)}</tbody>
</table>`,
  );

function codePage(code: ErrorCode, shown: (code: ErrorCode) => string): Html {
  const { meaning, causes, fix } = errorHelp[code];
  return page(
    shown(code),
    html`<p><a href="${PATH}">All errors</a></p>
<h1>${shown(code)}</h1>
<p>HTTP status ${errorStatus[code]}. ${meaning}</p>
<h2>Causes</h2>
<ul>
${causes.map((cause) => html`<li>${cause}</li>\n`)}</ul>
<h2>Fix</h2>
<p>${fix}</p>`,
  );
}

const page = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Causeway</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetUrl(PATH, style)}">
</head>
<body>
<header><a href="/docs">Causeway API reference</a></header>
<main>${content}</main>
</body>
</html>
`;

const style: Asset = {
  name: 'errors.css',
  text: `:root { color-scheme: light dark; --ink: #1a2128; --muted: #55606b; --line: #d7dde3; --link: #0b5d66; --page: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --muted: #a5b0bb; --line: #37414b; --link: #74cfd9; --page: #12171c; }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { border-bottom: 1px solid var(--line); padding: 12px 24px; }
main { margin: 0 auto; max-width: 56rem; padding: 24px; overflow-wrap: anywhere; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 12px; }
h2 { font-size: 16px; margin: 24px 0 8px; }
a { color: var(--link); }
table { border-collapse: collapse; width: 100%; }
th { color: var(--muted); font-size: 13px; text-align: left; }
th, td { border-bottom: 1px solid var(--line); padding: 8px 16px 8px 0; vertical-align: top; }
td:nth-child(2) { font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) { td:nth-child(2), th:nth-child(2) { display: none; } main { padding: 16px; } }
`,
};
