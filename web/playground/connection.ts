import { find } from '../dom.ts';
import { onUse, run } from './actions.ts';
import { showExchange } from './activities.ts';
import { showCustomers } from './customer-list.ts';
import { enable, inputValue } from './dom.ts';
import { useTransport } from './state.ts';
import {
  type Credentials,
  type ErrorResponse,
  recordingTransport,
  rejection,
  sessionCredentials,
  tokenCredentials,
} from './wire.ts';

/** Storage key of the session's secret, shared with the console: both pages use the same session. */
const KEY = 'causeway.console.key';
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const { api = '', login } = document.body.dataset;

interface ConsoleSession {
  kind: 'TOKEN' | 'OPERATOR';
  platform: { name: string; mode: string } | null;
}

export function setUpConnection(): void {
  if (login === 'sandbox') {
    find('sandbox-entry').hidden = !loopbackNames.includes(location.hostname);
    onUse('sandbox-login', 'connect', enterSandbox);
  }
  onUse('token', 'connect', async () => {
    await connect(tokenCredentials(inputValue('client-id'), inputValue('client-secret')));
    find<HTMLInputElement>('client-secret').value = '';
    showConnection('Connected with an API token.');
    return 'The token is valid.';
  });
  onUse('leave', 'connect', async () => {
    const key = localStorage.getItem(KEY);
    if (find('connected').dataset['session'] && key) {
      await fetch('/console/session', { method: 'DELETE', headers: { 'x-console-session': key } });
      localStorage.removeItem(KEY);
    }
    useTransport(undefined);
    disableSteps();
    find('connected').hidden = true;
    find('logins').hidden = false;
    return 'Logged out.';
  });
}

/** Continues the session that this browser has, such as that of the console. */
export async function continueSession(): Promise<void> {
  const key = login === 'sandbox' ? localStorage.getItem(KEY) : null;
  if (!key) return;
  const response = await fetch('/console/session', { headers: { 'x-console-session': key } });
  if (!response.ok) return;
  const session: ConsoleSession = await response.json();
  if (session.kind === 'OPERATOR') {
    // Hides the login: it would replace the operator's session, which uses the same cookie.
    find('sandbox-entry').hidden = true;
    find<HTMLDetailsElement>('token-login').open = true;
  } else if (session.platform?.mode === 'SANDBOX') {
    await run('connect', () => useSession(key, session));
  }
}

async function enterSandbox(): Promise<string> {
  const response = await fetch('/playground/login', { method: 'POST' });
  // The response of a proxy may not be JSON; its status is shown then.
  if (!response.ok) throw rejection(response.status, (await response.json().catch(() => ({}))) as ErrorResponse);
  const { key, session } = (await response.json()) as { key: string; session: ConsoleSession };
  localStorage.setItem(KEY, key);
  return useSession(key, session);
}

async function useSession(key: string, { platform }: ConsoleSession): Promise<string> {
  await connect(sessionCredentials(key));
  showConnection(`Connected to the platform ${platform?.name}.`);
  find('connected').dataset['session'] = 'true';
  return 'You are in the sandbox.';
}

async function connect(credentials: Credentials): Promise<void> {
  useTransport(recordingTransport(api, credentials, (exchange) => void showExchange(exchange)));
  disableSteps();
  await showCustomers();
  enable('customer');
}

function showConnection(text: string): void {
  find('connected-as').textContent = text;
  find('connected').hidden = false;
  delete find('connected').dataset['session'];
  find('logins').hidden = true;
}

function disableSteps(): void {
  for (const step of ['customer', 'login', 'pay', 'export']) enable(step, false);
}
