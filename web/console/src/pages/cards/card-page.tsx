import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, type Card as DebitCard } from '../../api/client.ts';
import { useCan } from '../../api/use-session.ts';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Details } from '../../parts/details.tsx';
import { messageOf } from '../../parts/error-message.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Id } from '../../parts/id.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { LoadingTable } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { type Names, useNames } from '../payments/names.ts';
import { cardName } from './card-columns.tsx';
import { CardPurchases } from './card-purchases.tsx';

const back = { href: '/cards', label: 'Cards' };

export default function CardPage({ params: { id = '' } }: { params: Readonly<Record<string, string>> }) {
  const query = useQuery({
    queryKey: ['cards', id],
    queryFn: async ({ signal }) => await api.cards.get(id, { signal }),
  });
  const names = useNames(query.data);
  useLive(['card'], () => void query.refetch());
  if (!query.data) {
    return (
      <Page title="Card" back={back}>
        {query.error ? (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingTable label="Card" />
        )}
      </Page>
    );
  }
  const card = query.data;
  return (
    <Page title={cardName(card)} back={back} actions={<StateActions card={card} />}>
      <Section title="Card">
        <Card>
          <Details entries={entriesOf(card, names)} />
        </Card>
      </Section>
      <CardPurchases card={card} />
    </Page>
  );
}

const entriesOf = (card: DebitCard, names: Names): (readonly [string, React.ReactNode])[] => [
  ['State', <Status key="state" status={card.state} />],
  ['Reason', card.stateReason],
  ['Id', <Id key="id" id={card.id} />],
  ['Own id', card.platformCardId],
  [
    'Cardholder',
    <Link key="holder" href={`/customers/${card.cardholderId}`}>
      {names.of(card.cardholderId).name}
    </Link>,
  ],
  ['Expires', card.expMonth && `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`],
  [
    'Draws on',
    card.fundingSources.map((source) => (
      <div key={source}>
        <Id id={source} />
      </div>
    )),
  ],
  [
    'Limit',
    card.maxSpendPerTransaction === null
      ? 'No limit per purchase'
      : `${card.maxSpendPerTransaction} in the smallest unit of ${card.currency}, per purchase`,
  ],
  ['Created', <Time key="created" at={card.createdAt} />],
];

/** Freezes and unfreezes. A closed card stays closed. */
function StateActions({ card }: { card: DebitCard }) {
  const canManage = useCan('TRANSACT');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async (state: 'ACTIVE' | 'FROZEN') => await api.cards.update(card.id, { state }),
    onSuccess: async ({ state }) => {
      await queries.invalidateQueries({ queryKey: ['cards'] });
      toast(state === 'FROZEN' ? 'Card frozen: purchases are declined' : 'Card active again');
    },
    onError: (error) => toast(messageOf(error), { isFailure: true }),
  });
  if (!canManage || (card.state !== 'ACTIVE' && card.state !== 'FROZEN')) return null;
  const next = card.state === 'ACTIVE' ? 'FROZEN' : 'ACTIVE';
  return (
    <Button isBusy={change.isPending} onClick={() => change.mutate(next)}>
      {next === 'FROZEN' ? 'Freeze' : 'Unfreeze'}
    </Button>
  );
}
