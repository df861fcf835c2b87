import type { Credential, Session } from '../../sdk/wallet/src/index.ts';
import { promptForCode } from './dialogs.ts';
import { create, find, inputValue, onUse } from './dom.ts';
import { sandboxToken } from './oidc-token.ts';
import { opened } from './state.ts';

const names: Readonly<Record<Credential['type'], string>> = {
  PASSKEY: 'Passkey',
  EMAIL_OTP: 'Code by email',
  SMS_OTP: 'Code by SMS',
  OAUTH: 'Identity provider',
};

const logins: Readonly<Record<string, () => Promise<Session>>> = {
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
      const { type } = await login();
      await showWallet();
      return `Logged in: ${names[type]}.`;
    });
  }
  for (const [id, add] of Object.entries(additions)) {
    onUse(id, 'login', async () => {
      await add();
      await showWallet();
      return 'Added.';
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
    return 'Logged out.';
  });
}

/** Shows the credentials of the wallet and the session. */
export async function showWallet(): Promise<void> {
  const { wallet } = opened();
  const [credentials, session] = await Promise.all([wallet.credentials(), wallet.session()]);
  const items = credentials.map(({ type, nickname }) => create('li', {}, `${names[type]}: ${nickname}`));
  find('credentials').replaceChildren(...items);
  find('session').textContent = session
    ? `Logged in (${names[session.type]}) until ${session.expiresAt}, key ${session.publicKey}`
    : 'Not logged in.';
}

const addCredential = (body: object) => {
  const { wallet, account } = opened();
  return wallet.signedRetry({ method: 'POST', path: '/auth/credentials', body: { accountId: account.id, ...body } });
};
