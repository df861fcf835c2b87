import { canonicalJson } from '../../foundation/kernel/canonical-json.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import type { Offer, QuoteContext } from './offer.ts';

interface Signable extends QuoteContext {
  id: string;
  offer: Offer;
  expiresAt: Date;
}

/** The payload that the holder of an embedded wallet signs: canonical JSON, bound to this payment by the quote id. */
export const signablePayload = ({ id, offer, payer, payee, request, expiresAt }: Signable): string =>
  canonicalJson({
    action: 'EXECUTE_QUOTE',
    destination: request.destination,
    expiresAt,
    fees: toJsonAmount(offer.fees.service + offer.fees.platform),
    quoteId: id,
    receive: { amount: toJsonAmount(offer.received), currency: payee.currency },
    send: { amount: toJsonAmount(offer.sent), currency: payer.currency },
    source: payer.kind === 'INTERNAL' ? payer.account.id : null,
  });
