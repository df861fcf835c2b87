export type { PlatformClock } from './clock.ts';
export type { Duration } from './duration.ts';
export type { NewFault, PlatformFaults } from './faults.ts';
export type { IbanCountry } from './iban.ts';
export type { MessageQuery, PlatformInbox } from './inbox.ts';
export type { KycOutcome, PlatformKyc } from './kyc.ts';
export { type AccountScenario, type AccountTypeName, type Magic, type MagicAccount, magic } from './magic.ts';
export {
  type AuthenticationResponse,
  type Ceremony,
  type RegistrationResponse,
  type SoftwarePasskey,
  softwarePasskey,
} from './passkey.ts';
export type { Credentials, PlatformOptions, SandboxPlatform } from './platform.ts';
export { createSandbox, type RemoteSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export type { ServerOptions } from './server/place.ts';
export type { PlatformWallet, WalletSigner } from './wallet.ts';
export type { PlatformWebhooks, WebhookResponse } from './webhooks.ts';
