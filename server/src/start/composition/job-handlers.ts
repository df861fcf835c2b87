import { reader } from '../../engine/http/validation.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { DELIVERY_JOB, messageDelivery } from '../../engine/providers/messaging/delivery.ts';
import type { Config } from '../../foundation/config.ts';
import { LIVENESS_JOB, livenessConclusion } from '../../parties/accounts/ownership.ts';
import { heldAccountHandlers } from '../../parties/customers/held-accounts.ts';
import { customerImport } from '../../parties/customers/import.ts';
import { IMPORT_JOB } from '../../parties/customers/import-record.ts';
import { ImportedCustomer } from '../../parties/customers/schemas.ts';
import { isAllowedSender } from '../../parties/platforms/sender-domains.ts';
import { RESET_LIVENESS_JOB, resetLivenessHandler } from '../../parties/sca/resets.ts';
import { operationHandlers } from '../../parties/wallets/operations.ts';
import { awaitedHandlers } from '../../payments/arrivals/announced.ts';
import { approvalHandlers } from '../../payments/arrivals/approvals.ts';
import { depositHandlers } from '../../payments/arrivals/deposits.ts';
import { cardholderHandlers } from '../../payments/cards/cardholder.ts';
import { issueHandlers } from '../../payments/cards/issue.ts';
import { processorHandlers } from '../../payments/cards/processor-events.ts';
import { lateResponseHandlers } from '../../payments/cards/processor-late-responses.ts';
import { cardTransactionHandlers } from '../../payments/cards/transaction-jobs.ts';
import { checkHandlers } from '../../payments/ledger-reports/checks.ts';
import { cancellationHandlers } from '../../payments/payouts/cancellation.ts';
import { returnHandlers } from '../../payments/payouts/returns.ts';
import { payoutHandlers } from '../../payments/payouts/submission.ts';
import { expiryHandlers } from '../../payments/quotes/expiry.ts';
import { lapseHandlers } from '../../payments/quotes/sca-proof.ts';
import { stablecoinHandlers } from '../../payments/stablecoins/jobs.ts';
import { settledCallbackHandlers } from '../../payments/uma/settled-callbacks.ts';
import { agentHandlers } from '../../surfaces/agents/approvals.ts';
import type { Services } from './services.ts';

/** Handlers for all kinds of jobs. */
export const buildJobHandlers = (config: Config, services: Services): JobHandlers => ({
  [DELIVERY_JOB]: messageDelivery(services.vault, {
    ...config,
    isAllowedSender: (platformId, address) =>
      isAllowedSender({ db: services.db, defaultSender: config.mail?.from.address }, platformId, address),
  }),
  [IMPORT_JOB]: customerImport({ ...services, readInput: reader(ImportedCustomer) }),
  [LIVENESS_JOB]: livenessConclusion(services.db),
  [RESET_LIVENESS_JOB]: resetLivenessHandler(services.db),
  ...heldAccountHandlers(services),
  ...checkHandlers(services),
  ...payoutHandlers(services),
  ...cancellationHandlers(services),
  ...returnHandlers(services),
  ...expiryHandlers(services),
  ...approvalHandlers(services),
  ...depositHandlers(services),
  ...awaitedHandlers(services),
  ...settledCallbackHandlers(services),
  ...lapseHandlers(services),
  ...operationHandlers(services),
  ...agentHandlers(services),
  ...stablecoinHandlers(services),
  ...issueHandlers(services),
  ...cardholderHandlers(services),
  ...cardTransactionHandlers(services),
  ...processorHandlers(services),
  ...lateResponseHandlers(services),
});
