import { LIVENESS_JOB, livenessConclusion } from '../accounts/ownership.ts';
import { agentHandlers } from '../agents/approvals.ts';
import { cardholderHandlers } from '../cards/cardholder.ts';
import { issueHandlers } from '../cards/issue.ts';
import { processorHandlers } from '../cards/processor-events.ts';
import { lateAnswerHandlers } from '../cards/processor-late-answers.ts';
import { cardTransactionHandlers } from '../cards/transaction-jobs.ts';
import type { Config } from '../config.ts';
import { heldAccountHandlers } from '../customers/held-accounts.ts';
import { customerImport } from '../customers/import.ts';
import { IMPORT_JOB } from '../customers/import-record.ts';
import { ImportedCustomer } from '../customers/schemas.ts';
import { checker } from '../http/validation.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { checkHandlers } from '../ledger-reports/checks.ts';
import { isAllowedSender } from '../platforms/sender-domains.ts';
import { DELIVERY_JOB, messageDelivery } from '../providers/messaging/delivery.ts';
import { expiryHandlers } from '../quotes/expiry.ts';
import { lapseHandlers } from '../quotes/sca-proof.ts';
import { RESET_LIVENESS_JOB, resetLivenessHandler } from '../sca/resets.ts';
import { stablecoinHandlers } from '../stablecoins/jobs.ts';
import { cancellationHandlers } from '../transactions/actions.ts';
import { approvalHandlers } from '../transactions/approvals.ts';
import { depositHandlers } from '../transactions/arrivals-deposit.ts';
import { awaitedHandlers } from '../transactions/arrivals-network.ts';
import { payoutHandlers } from '../transactions/payouts.ts';
import { returnHandlers } from '../transactions/returns.ts';
import { settledCallbackHandlers } from '../uma/settled-callbacks.ts';
import { operationHandlers } from '../wallets/operations.ts';
import type { Services } from './services.ts';

/** Handlers of all kinds of jobs. */
export const buildJobHandlers = (config: Config, services: Services): JobHandlers => ({
  [DELIVERY_JOB]: messageDelivery(services.vault, {
    ...config,
    isAllowedSender: (platformId, address) =>
      isAllowedSender({ db: services.db, defaultSender: config.mail?.from.address }, platformId, address),
  }),
  [IMPORT_JOB]: customerImport({ ...services, checkShape: checker(ImportedCustomer) }),
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
  ...lateAnswerHandlers(services),
});
