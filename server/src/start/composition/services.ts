import type { BankFilesRail } from '../../engine/bank-files/port.ts';
import { JobHandoff } from '../../engine/jobs/handoff.ts';
import { Ledger } from '../../engine/ledger/post.ts';
import type { Blobs } from '../../engine/providers/blobs/port.ts';
import { LivenessLinks } from '../../engine/providers/liveness/links.ts';
import type {
  AuthenticationProviders,
  CardProviders,
  CompleteBanking,
  VerificationProviders,
} from '../../engine/providers/services.ts';
import type { Webhooks } from '../../engine/webhooks/service.ts';
import { type Config, consoleSite } from '../../foundation/config.ts';
import type { Database } from '../../foundation/db/database.ts';
import { BatchedInserts } from '../../foundation/db/effects.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import { CURRENT_TERMS } from '../../parties/customers/terms-versions.ts';
import type { WalletOwners } from '../../parties/wallets/deps.ts';
import { Approvals } from '../../payments/arrivals/approval-requests.ts';
import type { Payments } from '../../payments/quotes/service.ts';
import { FreshQuotes } from '../../payments/transitions/start.ts';
import { buildBanking, openBankFiles } from './banking.ts';
import type { Base } from './base.ts';
import { buildPricing } from './pricing.ts';
import { buildAuthentication, buildCards, buildVerification, buildWalletOwners, openBlobs } from './providers.ts';
import { connectUma } from './uma.ts';
import { buildWebhooks, openOutbound } from './webhooks.ts';

/**
 * Services from which a slice takes its dependencies, at most four besides data, time and addresses. Adapters are
 * chosen by mode here, so that slices do not depend on the mode.
 */
export interface Services {
  db: Database;
  vault: Vault;
  clock: Clock;
  sites: Sites;
  blobs: Blobs;
  ledger: Ledger;

  payments: Payments;
  banking: CompleteBanking;
  bankFiles: BankFilesRail;
  verification: VerificationProviders;
  authentication: AuthenticationProviders;
  walletOwners: WalletOwners;
  cards: CardProviders;
  webhooks: Webhooks;
}

/** Builds every service once for all slices. */
export async function buildServices(base: Base, publicUrl: () => string): Promise<Services> {
  const { config, db, vault, clock, log } = base;
  const sites = buildSites(config, publicUrl);
  const outbound = openOutbound(base);
  const webhooks = buildWebhooks(base, outbound);
  const bankFiles = await openBankFiles(base);
  const banking = buildBanking(base, connectUma(base, sites, outbound), bankFiles);
  const ledger = new Ledger(db);
  const onProblem = (err: unknown): void => log.error({ err }, 'a payment was not decided');
  return {
    db,
    vault,
    clock,
    sites,
    blobs: await openBlobs(base),
    ledger,
    payments: {
      ...buildPricing(config, log),
      approvals: new Approvals({ db, clock, ledger, banking, webhooks, onProblem }),
      fastPath: { additions: new BatchedInserts(db), freshQuotes: new FreshQuotes(), handoff: new JobHandoff() },
    },
    banking,
    bankFiles,
    verification: buildVerification(config, sites, new LivenessLinks(vault)),
    authentication: buildAuthentication(base),
    walletOwners: buildWalletOwners(db),
    cards: buildCards(config),
    webhooks,
  };
}

const buildSites = (config: Config, publicUrl: () => string): Sites => ({
  publicUrl,
  consoleUrl: () => consoleSite(config, publicUrl()),
  termsUrl: () => config.endUserTermsUrl ?? `${publicUrl()}/end-user-terms/${CURRENT_TERMS}`,
  invitationUrl: () =>
    config.invitationUrl === false ? undefined : (config.invitationUrl ?? `${publicUrl()}/invitations`),
});
