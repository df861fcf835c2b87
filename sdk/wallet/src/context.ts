import type { Confirm } from './describe.ts';
import type { KeyStore } from './key-store.ts';
import type { Transport } from './transport.ts';

/** How long to go on asking while the service answers that it is still at work. */
export interface Polling {
  /** Before the second request; doubles from one to the next. */
  firstDelayMs: number;
  maxDelayMs: number;
  maxRequests: number;
}

/** The site that passkeys belong to: the host of the page, or a domain above it. */
export interface RelyingParty {
  id?: string;
  /** Shown by the dialog of the browser. */
  name?: string;
}

/** One wallet on this device, as every operation gets it. */
export interface Context {
  accountId: string;
  transport: Transport;
  store: KeyStore;
  confirm: Confirm;
  relyingParty: RelyingParty;
  isSandbox: boolean;
  trustedSigners: readonly string[] | undefined;
  signatureHeader: string;
  polling: Polling;
}
