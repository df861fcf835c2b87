import { type CodeLogin, loginWithCode } from './codes.ts';
import type { Context, Polling, RelyingParty } from './context.ts';
import { listCredentials } from './credentials.ts';
import type { Confirm } from './describe.ts';
import { type ExportedWallet, exportWallet } from './export.ts';
import { browserKeyStore, type KeyStore } from './key-store.ts';
import { loginWithOidc, type OidcLogin, oidcNonce } from './oidc.ts';
import { loginWithPasskey, type PasskeyLogin, type PasskeyRegistration, registerPasskey } from './passkeys.ts';
import { findSession, requireSession, type Session } from './session-store.ts';
import { logout, refresh } from './sessions.ts';
import { confirmedBy, type SignableRequest, signedRetry } from './signed-retry.ts';
import { stamp } from './stamp.ts';
import { fetchTransport, type Transport } from './transport.ts';
import type { Credential } from './wire.ts';

export interface WalletOptions {
  /** Id of the embedded wallet: `InternalAccount:...`. */
  accountId: string;
  /** Base URL of the platform's proxy, or a custom transport. */
  transport: string | Transport;
  /** Called before an operation is signed; logins, refreshes and logouts need no confirmation. */
  confirm: Confirm;
  /** The site that passkeys belong to; the host of the page by default. */
  relyingParty?: RelyingParty;
  /** Accepts the unsigned exports of the sandbox. Never set it in production. */
  sandbox?: boolean;
  /** Public keys of the service's vault, in hex; if given, no other signature is accepted. */
  trustedSigners?: readonly string[];
  /** IndexedDB by default, memory if it is not available. */
  store?: KeyStore;
  /** Prefix of the service's headers, `Service` by default. */
  headerPrefix?: string;
  polling?: Partial<Polling>;
}

/** An embedded wallet in the browser. Every error is a `WalletError`, whose `code` identifies the cause. */
export interface Wallet {
  /** Credentials of the wallet, newest first. */
  credentials(): Promise<Credential[]>;
  /** Creates a passkey on this device and adds it to the wallet. */
  registerPasskey(registration: PasskeyRegistration): Promise<Credential>;
  loginWithPasskey(login?: PasskeyLogin): Promise<Session>;
  /** Sends a code by email and opens a session with it. */
  loginWithEmailCode(login: CodeLogin): Promise<Session>;
  /** Sends a code by SMS and opens a session with it. */
  loginWithSmsCode(login: CodeLogin): Promise<Session>;
  /** The nonce for a login by redirect. Stores the key that the nonce stands for. */
  oidcNonce(): Promise<string>;
  loginWithOidc(login: OidcLogin): Promise<Session>;
  /** The session on this device; undefined if no user is logged in. */
  session(): Promise<Session | undefined>;
  /** Replaces the session before it expires. */
  refresh(): Promise<Session>;
  /** Ends the session; deletes the key even if the service does not respond. */
  logout(): Promise<void>;
  /** The wallet signature of a payloadToSign, such as that of a quote, after confirmation. */
  sign(payloadToSign: string, options?: { confirm?: Confirm }): Promise<string>;
  /** Sends a request; on 202, has it confirmed, signs it and sends it again. Returns the final response. */
  signedRetry<T = unknown>(request: SignableRequest): Promise<{ status: number; body: T }>;
  /** Exports the recovery phrase of the wallet. */
  exportWallet(options?: { confirm?: Confirm }): Promise<ExportedWallet>;
}

const POLLING: Polling = { firstDelayMs: 250, maxDelayMs: 5_000, maxRequests: 20 };

export function createWallet(options: WalletOptions): Wallet {
  const context = contextOf(options);
  return {
    credentials: () => listCredentials(context),
    registerPasskey: (registration) => registerPasskey(context, registration),
    loginWithPasskey: (login) => loginWithPasskey(context, login),
    loginWithEmailCode: (login) => loginWithCode(context, 'EMAIL_OTP', login),
    loginWithSmsCode: (login) => loginWithCode(context, 'SMS_OTP', login),
    oidcNonce: () => oidcNonce(context),
    loginWithOidc: (login) => loginWithOidc(context, login),
    session: () => findSession(context),
    refresh: () => refresh(context),
    logout: () => logout(context),
    sign: async (payload, { confirm = context.confirm } = {}) => {
      const signer = await requireSession(context);
      await confirmedBy(confirm)(payload);
      return stamp(signer, payload);
    },
    signedRetry: (request) => signedRetry(context, request),
    exportWallet: (choices) => exportWallet(context, choices),
  };
}

function contextOf({ accountId, transport, confirm, ...rest }: WalletOptions): Context {
  const { headerPrefix = 'Service', sandbox = false, relyingParty = {}, store = browserKeyStore() } = rest;
  return {
    accountId,
    transport: typeof transport === 'string' ? fetchTransport(transport) : transport,
    store,
    confirm,
    relyingParty,
    isSandbox: sandbox,
    trustedSigners: rest.trustedSigners,
    signatureHeader: `${headerPrefix}-Wallet-Signature`,
    polling: { ...POLLING, ...rest.polling },
  };
}
