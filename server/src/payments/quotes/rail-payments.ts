import type { RailPayment } from '../../engine/providers/rails/port.ts';
import { primaryIdentifier } from '../../parties/accounts/account-rules.ts';
import { customerName } from '../../parties/customers/names.ts';
import { railIdOf } from '../transactions/legs.ts';
import type { Transaction } from '../transactions/record.ts';
import type { QuoteDeps } from './deps.ts';
import type { Offer, QuoteContext } from './offer.ts';

type Offered = QuoteContext & { offer: Offer };

/** The payout of a pulled payment is stored with its terms until the pull is collected. */
export function collecting(made: Offered, base: Transaction): Partial<Pick<Transaction, 'pull' | 'terms'>> {
  if (made.payer.kind !== 'PULL' || !base.terms) return {};
  const pull = { rail: made.payer.rail, payout: payoutOf(made, base) };
  return { pull: 'PENDING', terms: { ...base.terms, pull } };
}

/** Settlement time of the pull that precedes the payout. */
export async function collectingSeconds(deps: QuoteDeps, { platform, payer, now }: Offered): Promise<number> {
  if (payer.kind !== 'PULL') return 0;
  const { currency, rail } = payer;
  const key = { from: currency, to: currency, rail, isRealtimeFunded: false };
  return (await deps.payments.corridors.terms(platform.mode, key, now))?.settlementSeconds ?? 0;
}

export function pullOf(made: Offered, base: Transaction): RailPayment | undefined {
  const { payer, offer } = made;
  if (payer.kind !== 'PULL') return undefined;
  const { id: accountId, accountInfo } = payer.external;
  return {
    ...payoutOf(made, base),
    id: railIdOf(base.id, 'PULL'),
    direction: 'PULL',
    amount: offer.sent,
    currency: payer.currency,
    rail: payer.rail,
    counterparty: { type: 'EXTERNAL', accountId, identifier: primaryIdentifier(accountInfo), accountInfo },
  };
}

export function payoutOf(
  { platform, payer, payee, offer, request, now }: Offered,
  { id, reference }: Transaction,
): RailPayment {
  return {
    platformId: platform.id,
    id,
    direction: 'PAYOUT',
    origin: 'QUOTE',
    amount: offer.received,
    currency: payee.currency,
    rail: offer.rail,
    counterparty: payee.counterparty,
    sender: {
      name: (payer.customer && customerName(payer.customer)) ?? platform.name,
      ...(request.senderCustomerInfo && { information: request.senderCustomerInfo }),
    },
    reference,
    ...(request.remittanceInformation && { remittanceInformation: request.remittanceInformation }),
    ...(request.purposeOfPayment && { purposeOfPayment: request.purposeOfPayment }),
    at: now,
  };
}
