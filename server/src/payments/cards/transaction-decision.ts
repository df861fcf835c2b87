import type { CardNetwork, CardVerdict } from '../../engine/providers/card-network/port.ts';
import type { Merchant } from '../card-transactions/record.ts';
import type { DeclineReason } from '../card-transactions/status.ts';
import type { CardState } from './card-states.ts';
import { scaleOf } from './transaction-amounts.ts';
import { type CardFunding, type FundingAccount, findPayer } from './transaction-funding.ts';

/** Kinds of authorizations: the direction of the money, and whether it clears in the same message. */
export const authorizations = {
  AUTHORIZATION: { direction: 'DEBIT', isFinal: false },
  CREDIT_AUTHORIZATION: { direction: 'CREDIT', isFinal: false },
  FINANCIAL_AUTHORIZATION: { direction: 'DEBIT', isFinal: true },
  FINANCIAL_CREDIT_AUTHORIZATION: { direction: 'CREDIT', isFinal: true },
  BALANCE_INQUIRY: { direction: 'DEBIT', isFinal: true },
} as const satisfies Record<string, { direction: 'DEBIT' | 'CREDIT'; isFinal: boolean }>;
export type AuthorizationKind = keyof typeof authorizations;

export interface Authorization {
  kind: AuthorizationKind;
  /** 0 for an inquiry. */
  amount: bigint;
  currency: string;
  merchant: Merchant;
}

/** Approvals of credits and inquiries have no payer, because they reserve nothing. */
export type CardDecision =
  | { isApproved: true; verdict: CardVerdict; payer?: FundingAccount }
  | { isApproved: false; reason: DeclineReason };

/** Decides from the card as read; the statement that writes the decision checks that the card is unchanged. */
export function decideAuthorization(
  network: CardNetwork,
  { state, currency: ledgerCurrency, maxSpendPerTransaction, accounts }: CardFunding,
  { kind, amount, currency, merchant }: Authorization,
): CardDecision {
  const verdict = network.authorizationVerdict(merchant.descriptor);
  const rejection = declineReasonOf[state] ?? verdict.decline;
  if (rejection) return declined(rejection);
  if (authorizations[kind].direction === 'CREDIT' || amount === 0n) return { isApproved: true, verdict };
  const ledgerAmount = amount * scaleOf({ currency, ledgerCurrency });
  if (maxSpendPerTransaction !== null && ledgerAmount > maxSpendPerTransaction) return declined('LIMIT_EXCEEDED');
  const payer = findPayer(accounts, ledgerAmount);
  return payer ? { isApproved: true, verdict, payer } : declined('INSUFFICIENT_FUNDS');
}

export const declined = (reason: DeclineReason): CardDecision => ({ isApproved: false, reason });

/** ACTIVE has no entry: the card itself is no reason to decline. */
const declineReasonOf: Partial<Record<CardState, DeclineReason>> = {
  PENDING_KYC: 'CARD_PAUSED',
  PROCESSING: 'CARD_PAUSED',
  FROZEN: 'CARD_PAUSED',
  CLOSED: 'CARD_CLOSED',
};
