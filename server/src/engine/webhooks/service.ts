import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import type { AddressPolicy } from './addresses.ts';
import type { SwitchOff } from './endpoints.ts';
import type { Keyring } from './keyring.ts';
import type { WebhookSender } from './sender.ts';

/** Sends signed requests to the endpoints of platforms. */
export interface Webhooks {
  sender: WebhookSender;
  keyring: Keyring;
  /** Addresses to which webhooks may be sent, by mode. */
  addresses: Record<PlatformMode, AddressPolicy>;
  /** Disables an endpoint that is gone or keeps failing. */
  switchOff: SwitchOff;
}
