import { chart, type SystemKind } from '../../engine/ledger/chart.ts';

type LedgerKind = SystemKind | 'platform' | 'customer';

interface KindText {
  title: string;
  description: string;
}

const systemTitles: Record<SystemKind, string> = {
  'rail.nostro': 'Money at banks and rails',
  'fees.service': 'Fees of the service',
  'fees.platform': 'Platform fees in progress',
  'fx.position': 'Exchange position',
  'transit.payout': 'Payouts in transit',
  'transit.funding': 'Funding in transit',
  suspense: 'Suspense',
  'card.authorized': 'Card authorizations',
  'card.settlement': 'Card settlement',
  receivable: 'Receivables',
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Kinds in the order of a trial balance: accounts with owners first, then the system accounts of the chart. */
const kinds: readonly (readonly [LedgerKind, KindText])[] = [
  ['customer', { title: 'Customer accounts', description: 'Money owed to customers.' }],
  ['platform', { title: 'Platform accounts', description: 'Money owed to the platform itself.' }],
  ...(Object.keys(chart) as SystemKind[]).map(
    (kind) => [kind, { title: systemTitles[kind], description: sentence(chart[kind].meaning) }] as const,
  ),
];

/** Name in the API: `rail.nostro` is RAIL_NOSTRO. */
const apiName = (kind: LedgerKind): string => kind.replace('.', '_').toUpperCase();

const byApiName = new Map(kinds.map(([kind]) => [apiName(kind), kind]));
const textOf = new Map<string, KindText>(kinds);
const ranks = new Map<string, number>(kinds.map(([kind], i) => [kind, i]));

/** Values of `kind` in the API. */
export const accountKinds: readonly string[] = [...byApiName.keys()];

export const ledgerKind = (name: string): LedgerKind => byApiName.get(name) ?? 'customer';

/** Members of the API that describe a kind. */
export const kindJson = (kind: string) => ({
  kind: apiName(kind as LedgerKind),
  title: textOf.get(kind)?.title ?? kind,
});

export const kindDescription = (kind: string): string => textOf.get(kind)?.description ?? '';

export const byKind = (a: string, b: string): number => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0);
