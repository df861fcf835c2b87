export type { WebhookEvent as ReceivedWebhook } from '../../webhooks/src/index.ts';
export { WebhookError, type WebhookErrorCode } from '../../webhooks/src/webhook-error.ts';
export type { ApiResponse, Call, Challenge, ListCall, Outcome, Result, SignedCall } from './call.ts';
export { CausewayError, type ConnectionErrorCode, type ErrorDetails, type InvalidField } from './causeway-error.ts';
export {
  type AgentOptions,
  type ClientOptions,
  createAgentClient,
  createClient,
  type RedeemedAgent,
  type RedeemOptions,
  redeemAgent,
} from './client.ts';
export { Causeway, type CausewayEnvironment, type EnvironmentOptions } from './environment.ts';
export type { WaitOptions } from './execute-and-wait.ts';
export type * from './generated/client.ts';
export type * from './generated/types.ts';
export type {
  Attempt,
  ConnectionOptions,
  KeyedOptions,
  KeyedSignedOptions,
  RequestOptions,
  SignedOptions,
} from './options.ts';
export { PaymentError, type PaymentErrorCode } from './payment-error.ts';
export type { TransactionStatus, WaitForOptions } from './wait-for.ts';
