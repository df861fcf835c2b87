import type { Database } from '../../foundation/db/database.ts';
import { listFindings } from './findings.ts';
import { overviewOf } from './overview.ts';
import type { BankFilesRail } from './port.ts';
import { withdrawPayment } from './withdraw.ts';

/** Rail without settings: rejects new payments. Payments queued earlier remain and can be withdrawn. */
export const unconfiguredBankFiles = (db: Database): BankFilesRail => ({
  isConfigured: false,
  supports: () => false,
  submit: async () => {
    throw new Error('bank files are not configured: set BANK_FILES_DIR and BANK_FILES_CONFIG');
  },
  cancel: (payment) => withdrawPayment(db, payment),
  overview: () => overviewOf(db, false),
  findings: (request) => listFindings(db, request),
  start: () => {},
  run: async () => {},
  stop: async () => {},
});
