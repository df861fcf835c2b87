import { type Html, html } from '../../../foundation/pages/html.ts';

interface Step {
  id: string;
  title: string;
  /** Shown until the previous step is done. Absent for the first step. */
  waiting?: string;
}

const step = ({ id, title, waiting }: Step, content: Html): Html => html`<section aria-labelledby="${id}-title">
<h2 id="${id}-title" tabindex="-1">${title}</h2>
${waiting && html`<p class="empty" id="${id}-waiting">${waiting}</p>`}
<div class="controls" id="${id}-controls"${waiting ? html` hidden` : ''}>
${content}
</div>
<p class="result" id="${id}-result" role="status"></p>
</section>
`;

const field = (id: string, label: string, value = ''): Html =>
  html`<label for="${id}">${label}<input id="${id}" value="${value}" autocomplete="off" spellcheck="false"></label>`;

const button = (id: string, label: string): Html => html`<button type="button" id="${id}">${label}</button>`;
const quiet = (id: string, label: string): Html =>
  html`<button type="button" class="quiet" id="${id}">${label}</button>`;

/** A label with an input and a line for its error. */
const moneyField = (id: string, label: string, value: string): Html => html`<div class="field">
<label for="${id}">${label}</label>
<span class="money-input"><input id="${id}" inputmode="decimal" value="${value}" autocomplete="off" aria-describedby="${id}-error ${id}-unit"><span id="${id}-unit" data-unit></span></span>
<p class="error" id="${id}-error"></p>
</div>`;

const connectStep = (hasSandboxLogin: boolean): Html =>
  step(
    { id: 'connect', title: '1. Sandbox' },
    html`<div id="logins">
${
  hasSandboxLogin &&
  html`<div id="sandbox-entry"><p class="hint">You are on the machine of this sandbox, so no credentials are needed.</p>
<div class="buttons">${button('sandbox-login', 'Enter the sandbox')}</div></div>`
}
<details${hasSandboxLogin ? '' : html` open`} id="token-login">
<summary>Use an API token</summary>
<form id="token">
${field('client-id', 'Client id')}
<label for="client-secret">Client secret<input id="client-secret" type="password" autocomplete="off" required></label>
<p class="hint">npm start prints both. They are kept only in the memory of this page.</p>
<div class="buttons"><button${hasSandboxLogin ? html` class="quiet"` : ''}>Use this token</button></div>
</form>
</details>
</div>
<div class="connected" id="connected" hidden><p id="connected-as"></p>${quiet('leave', 'Log out')}</div>`,
  );

const customerStep = step(
  { id: 'customer', title: '2. Customer', waiting: 'Enter the sandbox first.' },
  html`<div id="choose">
<label for="search">Search by name or email<input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<p class="hint" id="found" role="status"></p>
<ul id="customers" aria-label="Customers"></ul>
<div class="buttons" id="search-all-row" hidden>${quiet('search-all', 'Search all customers')}</div>
</div>
<p class="empty" id="no-customers" hidden>This sandbox has no customers yet. Create an example to start with: a person with a
wallet and 100.00 USDB in it.</p>
<div class="buttons">${button('example', 'Create an example customer with a funded wallet')}</div>
<details>
<summary>Create a customer of your own</summary>
<form id="new-customer">
${field('full-name', 'Full name', 'Ada Lovelace')}
${field('email', 'Email', 'ada@example.com')}
${field('phone', 'Phone number', '+14155550100')}
<div class="buttons"><button class="quiet">Create this customer</button></div>
</form>
</details>`,
);

const loginStep = step(
  { id: 'login', title: '3. Wallet', waiting: 'Choose a customer first.' },
  html`<ul id="accounts" aria-label="Accounts of this customer"></ul>
<p class="hint" id="empty-accounts"></p>
<p id="session">Not logged in.</p>
<div class="buttons">
${button('login-quick', 'Log in with one click')}
${quiet('login-identity', 'Log in with a virtual identity')}
</div>
<p class="hint">One click uses the code that the sandbox accepts. The virtual identity is an identity provider that exists only in
the sandbox; its first login adds it to the wallet.</p>
<details>
<summary id="ways">Every way to log in</summary>
<ul id="credentials" aria-label="Credentials of this wallet"></ul>
<div class="buttons">
${quiet('login-email', 'Code by email')}
${quiet('login-sms', 'Code by SMS')}
${quiet('login-passkey', 'Passkey')}
${quiet('login-oidc', 'Identity provider')}
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
<div class="buttons">${quiet('refresh', 'Refresh the session')}${quiet('logout', 'Log out of the wallet')}</div>
</details>`,
);

const payStep = step(
  { id: 'pay', title: '4. Pay', waiting: 'Choose a customer with a wallet first.' },
  html`<form id="fund" class="row">
${moneyField('funding', 'Money to add', '50.00')}
<button class="quiet">Add money</button>
</form>
<form id="quote" class="payment">
<label for="payee">Pay to<select id="payee"></select></label>
<div class="row">
${moneyField('amount', 'Amount', '5.00')}
<button class="quiet">Get a quote</button>
</div>
</form>
<dl class="facts" id="quote-lines"></dl>
<div class="buttons">${button('execute', 'Confirm, sign and pay')}${quiet('follow', 'Check the payment')}</div>`,
);

const exportStep = step(
  { id: 'export', title: '5. Export', waiting: 'Choose a customer with a wallet first.' },
  html`<p class="hint">The service encrypts the recovery phrase to a key that this page creates for the export.</p>
<div class="buttons">${quiet('export', 'Show the recovery phrase')}</div>
<p id="mnemonic"></p>`,
);

/** All steps in order. */
export const steps = (hasSandboxLogin: boolean): Html[] => [
  connectStep(hasSandboxLogin),
  customerStep,
  loginStep,
  payStep,
  exportStep,
];
