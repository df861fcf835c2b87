export type { SandboxClock, TimedEvent } from './clock.ts';
export type { Duration } from './duration.ts';
export type { Fault, NewFault, SandboxFaults } from './faults.ts';
export { type Credentials, SandboxError } from './http.ts';
export type { IbanCountry } from './iban.ts';
export type { Message, MessageQuery, SandboxInbox } from './inbox.ts';
export type { KycOutcome, SandboxKyc } from './kyc.ts';
export { type AccountScenario, type AccountTypeName, type Magic, type MagicAccount, magic } from './magic.ts';
export {
  type AuthenticationResponse,
  type Ceremony,
  type RegistrationResponse,
  type SoftwarePasskey,
  softwarePasskey,
} from './passkey.ts';
export type { PlatformOptions, SandboxPlatform } from './platform.ts';
export { createSandbox, type RemoteSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export type { ServerOptions } from './server/place.ts';
export type { SandboxWallet, WalletSigner } from './wallet.ts';
export type { SandboxWebhooks, WebhookAnswer } from './webhooks.ts';
