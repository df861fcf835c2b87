import { toJsonAmount } from '../kernel/money.ts';
import type { Asked, Offer } from './offer.ts';

interface Signable extends Asked {
  id: string;
  offer: Offer;
  expiresAt: Date;
}

/**
 * What the holder of an embedded wallet signs: canonical JSON that a person can read, members in the order of the
 * alphabet, no white space. The quote's id makes it good for this payment alone.
 */
export const signablePayload = ({ id, offer, payer, payee, request, expiresAt }: Signable): string =>
  JSON.stringify({
    action: 'EXECUTE_QUOTE',
    destination: request.destination,
    expiresAt,
    fees: toJsonAmount(offer.fees.service + offer.fees.platform),
    quoteId: id,
    receive: { amount: toJsonAmount(offer.received), currency: payee.currency },
    send: { amount: toJsonAmount(offer.sent), currency: payer.currency },
    source: payer.kind === 'INTERNAL' ? payer.account.id : null,
  });
