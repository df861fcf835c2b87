import type { ExpectedOutcome, Rail, RailPayment } from '../rails/port.ts';
import type { Settlement } from './port.ts';

interface Options {
  settlement: Settlement;
  /** Rail for payments without an invoice. */
  outside: Rail;
  /** Schedules the notification of the other provider. Called again when the payment is resubmitted. */
  onPaid: (payment: RailPayment) => Promise<void>;
}

const PAID: readonly ExpectedOutcome[] = [{ afterMs: 0, outcome: { type: 'COMPLETED' } }];
const REJECTED: readonly ExpectedOutcome[] = [
  { afterMs: 0, outcome: { type: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' } },
];

/** Pays the invoice of payments for which another provider has issued one. */
export const withSettlement = ({ settlement, outside, onPaid }: Options): Rail => ({
  supports: (route) => (route.rail === 'UMA' && settlement.isConnected) || outside.supports(route),
  rejection: async (payment) => outside.rejection?.(payment),
  ruleOf: (payment) => outside.ruleOf?.(payment),
  requireRoute: (payment) => outside.requireRoute?.(payment),
  acceptanceMs: (payment) => outside.acceptanceMs?.(payment),
  cancel: (payment) => outside.cancel(payment),
  submit: async (payment) => {
    const { platformId, id, counterparty } = payment;
    if (counterparty.type !== 'UMA' || counterparty.invoice === undefined) return outside.submit(payment);
    const outcome = await settlement.pay({ platformId, id, invoice: counterparty.invoice });
    if (outcome === 'REJECTED') return REJECTED;
    await onPaid(payment);
    return PAID;
  },
});
