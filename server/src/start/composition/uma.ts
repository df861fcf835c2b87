import { enqueue } from '../../engine/jobs/queue.ts';
import type { RailPayment } from '../../engine/providers/rails/port.ts';
import type { UmaProviders } from '../../engine/providers/services.ts';
import { sandboxSettlement } from '../../engine/providers/settlement/sandbox.ts';
import { unconnectedSettlement } from '../../engine/providers/settlement/unconnected.ts';
import { localUma } from '../../engine/providers/uma/local.ts';
import { umaNetwork } from '../../engine/providers/uma/network.ts';
import type { UmaQuery } from '../../engine/providers/uma/port.ts';
import { sandboxUma } from '../../engine/providers/uma/sandbox.ts';
import { type Config, VERSION } from '../../foundation/config.ts';
import { apply } from '../../foundation/db/effects.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import type { AccountDeps } from '../../parties/accounts/internal-accounts.ts';
import { findOwnCustomer, receiverOf } from '../../parties/receivers/own-customers.ts';
import { invoiceUrl, settledUrl } from '../../payments/uma/addresses.ts';
import { createOutgoingRequest } from '../../payments/uma/pay-request-record.ts';
import { settledCallbackJob } from '../../payments/uma/settled-callbacks.ts';
import type { Base } from './base.ts';
import { directoryFile } from './directory.ts';
import type { Outbound } from './webhooks.ts';

export type UmaConnections = Pick<UmaProviders, 'network' | 'settlement' | 'simulated'>;

/** UMA network and settlement with other providers. */
export function connectUma(base: Base, sites: Sites, { transports }: Outbound): UmaConnections {
  const { config, db, vault, clock } = base;
  const simulated = sandboxSettlement({
    urlOf: (invoice) => invoiceUrl(sites.publicUrl(), invoice),
    hash: (text) => vault.hash(text),
    verify: (text, hash) => vault.verify(text, hash),
    post: transports.SANDBOX.post,
  });
  const settlement = { SANDBOX: simulated, PRODUCTION: unconnectedSettlement };
  const networkOf = (mode: PlatformMode, isAllowed: (domain: string) => boolean) =>
    umaNetwork({
      db,
      vault,
      clock,
      isAllowed,
      transport: transports[mode],
      userAgent: `Causeway/${VERSION}`,
      settlement: settlement[mode],
      recordRequest: async ({ ownDomain: domain, ...request }) =>
        settledUrl(sites.publicUrl(), { domain, id: await createOutgoingRequest(db, request) }),
    });
  const listed = directoryFile(config).umaProviders;
  const blocked = new Set(listed.filter(({ allowListStatus }) => !allowListStatus).map(({ domain }) => domain));
  const network = {
    SANDBOX: networkOf('SANDBOX', (domain) => isReachable(config)(domain) && !blocked.has(domain)),
    PRODUCTION: networkOf('PRODUCTION', (domain) => !blocked.has(domain)),
  };
  return { network, settlement, simulated };
}

/** Adds the lookup of receivers, first among customers of this service, then in the network. */
export function buildUma(config: Config, connections: UmaConnections, accounts: AccountDeps): UmaProviders {
  const { sandboxUmaDomain: defaultDomain } = config;
  const findCustomer = async (query: UmaQuery) => {
    const customer = await findOwnCustomer(accounts, query);
    return customer && receiverOf(customer);
  };
  const local = { defaultDomain, findCustomer };
  const { SANDBOX: network, PRODUCTION } = connections.network;
  const scenarios = { umaDomain: defaultDomain, isReachable: isReachable(config), network };
  return {
    ...connections,
    defaultDomain,
    lookups: {
      SANDBOX: localUma({ ...local, outside: sandboxUma(scenarios) }),
      PRODUCTION: localUma({ ...local, outside: PRODUCTION }),
    },
  };
}

/** Notifies the other provider from the platform's UMA domain, which publishes our keys. */
export const notifyPaid =
  ({ db, clock }: Base) =>
  async ({ platformId, id, counterparty, at }: RailPayment): Promise<void> => {
    if (counterparty.type !== 'UMA' || !counterparty.callback) return;
    const times = { runAt: at, createdAt: at, dueAt: clock.now(), clockOffsetMs: 0 };
    const job = settledCallbackJob({ platformId, transactionId: id, callback: counterparty.callback, ...times });
    await apply(db, { effects: [enqueue([job])] });
  };

/** Whether UMA_NETWORK allows sandbox platforms to reach the domain. */
const isReachable =
  ({ umaNetwork: domains }: Config) =>
  (domain: string): boolean =>
    domains.includes('*') || domains.includes(domain);
