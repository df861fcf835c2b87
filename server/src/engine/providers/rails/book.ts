import type { ExpectedOutcome, Rail } from './port.ts';

const IMMEDIATE: readonly ExpectedOutcome[] = [{ afterMs: 0, outcome: { type: 'COMPLETED' } }];

/** Transfers between internal accounts, which complete immediately. */
const bookRail: Rail = {
  supports: () => true,
  submit: async () => IMMEDIATE,
  cancel: async () => false,
};

/** Sends payments between internal accounts over BOOK, and other payments over the external rail. */
export const withBook = (external: Rail): Rail => ({
  supports: (route) => (route.rail === 'BOOK' ? bookRail : external).supports(route),
  rejection: async (payment) => (payment.counterparty.type === 'INTERNAL' ? undefined : external.rejection?.(payment)),
  ruleOf: (payment) => external.ruleOf?.(payment),
  requireRoute: (payment) => external.requireRoute?.(payment),
  acceptanceMs: (payment) => (payment.counterparty.type === 'INTERNAL' ? undefined : external.acceptanceMs?.(payment)),
  submit: (payment) => (payment.counterparty.type === 'INTERNAL' ? bookRail : external).submit(payment),
  cancel: (payment) => (payment.rail === 'BOOK' ? bookRail : external).cancel(payment),
});
