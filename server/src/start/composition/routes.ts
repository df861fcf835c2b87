import type { LimiterOf } from '../../engine/http/rate-limit.ts';
import type { Route } from '../../engine/http/route.ts';
import type { Worker } from '../../engine/jobs/worker.ts';
import type { LiveHub } from '../../engine/live/hub.ts';
import { liveRoutes } from '../../engine/live/routes.ts';
import { magicValues } from '../../engine/providers/magic-values.ts';
import { sandboxInbox } from '../../engine/providers/messaging/sandbox.ts';
import type { EventWaits } from '../../engine/webhooks/event-waits.ts';
import { webhookRoutes } from '../../engine/webhooks/routes.ts';
import { catalogueOf } from '../../engine/webhooks/schemas.ts';
import { type Config, VERSION } from '../../foundation/config.ts';
import { wireWordsOf } from '../../foundation/kernel/product-word.ts';
import { addressValidity } from '../../parties/accounts/delivery-rails.ts';
import { getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { accountRoutes } from '../../parties/accounts/routes.ts';
import { ownerRoutes } from '../../parties/customers/owner-routes.ts';
import { customerRoutes } from '../../parties/customers/routes.ts';
import { directoryRoutes } from '../../parties/directories/routes.ts';
import { invitationRoutes } from '../../parties/invitations/routes.ts';
import { onboardingRoutes } from '../../parties/onboarding/routes.ts';
import type { AccessCache } from '../../parties/platforms/access.ts';
import { getSettings } from '../../parties/platforms/config.ts';
import { platformRoutes } from '../../parties/platforms/routes.ts';
import { rateRoutes } from '../../parties/rates/routes.ts';
import { receiverRoutes } from '../../parties/receivers/routes.ts';
import { scaRoutes } from '../../parties/sca/routes.ts';
import { delegatedKeyRoutes } from '../../parties/wallets/delegated-routes.ts';
import { walletRoutes } from '../../parties/wallets/routes.ts';
import { approvalRoutes } from '../../payments/arrivals/approval-routes.ts';
import { cardRoutes } from '../../payments/cards/routes.ts';
import { ledgerReportRoutes } from '../../payments/ledger-reports/routes.ts';
import { payoutRoutes } from '../../payments/payouts/routes.ts';
import { quoteRoutes } from '../../payments/quotes/routes.ts';
import { stablecoinRoutes } from '../../payments/stablecoins/routes.ts';
import { transactionListRoutes } from '../../payments/transaction-list/routes.ts';
import { unfinishedPayments } from '../../payments/transactions/unfinished.ts';
import { transferRoutes } from '../../payments/transfers/routes.ts';
import { approveTransaction, rejectTransaction } from '../../surfaces/agents/approvals.ts';
import { agentRoutes } from '../../surfaces/agents/routes.ts';
import { personSessionRoutes } from '../../surfaces/console/session-list-routes.ts';
import { operatorRoutes } from '../../surfaces/operator/routes.ts';
import { arrivalRoutes } from '../../surfaces/sandbox/arrival-routes.ts';
import { disputeSimulationRoutes } from '../../surfaces/sandbox/card-dispute-routes.ts';
import { cardSimulationRoutes } from '../../surfaces/sandbox/card-routes.ts';
import { faultRoutes } from '../../surfaces/sandbox/fault-routes.ts';
import { listenerRoutes } from '../../surfaces/sandbox/listener-routes.ts';
import { resolveRoutes } from '../../surfaces/sandbox/resolve-routes.ts';
import { sandboxRoutes } from '../../surfaces/sandbox/routes.ts';
import { stablecoinFundingRoutes } from '../../surfaces/sandbox/stablecoin-routes.ts';
import { searchRoutes } from '../../surfaces/search/routes.ts';
import { timelineRoutes } from '../../surfaces/timeline/routes.ts';
import { eventSchemas } from './event-schemas.ts';
import { invitationGuesses } from './limiters.ts';
import { allowsProduction } from './modes.ts';
import type { Services } from './services.ts';

interface RouteServices extends Services {
  limiterOf: LimiterOf;
  accessCache: AccessCache;
  worker: Worker;
  eventWaits: EventWaits;
  live: LiveHub;
}

/** All operations of the API. Fault routes come last, because they refer to the other operations. */
export function buildRoutes(config: Config, services: RouteServices): Route[] {
  const operations = operationRoutes(config, services);
  return [...operations, ...faultRoutes({ ...services, operations })];
}

function operationRoutes(config: Config, services: RouteServices): Route[] {
  const { db, verification, limiterOf } = services;
  const words = wireWordsOf(config.headerPrefix);
  return [
    ...platformRoutes({ ...services, defaultSender: config.mail?.from.address }),
    ...accountRoutes(services),
    ...ledgerReportRoutes(services),
    ...customerRoutes({
      ...services,
      unfinishedPayments: (platformId, customerId) => unfinishedPayments(db, platformId, customerId),
    }),
    ...ownerRoutes(services),
    ...onboardingRoutes(services),
    ...quoteRoutes(services),
    ...transactionListRoutes(services),
    ...payoutRoutes(services),
    ...timelineRoutes(services),
    ...transferRoutes(services),
    ...approvalRoutes({ ...services, agentActions: agentActions(services) }),
    ...rateRoutes({
      ...services,
      settingsOf: (platformId) => getSettings(db, platformId),
      accountCurrency: async (platformId, id) => (await getInternalAccount(services, platformId, id)).currency,
      addressValidity: (mode, network, address) => addressValidity(network, address, verification.networks[mode]),
    }),
    ...receiverRoutes(services),
    ...scaRoutes(services),
    ...walletRoutes(services),
    ...delegatedKeyRoutes(services),
    ...cardRoutes(services),
    ...agentRoutes(services),
    ...webhookRoutes({ ...services, eventCatalogue: () => words.renamed(catalogueOf(eventSchemas)) }),
    ...searchRoutes(services),
    ...liveRoutes(services),
    ...arrivalRoutes(services),
    ...cardSimulationRoutes(services),
    ...disputeSimulationRoutes(services),
    ...invitationRoutes({ ...services, codeGuesses: invitationGuesses(limiterOf) }),
    ...stablecoinRoutes(services),
    ...directoryRoutes(services),
    ...stablecoinFundingRoutes(services),
    ...listenerRoutes(services),
    ...resolveRoutes(services),
    ...sandboxRoutes({
      ...services,
      magicValues: words.renamed(magicValues(config.sandboxUmaDomain)),
      inbox: sandboxInbox(db),
    }),
    ...personSessionRoutes(services),
    ...operatorRoutes({
      ...services,
      allowsProduction: allowsProduction(config),
      server: { version: VERSION, processes: config.processes, startedAt: services.clock.now() },
    }),
  ];
}

const agentActions = (services: Services) => ({
  approve: (decision: Parameters<typeof approveTransaction>[1]) => approveTransaction(services, decision),
  reject: (decision: Parameters<typeof rejectTransaction>[1]) => rejectTransaction(services, decision),
});
