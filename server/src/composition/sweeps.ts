import type { Logger } from 'pino';
import { sweepPeriods } from '../archive/retention.ts';
import type { Config } from '../config.ts';
import { sweepLoginCodes } from '../console/login-codes.ts';
import { sweepConsoleSessions } from '../console/session-record.ts';
import { sweepFiles } from '../customers/files.ts';
import { sweepJobRuns } from '../jobs/runs.ts';
import { closeDays } from '../ledger/closed-days.ts';
import { foldPendingTotals } from '../ledger/pending-totals.ts';
import { sweepPersonDrafts } from '../onboarding/person-draft.ts';
import { sweepOperatorChallenges } from '../operator/passkey-challenges.ts';
import { sweepNonces } from '../providers/uma/nonces.ts';
import { sweepActivities } from '../providers/wallet-activity/sandbox.ts';
import { sweepLookups } from '../receivers/lookups.ts';
import { sweepExpiredQuotes } from '../transactions/expired-quotes.ts';
import { sweepChallenges } from '../wallets/challenge-record.ts';
import { sweepIdTokens } from '../wallets/id-token-record.ts';
import { sweepSessions } from '../wallets/session-record.ts';
import { sweepWebhooks } from '../webhooks/retention.ts';
import type { Services } from './services.ts';

const refreshKeys = async ({ vault }: Services): Promise<void> => {
  await vault.refresh();
};

/** Periodic work of the housekeeping: removes expired rows and refreshes keys. */
export const sweepsOf = (
  { keepEventsDays, keepQuotesDays, archiveDirectory }: Config,
  services: Services,
  log: Logger,
) => [
  ...[
    refreshKeys,
    sweepFiles,
    sweepPersonDrafts,
    sweepLookups,
    sweepChallenges,
    sweepSessions,
    sweepIdTokens,
    sweepActivities,
    sweepNonces,
    sweepOperatorChallenges,
    sweepConsoleSessions,
    sweepLoginCodes,
    foldPendingTotals,
    closeDays,
  ].map((sweep) => () => sweep(services)),
  () => sweepWebhooks({ ...services, keepEventsDays }),
  () => sweepJobRuns({ ...services, keepEventsDays }),
  () => sweepExpiredQuotes({ ...services, keepQuotesDays }),
  () => sweepPeriods({ ...services, log, keepEventsDays, archiveDirectory }),
];
