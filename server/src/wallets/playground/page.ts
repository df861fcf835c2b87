import { type Html, html } from '../../kernel/html.ts';

interface PlaygroundLinks {
  /** Base URL of the API. */
  api: string;
  style: string;
  script: string;
  playgroundIcon: string;
}

/** Each step of the lifecycle of a wallet is a form; the script adds the behaviour. */
export const playgroundPage = ({
  api,
  style,
  script,
  playgroundIcon: image,
}: PlaygroundLinks): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wallet playground</title>
<link rel="icon" href="${image}" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body data-api="${api}">
<header>
<h1>Wallet playground</h1>
<p>The lifecycle of an embedded wallet in the sandbox, step by step, with the HTTP messages of each step.</p>
</header>
<main class="columns">
<div class="steps">
${[tokenStep, customerStep, loginStep, payStep, exportStep]}
</div>
${wire}
</main>
${[confirmDialog, codeDialog]}
</body>
</html>
`;

interface Step {
  id: string;
  title: string;
  isOpen?: boolean;
}

const step = ({ id, title, isOpen = false }: Step, content: Html): Html => html`<section aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<fieldset id="${id}-controls" aria-labelledby="${id}-title"${isOpen ? '' : html` disabled`}>
${content}
</fieldset>
<p class="result" id="${id}-result" role="status"></p>
</section>
`;

const field = (id: string, label: string, value = ''): Html =>
  html`<label for="${id}">${label}<input id="${id}" value="${value}" autocomplete="off" spellcheck="false"></label>`;

const button = (id: string, label: string): Html => html`<button type="button" id="${id}">${label}</button>`;
const quiet = (id: string, label: string): Html =>
  html`<button type="button" class="quiet" id="${id}">${label}</button>`;

const tokenStep = step(
  { id: 'token', title: '1. Sandbox token', isOpen: true },
  html`<form id="token">
${field('client-id', 'Client id')}
<label for="client-secret">Client secret<input id="client-secret" type="password" autocomplete="off" required></label>
<p class="hint">npm start prints both. They are kept only in the memory of this page.</p>
<div class="buttons"><button>Use this token</button></div>
</form>`,
);

const customerStep = step(
  { id: 'customer', title: '2. Customer' },
  html`<form id="choose-customer">
<label for="customer">Customer<select id="customer"></select></label>
<div class="buttons"><button id="open-wallet">Open the wallet</button></div>
</form>
<details>
<summary>Create a customer</summary>
<form id="new-customer">
${field('full-name', 'Full name', 'Ada Lovelace')}
${field('email', 'Email', 'ada@example.com')}
${field('phone', 'Phone number', '+14155550100')}
<div class="buttons"><button class="quiet">Create this customer</button></div>
</form>
</details>`,
);

const loginStep = step(
  { id: 'login', title: '3. Log in' },
  html`<ul id="credentials" aria-label="Credentials of this wallet"></ul>
<p id="session">Not logged in.</p>
<div class="buttons">
${button('login-email', 'Code by email')}
${button('login-sms', 'Code by SMS')}
${button('login-passkey', 'Passkey')}
${button('login-oidc', 'Identity provider')}
</div>
<p class="hint">Every wallet starts with the code by email. Add the others while you are logged in:</p>
${field('nickname', 'Name of the passkey', 'This device')}
<div class="buttons">
${quiet('add-passkey', 'Register a passkey')}
${quiet('add-sms', 'Add the code by SMS')}
${quiet('add-oidc', 'Add the identity provider')}
</div>
<details>
<summary>ID token that this page creates</summary>
${field('oidc-issuer', 'Issuer', 'https://accounts.google.com')}
${field('oidc-audience', 'Audience', 'playground')}
${field('oidc-subject', 'Subject', 'user-1')}
${field('oidc-email', 'Email in the token', 'ada@gmail.com')}
</details>
<div class="buttons">${quiet('refresh', 'Refresh the session')}${quiet('logout', 'Log out')}</div>`,
);

const payStep = step(
  { id: 'pay', title: '4. Pay' },
  html`<div class="buttons">${quiet('fund', 'Add money')}</div>
${field('amount', 'Amount to send', '5.00')}
<div class="buttons">${quiet('quote', 'Create a quote')}</div>
<dl id="quote-lines"></dl>
<div class="buttons">${button('execute', 'Confirm, sign and execute')}${quiet('follow', 'Check the transaction')}</div>`,
);

const exportStep = step(
  { id: 'export', title: '5. Export' },
  html`<p class="hint">The service encrypts the recovery phrase to a key that this page creates for the export.</p>
<div class="buttons">${button('export', 'Export the wallet')}</div>
<p id="mnemonic"></p>`,
);

const wire = html`<section class="wire" aria-labelledby="wire-title">
<h2 id="wire-title">HTTP messages</h2>
<p class="hint">Newest first, as sent and received, without the headers that the browser adds and without the secret.</p>
<div class="buttons">${quiet('clear', 'Clear')}</div>
<ol id="exchanges"></ol>
</section>
`;

const confirmDialog = html`<dialog id="confirm" aria-labelledby="confirm-title">
<form method="dialog">
<h2 id="confirm-title"></h2>
<p id="confirm-warning">This page does not support this kind of request and shows the whole payload.</p>
<dl id="confirm-lines"></dl>
<details><summary>Signed text</summary><pre id="confirm-payload"></pre></details>
<div class="buttons"><button value="yes">Confirm and sign</button><button class="quiet" value="no">Do not sign</button></div>
</form>
</dialog>
`;

const codeDialog = html`<dialog id="code-dialog" aria-labelledby="code-title">
<form method="dialog">
<h2 id="code-title">Enter the code</h2>
<p id="code-about"></p>
<label for="code">Code<input id="code" inputmode="numeric" autocomplete="one-time-code" aria-describedby="code-about code-hint"></label>
<p class="hint" id="code-hint">GET /sandbox/magic-values lists the code that the sandbox accepts, GET /sandbox/messages the messages that were sent.</p>
<div class="buttons">
<button value="yes">Log in</button><button class="quiet" value="resend">Send another</button><button class="quiet" value="no">Cancel</button>
</div>
</form>
</dialog>
`;

/** A key, for the browser tab. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5d66"/><path d="M12 20a4 4 0 1 1 3-3l8 0 0 4-3 0 0-2-5 0" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;
