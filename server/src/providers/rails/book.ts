import type { Foreseen, Rail } from './port.ts';

const AT_ONCE: readonly Foreseen[] = [{ afterMs: 0, outcome: { type: 'COMPLETED' } }];

/** From one account of the house to another: nobody outside is asked. */
export const bookRail: Rail = {
  supports: () => true,
  submit: async () => AT_ONCE,
  cancel: async () => false,
};

/** Payments inside the house go over its own books, all others over the rail that leads outside. */
export const withBook = (outside: Rail): Rail => ({
  supports: (way) => (way.rail === 'BOOK' ? bookRail : outside).supports(way),
  refusal: async (payment) => (payment.counterparty.type === 'INTERNAL' ? undefined : outside.refusal?.(payment)),
  submit: (payment) => (payment.counterparty.type === 'INTERNAL' ? bookRail : outside).submit(payment),
  cancel: (payment) => (payment.rail === 'BOOK' ? bookRail : outside).cancel(payment),
});
