import { type SandboxClock, clockOf } from './clock.ts';
import { faultsOf, type SandboxFaults } from './faults.ts';
import { type Credentials, Http } from './http.ts';
import { inboxOf, type SandboxInbox } from './inbox.ts';
import { kycOf, type SandboxKyc } from './kyc.ts';
import { type Magic, magic } from './magic.ts';
import { type SandboxWallet, walletOf } from './wallet.ts';
import type { PlatformReceiver, Receivers, SandboxWebhooks } from './webhooks.ts';

export interface PlatformOptions {
  /** Shown in the list of platforms. */
  name?: string;
  /** A platform that is not regulated verifies its customers through the service. Default: true. */
  isRegulatedFinancialInstitution?: boolean;
  /** False: the platform has no webhook endpoint. A URL: your own receiver gets the events instead of `webhooks`. */
  webhooks?: boolean | string;
}

interface Account {
  id: string;
  balance: { amount: number; currency: { code: string } };
}

/** A platform of its own: token, data, clock, inbox and webhooks are shared with no other test. */
export interface SandboxPlatform extends Credentials {
  readonly id: string;
  readonly clock: SandboxClock;
  readonly inbox: SandboxInbox;
  readonly webhooks: SandboxWebhooks;
  readonly magic: Magic;
  readonly kyc: SandboxKyc;
  readonly wallet: SandboxWallet;
  readonly faults: SandboxFaults;
  /** Settings for the program under test: CAUSEWAY_URL, CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET. */
  readonly env: Readonly<Record<string, string>>;
  /** Adds money to an account in the currency: of the platform, or of a customer. Returns the id of the account. */
  fund(currency: string, amount: number, owner?: { customerId?: string }): Promise<string>;
}

interface CreatedPlatform {
  id: string;
  token: { clientId: string; clientSecret: string };
}

export async function createPlatform(
  sandbox: Credentials,
  receivers: Receivers,
  { webhooks = true, ...options }: PlatformOptions = {},
): Promise<SandboxPlatform> {
  const receiver = await receivers.open();
  const webhookEndpoint = typeof webhooks === 'string' ? webhooks : receiver.url;
  const body = { ...options, ...(webhooks !== false && { webhookEndpoint }) };
  const { id, token } = await new Http(sandbox).post<CreatedPlatform>('/sandbox/platforms', body);
  const { clientId, clientSecret } = token;
  return platformWith({ id, apiUrl: sandbox.apiUrl, clientId, clientSecret }, receiver);
}

function platformWith(platform: Credentials & { id: string }, receiver: PlatformReceiver): SandboxPlatform {
  const http = new Http(platform);
  receiver.verifyWith(http);
  return {
    ...platform,
    clock: clockOf(http),
    inbox: inboxOf(http),
    webhooks: receiver,
    magic,
    kyc: kycOf(http),
    wallet: walletOf(http),
    faults: faultsOf(http),
    env: {
      CAUSEWAY_URL: platform.apiUrl,
      CAUSEWAY_CLIENT_ID: platform.clientId,
      CAUSEWAY_CLIENT_SECRET: platform.clientSecret,
    },
    fund: (currency, amount, owner) => fund(http, { currency, amount, ...owner }),
  };
}

interface Funding {
  currency: string;
  amount: number;
  customerId?: string;
}

async function fund(http: Http, { currency, amount, customerId }: Funding): Promise<string> {
  const path = customerId
    ? `/customers/internal-accounts?customerId=${customerId}`
    : '/platform/internal-accounts?limit=100';
  const { data } = await http.get<{ data: Account[] }>(path);
  const account = data.find(({ balance }) => balance.currency.code === currency);
  if (!account) {
    const known = data.map(({ balance }) => balance.currency.code).join(', ');
    throw new Error(`${customerId ?? 'The platform'} has no account in ${currency}, only in ${known || 'none'}.`);
  }
  await http.post(`/sandbox/internal-accounts/${account.id}/fund`, { amount });
  return account.id;
}
