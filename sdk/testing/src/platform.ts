import { type Client, type CustomerId, createClient, type InternalAccountId } from '../../client/src/index.ts';
import { clockOf, type PlatformClock } from './clock.ts';
import { faultsOf, type PlatformFaults } from './faults.ts';
import { inboxOf, type PlatformInbox } from './inbox.ts';
import { kycOf, type PlatformKyc } from './kyc.ts';
import { type Magic, magic } from './magic.ts';
import { type PlatformWallet, walletOf } from './wallet.ts';
import type { PlatformReceiver, PlatformWebhooks, Receivers } from './webhooks.ts';

export interface Credentials {
  /** URL of the API with its base path. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

export interface PlatformOptions {
  /** Shown in the list of platforms. */
  name?: string;
  /** A platform that is not regulated verifies its customers through the service. Default: true. */
  isRegulatedFinancialInstitution?: boolean;
  /** False: the platform has no webhook endpoint. A URL: your own receiver gets the events instead of `webhooks`. */
  webhooks?: boolean | string;
}

/** Readable by `Causeway.fromEnvironment()` of the client and by the `causeway` commands. */
export type PlatformEnvironment = Readonly<
  Record<'CAUSEWAY_URL' | 'CAUSEWAY_CLIENT_ID' | 'CAUSEWAY_CLIENT_SECRET', string>
>;

/** A separate platform: no other test shares its token, data, clock, inbox and webhooks. */
export interface SandboxPlatform extends Credentials {
  readonly id: string;
  /** Client with the token of the platform. */
  readonly api: Client;
  readonly clock: PlatformClock;
  readonly inbox: PlatformInbox;
  readonly webhooks: PlatformWebhooks;
  readonly magic: Magic;
  readonly kyc: PlatformKyc;
  readonly wallet: PlatformWallet;
  readonly faults: PlatformFaults;
  /** Settings for the program under test: CAUSEWAY_URL, CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET. */
  readonly env: PlatformEnvironment;
  /** Adds money to an account in the currency: of the platform, or of a customer. Returns the id of the account. */
  fund(currency: string, amount: number, owner?: { customerId?: CustomerId }): Promise<InternalAccountId>;
}

const clientOf = ({ apiUrl, clientId, clientSecret }: Credentials): Client =>
  createClient({ baseUrl: apiUrl, clientId, clientSecret });

export async function createPlatform(
  sandbox: Credentials,
  receivers: Receivers,
  { webhooks = true, ...options }: PlatformOptions = {},
): Promise<SandboxPlatform> {
  const receiver = await receivers.open();
  const webhookEndpoint = typeof webhooks === 'string' ? webhooks : receiver.url;
  const body = { ...options, ...(webhooks !== false && { webhookEndpoint }) };
  const { id, token } = await clientOf(sandbox).sandbox.platforms.create(body);
  const { clientId, clientSecret = '' } = token;
  return platformWith({ id, apiUrl: sandbox.apiUrl, clientId, clientSecret }, receiver);
}

function platformWith(platform: Credentials & { id: string }, receiver: PlatformReceiver): SandboxPlatform {
  const api = clientOf(platform);
  receiver.verifyWith(api);
  return {
    ...platform,
    api,
    clock: clockOf(api),
    inbox: inboxOf(api),
    webhooks: receiver,
    magic,
    kyc: kycOf(api),
    wallet: walletOf(api),
    faults: faultsOf(api),
    env: {
      CAUSEWAY_URL: new URL(platform.apiUrl).origin,
      CAUSEWAY_CLIENT_ID: platform.clientId,
      CAUSEWAY_CLIENT_SECRET: platform.clientSecret,
    },
    fund: (currency, amount, owner) => fund(api, { currency, amount, ...owner }),
  };
}

interface Funding {
  currency: string;
  amount: number;
  customerId?: CustomerId;
}

async function fund(api: Client, { currency, amount, customerId }: Funding): Promise<InternalAccountId> {
  const { data } = customerId
    ? await api.customers.internalAccounts.list({ customerId })
    : await api.platform.internalAccounts.list();
  const account = data.find(({ balance }) => balance.currency.code === currency);
  if (!account) {
    const known = data.map(({ balance }) => balance.currency.code).join(', ');
    throw new Error(`${customerId ?? 'The platform'} has no account in ${currency}, only in ${known || 'none'}.`);
  }
  await api.sandbox.internalAccounts.fund(account.id, { amount });
  return account.id;
}
