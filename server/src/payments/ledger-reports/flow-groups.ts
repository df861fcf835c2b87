import type { Database } from '../../foundation/db/database.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import { byKind, kindJson } from './account-kinds.ts';
import { type Flow, readFlows } from './flows.ts';
import type { Period } from './period.ts';
import { reportAmount } from './report-amount.ts';

/** Flows of a period by currency, as the API returns them. */
export async function readFlowGroups(
  db: Database,
  platformId: string,
  { period, currency }: { period: Period; currency: string | undefined },
) {
  const flows = await readFlows(db, platformId, { period, currency });
  const codes = [...new Set(flows.map((flow) => flow.currency))];
  return {
    ...(period.from && { since: period.from }),
    until: period.to,
    data: codes.map((code) => ({
      currency: currencyJson(code),
      flows: flows
        .filter((flow) => flow.currency === code)
        .sort((a, b) => byKind(a.debitKind, b.debitKind) || byKind(a.creditKind, b.creditKind))
        .map(flowJson),
    })),
  };
}

function flowJson({ debitKind, creditKind, amount, entries }: Flow) {
  const [from, to] = [kindJson(debitKind), kindJson(creditKind)];
  return {
    from: from.kind,
    fromTitle: from.title,
    to: to.kind,
    toTitle: to.title,
    amount: reportAmount(amount, 'flows'),
    entries: Number(entries),
  };
}
