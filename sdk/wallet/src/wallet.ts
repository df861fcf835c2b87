import { type CodeLogin, loginWithCode } from './codes.ts';
import type { Context, Polling, RelyingParty } from './context.ts';
import { credentials } from './credentials.ts';
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
  /** The embedded wallet: `InternalAccount:...`. */
  accountId: string;
  /** Where the platform's proxy listens, or what carries requests there. */
  transport: string | Transport;
  /** Asked before anything is signed that the person has to answer for. */
  confirm: Confirm;
  /** The site that passkeys belong to; the host of the page where it is left out. */
  relyingParty?: RelyingParty;
  /** Takes exports that nobody has signed, as the sandbox makes them. Never set it in production. */
  sandbox?: boolean;
  /** The keys of the service's vault, as hex, where the platform knows them: no other is taken. */
  trustedSigners?: readonly string[];
  /** Where keys are kept: IndexedDB where it is left out, the memory where there is none. */
  store?: KeyStore;
  /** The first word of the service's headers. */
  headerPrefix?: string;
  polling?: Partial<Polling>;
}

/** An embedded wallet and the person in front of it. What goes wrong is a `WalletError`, whose `code` tells what. */
export interface Wallet {
  /** Every way in to this wallet. */
  credentials(): Promise<Credential[]>;
  /** Makes a passkey on this device and adds it to the wallet. */
  registerPasskey(registration: PasskeyRegistration): Promise<Credential>;
  loginWithPasskey(login?: PasskeyLogin): Promise<Session>;
  /** Sends a code by email and opens a session with it. */
  loginWithEmailCode(login: CodeLogin): Promise<Session>;
  /** Sends a code by SMS and opens a session with it. */
  loginWithSmsCode(login: CodeLogin): Promise<Session>;
  /** The nonce to ask an identity provider for, where its login is a redirect; the key it stands for is kept. */
  oidcNonce(): Promise<string>;
  loginWithOidc(login: OidcLogin): Promise<Session>;
  /** Who is logged in on this device; undefined where nobody is. */
  session(): Promise<Session | undefined>;
  /** A new session in place of this one, before it ends. */
  refresh(): Promise<Session>;
  /** Ends the session; the key is gone even where the service does not answer. */
  logout(): Promise<void>;
  /** The wallet signature of a payloadToSign, such as a quote's, once it is confirmed. */
  sign(payloadToSign: string, options?: { confirm?: Confirm }): Promise<string>;
  /** Sends a request, has it confirmed and signed where the service asks for it, and answers what came of it. */
  signedRetry<T = unknown>(request: SignableRequest): Promise<{ status: number; body: T }>;
  /** The recovery phrase of the wallet. */
  exportWallet(options?: { confirm?: Confirm }): Promise<ExportedWallet>;
}

const POLLING: Polling = { firstDelayMs: 250, maxDelayMs: 5_000, maxRequests: 20 };

/** The wallet of one account, in this browser. */
export function createWallet(options: WalletOptions): Wallet {
  const context = contextOf(options);
  return {
    credentials: () => credentials(context),
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
