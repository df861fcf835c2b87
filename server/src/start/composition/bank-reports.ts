import type { ReportHandlers } from '../../engine/bank-files/port.ts';
import { receiveBankCredit } from '../../payments/arrivals/bank.ts';
import { isReturn, reportReturn } from '../../payments/payouts/returns.ts';
import { legOf } from '../../payments/transactions/legs.ts';
import { reportOutcome } from '../../payments/transitions/apply.ts';
import type { Services } from './services.ts';

/** Applies bank reports to payments. Only production platforms use bank files. */
export const bankReports = (services: Services): ReportHandlers => ({
  report: (platformId, paymentId, outcome) => {
    const at = services.clock.now();
    if (isReturn(paymentId)) return reportReturn(services, { returnId: paymentId, outcome, at });
    return reportOutcome(services, { platformId, mode: 'PRODUCTION', at, ...legOf(paymentId), outcome });
  },
  onCredit: (credit) => receiveBankCredit(services, credit, { mode: 'PRODUCTION', at: services.clock.now() }),
});
