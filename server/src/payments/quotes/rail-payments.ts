import type { RailPayment } from '../../engine/providers/rails/port.ts';
import { primaryIdentifier } from '../../parties/accounts/account-rules.ts';
import { customerName } from '../../parties/customers/names.ts';
import type { TransactionQuote } from '../transactions/quote-content.ts';
import type { Transaction } from '../transactions/record.ts';
import type { QuoteDeps } from './deps.ts';
import type { Offer, QuoteContext } from './offer.ts';

type Offered = QuoteContext & { offer: Offer };

/** Stores the payout that a pull funds with the terms, until the pull is collected. */
export function collecting(made: Offered, base: Transaction): Partial<Pick<Transaction, 'pull' | 'terms'>> {
  if (made.payer.kind !== 'PULL' || !base.terms) return {};
  const pull = { rail: made.payer.rail, payout: payoutOf(made, base) };
  return { pull: 'PENDING', terms: { ...base.terms, pull } };
}

/** Settlement time of the pull before the payout. */
export async function collectingSeconds(deps: QuoteDeps, { platform, payer, now }: Offered): Promise<number> {
  if (payer.kind !== 'PULL') return 0;
  const { currency, rail } = payer;
  const key = { from: currency, to: currency, rail, isRealtimeFunded: false };
  return (await deps.payments.corridors.terms(platform.mode, key, now))?.settlementSeconds ?? 0;
}

/** Both parties of the first payment submitted to the rail: the payout, or the pull that funds it. */
export function firstPartiesOf(made: Offered): TransactionQuote['railPayment'] {
  const parties = partiesOf(made);
  if (made.payer.kind !== 'PULL') return parties;
  const { id: accountId, accountInfo } = made.payer.external;
  const identifier = primaryIdentifier(accountInfo);
  return { ...parties, counterparty: { type: 'EXTERNAL', accountId, identifier, accountInfo } };
}

function partiesOf({ platform, payer, payee, request }: Offered): TransactionQuote['railPayment'] {
  return {
    counterparty: payee.counterparty,
    sender: {
      name: (payer.customer && customerName(payer.customer)) ?? platform.name,
      ...(request.senderCustomerInfo && { information: request.senderCustomerInfo }),
    },
    ...(request.remittanceInformation && { remittanceInformation: request.remittanceInformation }),
    ...(request.purposeOfPayment && { purposeOfPayment: request.purposeOfPayment }),
  };
}

const payoutOf = (made: Offered, { id, reference }: Transaction): RailPayment => ({
  platformId: made.platform.id,
  id,
  direction: 'PAYOUT',
  origin: 'QUOTE',
  amount: made.offer.received,
  currency: made.payee.currency,
  rail: made.offer.rail,
  ...partiesOf(made),
  reference,
  at: made.now,
});
