export type { CodeLogin, CodePrompt } from './codes.ts';
export type { Polling, RelyingParty } from './context.ts';
export { type Confirm, type Description, type DescriptionLine, describe } from './describe.ts';
export type { ExportedWallet } from './export.ts';
export { browserKeyStore, type KeyStore, memoryKeyStore } from './key-store.ts';
export type { OidcLogin } from './oidc.ts';
export type { PasskeyLogin, PasskeyRegistration } from './passkeys.ts';
export type { Session } from './session-store.ts';
export type { SignableRequest } from './signed-retry.ts';
export {
  type FetchTransportOptions,
  fetchTransport,
  type Transport,
  type WalletRequest,
  type WalletResponse,
} from './transport.ts';
export { createWallet, type Wallet, type WalletOptions } from './wallet.ts';
export { type Rejection, WalletError, type WalletErrorCode } from './wallet-error.ts';
export type { Credential, CredentialType } from './wire.ts';
