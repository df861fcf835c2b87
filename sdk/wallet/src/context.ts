import type { Confirm } from './describe.ts';
import type { KeyStore } from './key-store.ts';
import type { Transport } from './transport.ts';

/** Repetition of a request while the service responds with PROCESSING. */
export interface Polling {
  /** Delay before the second request; doubles with each further one. */
  firstDelayMs: number;
  maxDelayMs: number;
  maxRequests: number;
}

/** The site that passkeys belong to: the host of the page, or a parent domain. */
export interface RelyingParty {
  id?: string;
  /** Shown in the dialog of the browser. */
  name?: string;
}

/** Settings of one wallet, passed to every operation. */
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
