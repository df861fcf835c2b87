import type { BankFilesRail } from '../bank-files/port.ts';
import { type Config, consoleSite } from '../config.ts';
import { CURRENT_TERMS } from '../customers/terms.ts';
import type { Database } from '../db/database.ts';
import { BatchedInserts } from '../db/effects.ts';
import type { Vault } from '../db/vault.ts';
import { JobHandoff } from '../jobs/handoff.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sites } from '../kernel/sites.ts';
import { Ledger } from '../ledger/post.ts';
import type { Blobs } from '../providers/blobs/port.ts';
import type { Directory } from '../providers/directory/port.ts';
import { LivenessLinks } from '../providers/liveness/links.ts';
import type {
  AuthenticationProviders,
  Banking,
  CardProviders,
  UmaProviders,
  VerificationProviders,
  WalletProviders,
} from '../providers/services.ts';
import type { StablecoinProvider } from '../providers/stablecoin/port.ts';
import type { QuoteFastPath } from '../quotes/deps.ts';
import type { Pricing } from '../rates/service.ts';
import { Approvals } from '../transactions/approval-requests.ts';
import { FreshQuotes } from '../transactions/start-payment.ts';
import type { WalletOwners } from '../wallets/deps.ts';
import type { Webhooks } from '../webhooks/service.ts';
import { buildBanking, openBankFiles } from './banking.ts';
import type { Base } from './base.ts';
import { buildDirectory } from './directory.ts';
import { buildPricing } from './pricing.ts';
import {
  buildAuthentication,
  buildCards,
  buildStablecoins,
  buildVerification,
  buildWalletOwners,
  buildWallets,
  openBlobs,
} from './providers.ts';
import { buildUma, connectUma } from './uma.ts';
import { buildWebhooks, openOutbound } from './webhooks.ts';

/** Everything that a slice can name in its dependencies. Adapters are chosen by mode, so that no slice checks it. */
export interface Services {
  db: Database;
  vault: Vault;
  clock: Clock;
  sites: Sites;
  blobs: Blobs;
  ledger: Ledger;
  pricing: Pricing;
  banking: Banking;
  bankFiles: BankFilesRail;
  fastPath: QuoteFastPath;
  approvals: Approvals;
  verification: VerificationProviders;
  authentication: AuthenticationProviders;
  wallets: WalletProviders;
  walletOwners: WalletOwners;
  cards: CardProviders;
  stablecoins: Record<PlatformMode, StablecoinProvider>;
  uma: UmaProviders;
  directory: Record<PlatformMode, Directory>;
  webhooks: Webhooks;
}

/** Builds every service once, for all slices. */
export async function buildServices(base: Base, publicUrl: () => string): Promise<Services> {
  const { config, db, vault, clock, log } = base;
  const sites = buildSites(config, publicUrl);
  const outbound = openOutbound(base);
  const webhooks = buildWebhooks(base, outbound);
  const umaConnections = connectUma(base, sites, outbound);
  const bankFiles = await openBankFiles(base);
  const banking = buildBanking(base, { ...umaConnections, bankFiles });
  const ledger = new Ledger(db);
  const onProblem = (err: unknown): void => log.error({ err }, 'a payment was not decided');
  return {
    db,
    vault,
    clock,
    sites,
    blobs: await openBlobs(base),
    ledger,
    pricing: buildPricing(config, log),
    banking,
    bankFiles,
    fastPath: { additions: new BatchedInserts(db), freshQuotes: new FreshQuotes(), handoff: new JobHandoff() },
    approvals: new Approvals({ db, clock, ledger, banking, webhooks, onProblem }),
    verification: buildVerification(sites, new LivenessLinks(vault)),
    authentication: buildAuthentication(base),
    wallets: buildWallets(base),
    walletOwners: buildWalletOwners(db),
    cards: buildCards(config),
    stablecoins: buildStablecoins(base),
    uma: buildUma(config, umaConnections, { db, banking }),
    directory: buildDirectory(config),
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
