import { type Clock, MINUTE_MS } from '../../../foundation/kernel/clock.ts';
import { accountPath, BraleHttp, BraleRejection, type BraleSettings, type Json } from './brale-http.ts';
import { toBraleTransfer } from './brale-transfer.ts';
import {
  awaitedSources,
  type IssuanceStatus,
  type OrderState,
  type ProviderAccess,
  type ProviderOrder,
  type ProviderToken,
  ProviderUnavailable,
  type StablecoinProvider,
} from './port.ts';

const POLL_MS = MINUTE_MS;

/** Brale's HTTP API, where mints and burns are transfers between a source and a destination. */
export function braleStablecoins(settings: BraleSettings, clock: Clock): StablecoinProvider {
  const http = new BraleHttp(settings, clock);
  return {
    mintSources: ['WIRE', 'ACH_DEBIT', 'SAME_DAY_ACH_DEBIT', 'PROVIDER_INTERNAL_BALANCE'],
    burnSources: ['EXTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'],
    accountsOf: async (credentials) => {
      const { accounts } = await http.call(credentials, { method: 'GET', path: '/accounts' });
      if (!Array.isArray(accounts)) throw new ProviderUnavailable('the provider did not return a list of accounts');
      return accounts.map((id) => ({ id: String(id), environment: 'PRODUCTION' as const }));
    },
    token: (access, { providerTokenIdentifier }) => readToken(http, access, providerTokenIdentifier),
    check: async ({ credentials }) => {
      await http.call(credentials, { method: 'GET', path: '/accounts' });
    },
    submit: (access, order) => submit(http, access, order),
    read: async (access, order) => {
      const path = `${accountPath(access)}/transfers/${encodeURIComponent(order.providerOrderId)}`;
      return stateOf(await http.call(access.credentials, { method: 'GET', path }), order);
    },
  };
}

const issuance: Readonly<Record<string, IssuanceStatus>> = {
  pending: 'PENDING_REVIEW',
  provisioning: 'PROVISIONING',
  active: 'PROVISIONED',
  rejected: 'REJECTED',
  failed: 'FAILED',
};

async function readToken(http: BraleHttp, access: ProviderAccess, id: string): Promise<ProviderToken | undefined> {
  try {
    const path = `${accountPath(access)}/tokens/${encodeURIComponent(id)}`;
    const token = await http.call(access.credentials, { method: 'GET', path });
    const issuanceStatus = issuance[String(token.status)] ?? 'PENDING_REVIEW';
    const isPending = issuanceStatus === 'PENDING_REVIEW' || issuanceStatus === 'PROVISIONING';
    return {
      name: String(token.name),
      symbol: String(token.symbol),
      baseCurrency: String(token.base_currency ?? 'USD'),
      decimals: Number(token.decimals),
      networkTokenIdentifier: String(token.network_token_identifier),
      issuanceStatus,
      // Internal accounts do not hold the coin by default, because anyone can issue a coin with any symbol.
      serviceOperationsStatus: 'NOT_ENABLED',
      ...(isPending && { pollAfterMs: POLL_MS }),
    };
  } catch (error) {
    if (error instanceof BraleRejection && error.status === 404) return undefined;
    throw error;
  }
}

/** Submits an order. An order that the provider rejects is FAILED. */
async function submit(http: BraleHttp, access: ProviderAccess, order: ProviderOrder): Promise<OrderState> {
  try {
    const { body, fundingInstructions } = await toBraleTransfer(http, access, order);
    const path = `${accountPath(access)}/transfers`;
    const request = { method: 'POST' as const, path, body, idempotencyKey: order.id };
    const state = stateOf(await http.call(access.credentials, request), order);
    return { ...state, ...(fundingInstructions && { fundingInstructions }) };
  } catch (error) {
    if (!(error instanceof BraleRejection)) throw error;
    const failed = { status: 'FAILED' as const, providerOrderId: '', providerStatus: 'refused', pollAfterMs: POLL_MS };
    return { ...failed, failureReason: error.message };
  }
}

const statuses: Readonly<Record<string, OrderState['status']>> = {
  processing: 'PROCESSING',
  complete: 'COMPLETED',
  canceled: 'FAILED',
  failed: 'FAILED',
};

function stateOf(transfer: Json, { source }: ProviderOrder): OrderState {
  const providerStatus = String(transfer.status);
  const waiting = awaitedSources.includes(source) ? 'PENDING_FUNDING' : 'PENDING_PROVIDER';
  const status = statuses[providerStatus] ?? waiting;
  const { reason, code } = (transfer.failure ?? {}) as Json;
  const wire = transfer.wire_instructions as Json | undefined;
  return {
    status,
    providerOrderId: String(transfer.id),
    providerStatus,
    ...(wire && { fundingInstructions: { rail: 'WIRE', valueType: 'USD', ...wire } }),
    ...(status === 'FAILED' && { failureReason: String(reason ?? code ?? providerStatus) }),
    pollAfterMs: POLL_MS,
  };
}
