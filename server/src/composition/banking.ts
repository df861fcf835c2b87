import { type CheckName, check } from '../accounts/account-checks.ts';
import { isFieldValid } from '../accounts/account-rules.ts';
import { type AccountTypeName, accountTypes } from '../accounts/account-types.ts';
import type { BankFilesRail } from '../bank-files/port.ts';
import { unconfiguredBankFiles } from '../bank-files/unconfigured.ts';
import { ConfigError } from '../config.ts';
import { configuredFunding } from '../providers/funding/configured.ts';
import { sandboxFunding } from '../providers/funding/sandbox.ts';
import { mainNetworks } from '../providers/networks/mainnet.ts';
import { sandboxNetworks } from '../providers/networks/sandbox.ts';
import { withBook } from '../providers/rails/book.ts';
import { sandboxRail } from '../providers/rails/sandbox.ts';
import type { Banking, CompleteBanking } from '../providers/services.ts';
import { withSettlement } from '../providers/settlement/rail.ts';
import { currencies } from '../rates/currencies.ts';
import type { Base } from './base.ts';
import { buildStablecoins } from './providers.ts';
import { buildUma, notifyPaid, type UmaConnections } from './uma.ts';

/** Account types for which the sandbox generates funding instructions. */
export const bankCatalogue = {
  types: accountTypes,
  isValid: (type: string, field: string, value: string): boolean =>
    isFieldValid(type as AccountTypeName, field, value, sandboxNetworks),
};

export function buildBanking(base: Base, connections: UmaConnections, bankFiles: BankFilesRail): CompleteBanking {
  const { config, db } = base;
  const { settlement } = connections;
  const onPaid = notifyPaid(base);
  const banks: Banking = {
    funding: { SANDBOX: sandboxFunding(bankCatalogue), PRODUCTION: configuredFunding(config.nostroAccounts) },
    rails: {
      SANDBOX: withBook(withSettlement({ settlement: settlement.SANDBOX, onPaid, outside: sandboxRail })),
      PRODUCTION: withBook(withSettlement({ settlement: settlement.PRODUCTION, onPaid, outside: bankFiles })),
    },
  };
  const uma = buildUma(config, connections, { db, banking: banks });
  return { ...banks, uma, stablecoins: buildStablecoins(base) };
}

/** Loads the module only if it is configured. */
export async function openBankFiles({ config, db, clock, log }: Base): Promise<BankFilesRail> {
  if (!config.bankFiles) return unconfiguredBankFiles(db);
  const { openBankFiles: open } = await import('../bank-files/open.ts');
  const decimals = (currency: string): number => currencies.get(currency)?.decimals ?? 2;
  const isValid = (name: CheckName, value: string): boolean => check(name).isValid(value, mainNetworks);
  try {
    return open({ db, clock, log, decimals, isValid, ...config.bankFiles });
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
