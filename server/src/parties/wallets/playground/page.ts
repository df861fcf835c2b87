import { type Html, html } from '../../../foundation/pages/html.ts';
import { codeDialog, confirmDialog } from './dialogs.ts';
import { steps } from './steps.ts';

interface PlaygroundLinks {
  /** Base URL of the API. */
  api: string;
  /** True if the page offers a login without credentials. */
  hasSandboxLogin: boolean;
  style: string;
  script: string;
  playgroundIcon: string;
}

/** Each step in the lifecycle of a wallet is a section; the script adds the behaviour. */
export const playgroundPage = ({
  api,
  hasSandboxLogin,
  style,
  script,
  playgroundIcon: image,
}: PlaygroundLinks): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Wallet playground</title>
<link rel="icon" href="${image}" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body data-api="${api}" data-login="${hasSandboxLogin ? 'sandbox' : 'token'}">
<header>
<p class="ribbon"><strong>SANDBOX</strong> No real money moves here.</p>
<div class="head">
<h1>Wallet playground</h1>
<p>Open an embedded wallet, log in, pay and export it, and read every request that was made.</p>
</div>
</header>
<main class="columns">
<div class="steps">
${steps(hasSandboxLogin)}
</div>
${feed}
</main>
${[confirmDialog, codeDialog]}
<noscript>The playground needs JavaScript.</noscript>
</body>
</html>
`;

const feed = html`<section class="feed" aria-labelledby="feed-title">
<div class="title-row"><h2 id="feed-title">What happened</h2><button type="button" class="quiet" id="clear">Clear</button></div>
<p class="empty" id="feed-empty">Receipts of your actions appear here, newest first, each with its HTTP messages as sent and
received, without the headers that the browser adds and without secrets.</p>
<ol id="activities"></ol>
</section>
`;

/** Favicon: a key. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5d66"/><path d="M12 20a4 4 0 1 1 3-3l8 0 0 4-3 0 0-2-5 0" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;
