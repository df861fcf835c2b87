import type { Card } from '../../api/client.ts';
import { Id } from '../../parts/id.tsx';
import { Status } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

/** `Visa •••• 4242`; a card that is not issued yet has no number. */
export const cardName = ({ brand, last4 }: Card): string =>
  last4 ? `${brand === 'MASTERCARD' ? 'Mastercard' : 'Visa'} •••• ${last4}` : 'Card without a number yet';

export const cardColumns: readonly Column<Card>[] = [
  { name: 'Card', cell: cardName },
  { name: 'State', cell: ({ state }) => <Status status={state} />, look: 'narrow' },
  { name: 'Currency', cell: ({ currency }) => currency, look: 'narrow' },
  { name: 'Id', cell: ({ id }) => <Id id={id} />, look: 'narrow' },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, look: 'narrow' },
];
