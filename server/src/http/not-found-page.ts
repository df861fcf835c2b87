import { createHash } from 'node:crypto';
import { type Html, html } from '../kernel/html.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; color: light-dark(#14191f, #e8edf2);
  background: light-dark(#f7f8fa, #101418); }
main { max-width: 36rem; margin: 18vh auto; padding: 0 1.5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.25; }
p { margin: 0 0 1rem; color: light-dark(#4d5763, #a9b4c0); }
code { overflow-wrap: anywhere; }
a { color: light-dark(#0b5d66, #7bd3dd); }
`;

/** Policy that allows the style of the page. */
export const notFoundPolicy = {
  'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
};

/** For people who follow a wrong link; programs get JSON. */
export const notFoundPage = (path: string): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${{ markup: style }}</style>
</head>
<body>
<main>
<h1>Page not found</h1>
<p>There is no page at <code>${path}</code>. The address may be mistyped, or the link may be old.</p>
<p><a href="/docs">Documentation of the API</a></p>
</main>
</body>
</html>
`;
