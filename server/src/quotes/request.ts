import type { ScaFactor } from '../sca/challenges.ts';

export interface AccountSourceRequest {
  sourceType: 'ACCOUNT';
  accountId: string;
  customerId?: string;
}

export interface RealtimeSourceRequest {
  sourceType: 'REALTIME_FUNDING';
  currency: string;
  customerId?: string;
  cryptoNetwork?: string;
}

export interface AccountDestinationRequest {
  destinationType: 'ACCOUNT';
  accountId: string;
  paymentRail?: string;
}

export interface UmaDestinationRequest {
  destinationType: 'UMA_ADDRESS';
  umaAddress: string;
  currency?: string;
}

/** What a quote is asked for. The schema checked the shape. */
export interface QuoteRequest {
  source: AccountSourceRequest | RealtimeSourceRequest;
  destination: AccountDestinationRequest | UmaDestinationRequest;
  lockedCurrencySide: 'SENDING' | 'RECEIVING';
  lockedCurrencyAmount: number;
  lookupId?: string;
  immediatelyExecute?: boolean;
  description?: string;
  remittanceInformation?: string;
  purposeOfPayment?: string;
  platformFeeOverride?: { platformFixedFee: { amount: number; currency: string }; platformVariableFeeBps: number };
  scaFactor?: ScaFactor;
  senderCustomerInfo?: Record<string, unknown>;
}
