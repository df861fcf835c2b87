import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../foundation/kernel/clock.ts';
import { stablecoinCredentials, stablecoinOrders, stablecoinTokens, suffixed } from '../magic-values.ts';
import {
  AccessDenied,
  awaitedSources,
  burnSources,
  type Credentials,
  mintSources,
  type OrderState,
  type ProviderOrder,
  ProviderUnavailable,
  type StablecoinProvider,
} from './port.ts';

/** Poll delay of orders that wait for funds; longer than any order waits. */
const WAITING_MS = 7 * DAY_MS;

/** Simulated provider. Magic values select the outcome, on the clock of the platform. */
export const sandboxStablecoins: StablecoinProvider = {
  mintSources,
  burnSources,
  accountsOf: async ({ apiClientId }, selected) => {
    const { atLink, accounts = 1 } = suffixed(stablecoinCredentials, apiClientId);
    reject(atLink);
    const ids = Array.from({ length: accounts }, (_, i) => hashOf(`${apiClientId}/${i}`).slice(0, 26));
    return (selected === undefined ? ids : [selected]).map((id) => ({ id, environment: 'SANDBOX' }));
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
      ...(later && leftMs > 0 && { pollAfterMs: leftMs }),
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

function reject(rejection: 'INVALID' | 'REVOKED' | 'DOWN' | undefined): void {
  if (rejection === 'DOWN') throw new ProviderUnavailable('the sandbox provider is down: selected by the credentials');
  if (rejection) throw new AccessDenied(rejection);
}

const requireUsable = ({ apiClientId }: Credentials): void =>
  reject(suffixed(stablecoinCredentials, apiClientId).afterwards);

function outcomeOf({ value }: ProviderOrder) {
  const outcome = suffixed(stablecoinOrders, `${value.amount}`.padStart(3, '0'));
  if (outcome.isDown) throw new ProviderUnavailable('the sandbox provider is down: selected by the amount');
  return outcome;
}

/** Derives the state of an order from its amount and age. */
function stateOf(order: ProviderOrder): OrderState {
  const { id, source, createdAt, fundedAt, now } = order;
  const { steps } = outcomeOf(order);
  const common = { providerOrderId: hashOf(id).slice(0, 26), ...instructionsFor(order) };
  const isAwaited = awaitedSources.includes(source);
  if (isAwaited && fundedAt === null) {
    return { ...common, status: 'PENDING_FUNDING', providerStatus: 'pending', pollAfterMs: WAITING_MS };
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
    pollAfterMs: next ? next.afterMs - elapsedMs : WAITING_MS,
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
