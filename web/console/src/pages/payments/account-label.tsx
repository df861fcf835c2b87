import { Link } from 'wouter';
import type { Names } from './names.ts';

/** Names of system accounts of the ledger. */
const systemNames: Readonly<Record<string, string>> = {
  'rail.nostro': 'Bank (nostro)',
  'fees.service': 'Fees of the service',
  'fees.platform': 'Fees of the platform',
  'fx.position': 'Currency position',
  'transit.payout': 'Payouts in transit',
  'transit.funding': 'Funding in transit',
  suspense: 'Suspense',
  'card.authorized': 'Card reservations',
  'card.settlement': 'Card settlement',
  receivable: 'Receivable',
};

/** An account of a ledger entry by its name. */
export function AccountLabel({ id, names }: { id: string; names: Names }) {
  const isInternal = id.startsWith('InternalAccount:');
  const name = isInternal ? names.of(id).name : (systemNames[id.slice(0, id.indexOf(':'))] ?? id);
  return (
    <Link href={`/ledger/accounts/${encodeURIComponent(id)}`} title={id}>
      {name}
    </Link>
  );
}
