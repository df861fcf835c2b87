import type { Logger } from 'pino';
import { sweepPeriods } from '../../engine/archive/retention.ts';
import { sweepJobRuns } from '../../engine/jobs/runs.ts';
import { closeDays } from '../../engine/ledger/closed-days.ts';
import { foldPendingTotals } from '../../engine/ledger/pending-totals.ts';
import { sweepNonces } from '../../engine/providers/uma/nonces.ts';
import { sweepActivities } from '../../engine/providers/wallet-activity/sandbox.ts';
import { sweepWebhooks } from '../../engine/webhooks/retention.ts';
import type { Config } from '../../foundation/config.ts';
import { sweepFiles } from '../../parties/customers/files.ts';
import { sweepPersonDrafts } from '../../parties/onboarding/person-draft.ts';
import { sweepLookups } from '../../parties/receivers/lookups.ts';
import { sweepChallenges } from '../../parties/wallets/challenge-record.ts';
import { sweepIdTokens } from '../../parties/wallets/id-token-record.ts';
import { sweepSessions } from '../../parties/wallets/session-record.ts';
import { sweepExpiredQuotes } from '../../payments/transactions/expired-quotes.ts';
import { sweepLoginCodes } from '../../surfaces/console/login-codes.ts';
import { sweepConsoleSessions } from '../../surfaces/console/session-record.ts';
import { sweepOperatorChallenges } from '../../surfaces/operator/passkey-challenges.ts';
import type { Services } from './services.ts';

const refreshKeys = async ({ vault }: Services): Promise<void> => {
  await vault.refresh();
};

/** Periodic housekeeping: removes expired rows and refreshes keys. */
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
