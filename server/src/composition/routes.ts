import { addressValidity } from '../accounts/deliveries.ts';
import { getInternalAccount } from '../accounts/internal-accounts.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { approveTransaction, rejectTransaction } from '../agents/approvals.ts';
import { agentRoutes } from '../agents/routes.ts';
import { cardRoutes } from '../cards/routes.ts';
import { type Config, VERSION } from '../config.ts';
import { personSessionRoutes } from '../console/session-list-routes.ts';
import { ownerRoutes } from '../customers/owner-routes.ts';
import { customerRoutes } from '../customers/routes.ts';
import { directoryRoutes } from '../directories/routes.ts';
import type { LimiterOf } from '../http/rate-limit.ts';
import type { Route } from '../http/route.ts';
import { invitationRoutes } from '../invitations/routes.ts';
import type { Worker } from '../jobs/worker.ts';
import { wireWordsOf } from '../kernel/wire-words.ts';
import { ledgerReportRoutes } from '../ledger-reports/routes.ts';
import type { LiveHub } from '../live/hub.ts';
import { liveRoutes } from '../live/routes.ts';
import { onboardingRoutes } from '../onboarding/routes.ts';
import { operatorRoutes } from '../operator/routes.ts';
import type { AccessCache } from '../platforms/access.ts';
import { readSettings } from '../platforms/config.ts';
import { platformRoutes } from '../platforms/routes.ts';
import { magicValues } from '../providers/magic-values.ts';
import { sandboxInbox } from '../providers/messaging/sandbox.ts';
import { quoteRoutes } from '../quotes/routes.ts';
import { rateRoutes } from '../rates/routes.ts';
import { receiverRoutes } from '../receivers/routes.ts';
import { arrivalRoutes } from '../sandbox/arrival-routes.ts';
import { disputeSimulationRoutes } from '../sandbox/card-dispute-routes.ts';
import { cardSimulationRoutes } from '../sandbox/card-routes.ts';
import { faultRoutes } from '../sandbox/fault-routes.ts';
import { listenerRoutes } from '../sandbox/listener-routes.ts';
import { resolveRoutes } from '../sandbox/resolve-routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { stablecoinFundingRoutes } from '../sandbox/stablecoin-routes.ts';
import { scaRoutes } from '../sca/routes.ts';
import { searchRoutes } from '../search/routes.ts';
import { stablecoinRoutes } from '../stablecoins/routes.ts';
import { timelineRoutes } from '../timeline/routes.ts';
import { approvalRoutes } from '../transactions/approval-routes.ts';
import { transactionRoutes } from '../transactions/routes.ts';
import { transferRoutes } from '../transactions/transfers-routes.ts';
import { unfinishedPayments } from '../transactions/unfinished.ts';
import { delegatedKeyRoutes } from '../wallets/delegated-routes.ts';
import { walletRoutes } from '../wallets/routes.ts';
import type { EventWaits } from '../webhooks/event-waits.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import { catalogueOf } from '../webhooks/schemas.ts';
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

/** All operations of the API. A fault names an operation, so the routes of faults are added last. */
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
    ...transactionRoutes(services),
    ...timelineRoutes(services),
    ...transferRoutes(services),
    ...approvalRoutes({ ...services, agentActions: agentActions(services) }),
    ...rateRoutes({
      ...services,
      settingsOf: (platformId) => readSettings(db, platformId),
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
