import type { Credential, Session } from '../../sdk/wallet/src/index.ts';
import { create, find } from '../dom.ts';
import { onUse } from './actions.ts';
import { promptForCode } from './code-prompt.ts';
import { inputValue } from './dom.ts';
import { magicCode } from './magic-code.ts';
import { moneyText } from './money.ts';
import { sandboxToken } from './oidc-token.ts';
import { type Account, opened } from './state.ts';

const names: Readonly<Record<Credential['type'], string>> = {
  PASSKEY: 'passkey',
  EMAIL_OTP: 'code by email',
  SMS_OTP: 'code by SMS',
  OAUTH: 'identity provider',
};

const logins: Readonly<Record<string, () => Promise<Session>>> = {
  'login-quick': loginWithMagicCode,
  'login-identity': loginWithVirtualIdentity,
  'login-email': () => opened().wallet.loginWithEmailCode({ code: promptForCode }),
  'login-sms': () => opened().wallet.loginWithSmsCode({ code: promptForCode }),
  'login-passkey': () => opened().wallet.loginWithPasskey(),
  'login-oidc': () => opened().wallet.loginWithOidc({ oidcToken: sandboxToken }),
};

/** Additional credentials, signed by the current session. */
const additions: Readonly<Record<string, () => Promise<unknown>>> = {
  'add-passkey': () => opened().wallet.registerPasskey({ nickname: inputValue('nickname') }),
  'add-sms': () => addCredential({ type: 'SMS_OTP' }),
  'add-oidc': async () => addCredential({ type: 'OAUTH', oidcToken: await sandboxToken() }),
};

export function setUpLogins(): void {
  for (const [id, login] of Object.entries(logins)) {
    onUse(id, 'login', async () => {
      const { type, expiresAt, publicKey } = await login();
      await showWallet();
      return {
        title: `Logged in with the ${names[type]}.`,
        facts: [
          { label: 'Until', value: timeText(expiresAt) },
          { label: 'Key of this session', value: publicKey },
        ],
      };
    });
  }
  for (const [id, add] of Object.entries(additions)) {
    onUse(id, 'login', async () => {
      await add();
      await showWallet();
      return 'The credential was added to the wallet.';
    });
  }
  onUse('refresh', 'login', async () => {
    await opened().wallet.refresh();
    await showWallet();
    return 'The session was replaced.';
  });
  onUse('logout', 'login', async () => {
    await opened().wallet.logout();
    await showWallet();
    return 'Logged out of the wallet.';
  });
}

const accountNames = { EMBEDDED_WALLET: 'wallet', INTERNAL_FIAT: 'account', INTERNAL_CRYPTO: 'crypto account' };

/** Lists the wallet and the accounts with money, and counts the others. */
export function showAccounts(accounts: readonly Account[]): void {
  const isWallet = ({ type }: Account): boolean => type === 'EMBEDDED_WALLET';
  const others = accounts.filter((account) => !isWallet(account));
  const listed = [...accounts.filter(isWallet), ...others.filter(({ balance }) => balance.amount !== 0)];
  find('accounts').replaceChildren(...listed.map(accountItem));
  const empty = others.filter(({ balance }) => balance.amount === 0).length;
  find('empty-accounts').textContent = empty > 0 ? `${empty} accounts in other currencies are empty.` : '';
}

function accountItem({ id, type, balance: { amount, currency } }: Account): Node {
  const name = create('strong', {}, `${currency.code} ${accountNames[type]}`);
  const balance = create('span', { class: 'amount' }, moneyText(amount, currency));
  return create('li', { 'data-type': type, title: id }, name, create('span', { class: 'unseen' }, ', '), balance);
}

/** Shows the credentials of the wallet and the session. */
export async function showWallet(): Promise<void> {
  const { wallet } = opened();
  const [credentials, session] = await Promise.all([wallet.credentials(), wallet.session()]);
  const items = credentials.map(({ type, nickname }) => create('li', {}, `${capitalized(names[type])}: ${nickname}`));
  find('credentials').replaceChildren(...items);
  find('session').textContent = session
    ? `Logged in with the ${names[session.type]} until ${timeText(session.expiresAt)}.`
    : 'Not logged in.';
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const timeText = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The sandbox accepts one code for every wallet, so the page enters it. */
async function loginWithMagicCode(): Promise<Session> {
  const code = await magicCode();
  return opened().wallet.loginWithEmailCode({ code: ({ problem }) => (problem ? undefined : code) });
}

/** Adds the identity to the wallet before its first login. */
async function loginWithVirtualIdentity(): Promise<Session> {
  const { wallet } = opened();
  const credentials = await wallet.credentials();
  if (!credentials.some(({ type }) => type === 'OAUTH')) {
    if (!(await wallet.session())) await loginWithMagicCode();
    // The click confirms this change; all other changes are confirmed in a dialog.
    await addCredential({ type: 'OAUTH', oidcToken: await sandboxToken() }, { confirm: () => true });
  }
  return wallet.loginWithOidc({ oidcToken: sandboxToken });
}

const addCredential = (body: object, choices: { confirm?: () => boolean } = {}) => {
  const { wallet, account } = opened();
  const request = { method: 'POST', path: '/auth/credentials', body: { accountId: account.id, ...body } } as const;
  return wallet.signedRetry({ ...request, ...choices });
};
