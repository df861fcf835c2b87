import { createHash } from 'node:crypto';
import { DAY_MS } from '../../kernel/clock.ts';
import { stablecoinCredentials, stablecoinOrders, stablecoinTokens, suffixed } from '../magic-values.ts';
import {
  AccessRefused,
  awaitedSources,
  burnSources,
  type Credentials,
  mintSources,
  type OrderState,
  ProviderDown,
  type ProviderOrder,
  type StablecoinProvider,
} from './port.ts';

/** How long funds are awaited in any case. */
const WAITING_MS = 7 * DAY_MS;

/** A provider that does what the magic values say, on the platform's clock. */
export const sandboxStablecoins: StablecoinProvider = {
  mintSources,
  burnSources,
  accountsOf: async ({ apiClientId }, wanted) => {
    const { atLink, accounts = 1 } = suffixed(stablecoinCredentials, apiClientId);
    refuse(atLink);
    const ids = Array.from({ length: accounts }, (_, i) => hashOf(`${apiClientId}/${i}`).slice(0, 26));
    return (wanted === undefined ? ids : [wanted]).map((id) => ({ id, environment: 'SANDBOX' }));
  },
  token: async ({ credentials }, { providerTokenIdentifier, networkTokenIdentifier, since, now }) => {
    requireUsable(credentials);
    const { isUnknown, atFirst, afterMs, later } = suffixed(stablecoinTokens, providerTokenIdentifier);
    if (isUnknown) return undefined;
    const leftMs = (afterMs ?? 0) - (now.getTime() - since.getTime());
    const statuses = later && leftMs <= 0 ? later : atFirst;
    return {
      name: 'Sandbox Dollar',
      symbol: 'USDB',
      baseCurrency: 'USD',
      decimals: 6,
      networkTokenIdentifier,
      ...statuses,
      ...(statuses.serviceOperationsStatus === 'ENABLED' && { currency: 'USDB' }),
      ...(later && leftMs > 0 && { lookAgainMs: leftMs }),
    };
  },
  check: async ({ credentials }, order) => {
    requireUsable(credentials);
    outcomeOf(order);
  },
  submit: async ({ credentials }, order) => {
    requireUsable(credentials);
    return stateOf(order);
  },
  read: async ({ credentials }, order) => {
    requireUsable(credentials);
    return stateOf(order);
  },
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function refuse(refusal: 'INVALID' | 'REVOKED' | 'DOWN' | undefined): void {
  if (refusal === 'DOWN') throw new ProviderDown('the sandbox provider is down, as its credentials ask');
  if (refusal) throw new AccessRefused(refusal);
}

const requireUsable = ({ apiClientId }: Credentials): void =>
  refuse(suffixed(stablecoinCredentials, apiClientId).afterwards);

function outcomeOf({ value }: ProviderOrder) {
  const outcome = suffixed(stablecoinOrders, `${value.amount}`.padStart(3, '0'));
  if (outcome.isDown) throw new ProviderDown('the sandbox provider is down, as the amount asks');
  return outcome;
}

/** Where an order is by now: a function of its amount and of the time since it began. */
function stateOf(order: ProviderOrder): OrderState {
  const { id, source, createdAt, fundedAt, now } = order;
  const { steps } = outcomeOf(order);
  const common = { providerOrderId: hashOf(id).slice(0, 26), ...instructionsFor(order) };
  const isAwaited = awaitedSources.includes(source);
  if (isAwaited && fundedAt === null) {
    return { ...common, status: 'PENDING_FUNDING', providerStatus: 'pending', lookAgainMs: WAITING_MS };
  }
  const elapsedMs = now.getTime() - ((isAwaited ? fundedAt : null) ?? createdAt).getTime();
  const at = steps.findLastIndex(({ afterMs }) => afterMs <= elapsedMs);
  const { status, failureReason } = steps[Math.max(at, 0)] ?? { status: 'PROCESSING' as const };
  const next = steps[at + 1];
  return {
    ...common,
    status,
    providerStatus: status.toLowerCase(),
    ...(failureReason && { failureReason }),
    lookAgainMs: next ? next.afterMs - elapsedMs : WAITING_MS,
  };
}

function instructionsFor({ id, source, token }: ProviderOrder): Pick<OrderState, 'fundingInstructions'> {
  const digits = BigInt(`0x${hashOf(id)}`).toString();
  if (source === 'WIRE') {
    const account = { accountNumber: digits.slice(0, 12), routingNumber: '021000021', memo: digits.slice(12, 22) };
    const names = { bankName: 'Causeway Sandbox Bank', beneficiaryName: 'Sandbox Stablecoin Issuer' };
    return { fundingInstructions: { rail: 'WIRE', valueType: 'USD', ...account, ...names } };
  }
  if (source !== 'EXTERNAL_ACCOUNT') return {};
  const address = `sparkrt1${hashOf(`${id}/address`)}`;
  return { fundingInstructions: { network: token.network, address, valueType: token.symbol } };
}
