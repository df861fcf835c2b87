import { type Html, html } from '../../foundation/pages/html.ts';

/** Output of the build of web/console. */
export interface ConsoleBuild {
  script: string;
  styles: readonly string[];
}

interface PageOptions {
  build: ConsoleBuild;
  /** Base URL of the API. */
  api: string;
  /** URL of the directory of the built files. */
  assets: string;
  /** Allows the style elements that the page creates. */
  nonce: string;
}

/** Shell of the console; its script renders every page. */
export const consolePage = ({ build, api, assets, nonce }: PageOptions): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${nonce}">
<title>Console</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${build.styles.map((style) => html`<link rel="stylesheet" href="${assets}/${style}">\n`)}
<script type="module" src="${assets}/${build.script}"></script>
</head>
<body>
<div id="root" data-api="${api}"></div>
<noscript>The console needs JavaScript.</noscript>
</body>
</html>
`;

/** For a server that was built without the console. */
export const missingPage = (nonce: string): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The console is not built</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem; }
</style>
</head>
<body>
<main>
<h1>The console is not built</h1>
<p>Stop the server and run <code>npm start</code>, which builds it, then reload this page. The API and its
<a href="/docs">documentation</a> work without it.</p>
</main>
</body>
</html>
`;
