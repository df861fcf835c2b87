import { type Decimals, toDecimal } from './money.ts';
import type { BankFinding, ReportedPayment } from './payment-update.ts';
import type { ReportItem } from './report.ts';
import { type BankFilesSettings, ownAccountOf } from './settings.ts';

interface Deps {
  decimals: Decimals;
  settings: BankFilesSettings;
}

interface FindingPlace {
  finding: BankFinding;
  item: ReportItem;
  payment?: ReportedPayment | undefined;
}

const DAY = 'YYYY-MM-DD'.length;

/** Text of a finding with amount, day and account, as far as the report or the payment contains them. */
export function findingText({ decimals, settings }: Deps, { finding, item, payment }: FindingPlace): string {
  const { amount, date, account = payment && ownAccountOf(settings, payment.currency) } = item;
  const ofPayment = payment && `${toDecimal(payment.amount, decimals(payment.currency))} ${payment.currency}`;
  return withDetails(finding.message, {
    amount: amount ? `${amount.value} ${amount.currency}` : ofPayment,
    date,
    account,
  });
}

interface Details {
  /** Decimal number with its currency, the unit of bank files. */
  amount?: string | undefined;
  date?: string | undefined;
  account?: string | undefined;
}

export function withDetails(message: string, { amount, date, account }: Details): string {
  const details = [amount, date?.slice(0, DAY), account && `account ${account}`].filter(Boolean);
  return details.length > 0 ? `${message} (${details.join(', ')})` : message;
}
