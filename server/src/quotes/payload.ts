import { canonicalJson } from '../kernel/canonical-json.ts';
import { toJsonAmount } from '../kernel/money.ts';
import type { Asked, Offer } from './offer.ts';

interface Signable extends Asked {
  id: string;
  offer: Offer;
  expiresAt: Date;
}

/**
 * What the holder of an embedded wallet signs: canonical JSON that a person can read. The quote's id makes it good for
 * this payment alone.
 */
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
