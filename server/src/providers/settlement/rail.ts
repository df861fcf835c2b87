import type { Foreseen, Rail, RailPayment } from '../rails/port.ts';
import type { Settlement } from './port.ts';

interface Options {
  settlement: Settlement;
  /** What is not settled between providers goes here. */
  outside: Rail;
  /** The other side is told that it has been paid; what becomes of that changes nothing. */
  onPaid: (payment: RailPayment) => Promise<void>;
}

const PAID: readonly Foreseen[] = [{ afterMs: 0, outcome: { type: 'COMPLETED' } }];
const REFUSED: readonly Foreseen[] = [{ afterMs: 0, outcome: { type: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' } }];

/** Payments for which another provider has given an invoice are made by paying it. */
export const withSettlement = ({ settlement, outside, onPaid }: Options): Rail => ({
  supports: (way) => (way.rail === 'UMA' && settlement.isConnected) || outside.supports(way),
  refusal: async (payment) => outside.refusal?.(payment),
  cancel: (payment) => outside.cancel(payment),
  submit: async (payment) => {
    const { platformId, id, counterparty } = payment;
    if (counterparty.type !== 'UMA' || counterparty.invoice === undefined) return outside.submit(payment);
    const outcome = await settlement.pay({ platformId, id, invoice: counterparty.invoice });
    if (outcome === 'REFUSED') return REFUSED;
    void onPaid(payment).catch(() => {});
    return PAID;
  },
});
