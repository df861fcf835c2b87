import { createWallet, type Wallet, WalletError } from '@causeway/wallet';
import type { User } from './app.ts';

let wallet: Wallet;

async function post(path: string, body: object) {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.reason ?? response.statusText);
  return answer;
}

/** A new user proves the email with a code and gets a passkey, which is enough from then on. */
async function logIn(): Promise<void> {
  const credentials = await wallet.credentials();
  if (credentials.some(({ type }) => type === 'PASSKEY')) return void (await wallet.loginWithPasskey());
  await wallet.loginWithEmailCode({ code: ({ sentTo }) => prompt(`Code sent to ${sentTo}`) });
  await wallet.registerPasskey({ nickname: 'This device' });
}

const actions: Readonly<Record<string, (fields: FormData) => Promise<string>>> = {
  async 'sign-up'(fields) {
    const { accountId }: User = await post('/users', Object.fromEntries(fields));
    // Omit `sandbox` in production.
    wallet = createWallet({
      accountId,
      transport: '/wallet',
      confirm: (action) => confirm(action.text),
      sandbox: true,
    });
    await logIn();
    return 'Your wallet is ready.';
  },
  async pay(fields) {
    if (!(await wallet.session())) await logIn();
    const quote = await post('/quotes', {
      to: fields.get('to'),
      amount: Math.round(Number(fields.get('amount')) * 1e6),
    });
    const headers = { 'Idempotency-Key': quote.id };
    await wallet.signedRetry({ method: 'POST', path: `/quotes/${quote.id}/execute`, headers });
    return 'Paid.';
  },
  async 'log-out'() {
    await wallet.logout();
    return 'Logged out.';
  },
};

const problemOf = (error: unknown): string => {
  if (error instanceof WalletError && error.code === 'CANCELLED') return 'Cancelled.';
  return error instanceof Error ? error.message : String(error);
};

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (!(event.target instanceof HTMLFormElement)) return;
  const text = await actions[event.target.id]?.(new FormData(event.target)).catch(problemOf);
  document.querySelector('output')?.replaceChildren(text ?? '');
});
