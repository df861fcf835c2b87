import {
  type AddressPolicy,
  localAddresses,
  publicAddresses,
  sandboxPublicAddresses,
} from '../../engine/webhooks/addresses.ts';
import { disabledEntry } from '../../engine/webhooks/disabled-entry.ts';
import { disable, type SwitchOff } from '../../engine/webhooks/endpoints.ts';
import { Keyring } from '../../engine/webhooks/keyring.ts';
import { WebhookSender } from '../../engine/webhooks/sender.ts';
import type { Webhooks } from '../../engine/webhooks/service.ts';
import { openTransport, type Transport } from '../../engine/webhooks/transport.ts';
import { VERSION } from '../../foundation/config.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { wireWordsOf } from '../../foundation/kernel/product-word.ts';
import type { Base } from './base.ts';

/** Connections to the internet; in development, optionally to private networks as well. */
export interface Outbound {
  addresses: Record<PlatformMode, AddressPolicy>;
  transports: Record<PlatformMode, Transport>;
}

export function openOutbound({ config }: Base): Outbound {
  const { proxyUrl } = config.webhooks;
  const addresses = {
    SANDBOX: config.sandboxReachesPrivateNetworks ? localAddresses : sandboxPublicAddresses,
    PRODUCTION: publicAddresses,
  };
  return {
    addresses,
    transports: {
      SANDBOX: openTransport({ addresses: addresses.SANDBOX, proxyUrl }),
      PRODUCTION: openTransport({ addresses: addresses.PRODUCTION, proxyUrl }),
    },
  };
}

export function buildWebhooks(base: Base, { addresses, transports }: Outbound): Webhooks {
  const { config, db, vault, clock } = base;
  const keyring = new Keyring(db, vault);
  const wireWords = wireWordsOf(config.headerPrefix);
  return {
    sender: new WebhookSender({ transports, keyring, clock, wireWords, userAgent: `Causeway/${VERSION}` }),
    keyring,
    addresses,
    switchOff: switchWith(base),
  };
}

/** Logs only if this call has disabled the endpoint, which may be disabled or replaced already. */
const switchWith =
  ({ db, log, requestLog }: Base): SwitchOff =>
  async (endpoint, reason, attempt) => {
    if (!(await disable(db, endpoint, { at: attempt.at, reason }))) return;
    log.warn({ platformId: endpoint.platformId, reason }, 'webhook endpoint disabled');
    requestLog.add(() => disabledEntry(endpoint, reason, attempt));
  };
