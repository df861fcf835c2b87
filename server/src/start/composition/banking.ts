import type { BankFilesRail } from '../../engine/bank-files/port.ts';
import { unconfiguredBankFiles } from '../../engine/bank-files/unconfigured.ts';
import { configuredFunding } from '../../engine/providers/funding/configured.ts';
import { sandboxFunding } from '../../engine/providers/funding/sandbox.ts';
import { mainNetworks } from '../../engine/providers/networks/mainnet.ts';
import { sandboxNetworks } from '../../engine/providers/networks/sandbox.ts';
import { withBook } from '../../engine/providers/rails/book.ts';
import { sandboxRail } from '../../engine/providers/rails/sandbox.ts';
import type { Banking, CompleteBanking } from '../../engine/providers/services.ts';
import { withSettlement } from '../../engine/providers/settlement/rail.ts';
import { ConfigError } from '../../foundation/config.ts';
import { type CheckName, check } from '../../parties/accounts/account-checks.ts';
import { isFieldValid } from '../../parties/accounts/account-rules.ts';
import { type AccountTypeName, accountTypes } from '../../parties/accounts/account-types.ts';
import { currencies } from '../../parties/rates/currencies.ts';
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

/** Loads the module only if bank files are configured. */
export async function openBankFiles({ config, db, clock, log }: Base): Promise<BankFilesRail> {
  if (!config.bankFiles) return unconfiguredBankFiles(db);
  const { openBankFiles: open } = await import('../../engine/bank-files/open.ts');
  const decimals = (currency: string): number => currencies.get(currency)?.decimals ?? 2;
  const isValid = (name: CheckName, value: string): boolean => check(name).isValid(value, mainNetworks);
  try {
    return open({ db, clock, log, decimals, isValid, ...config.bankFiles });
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
