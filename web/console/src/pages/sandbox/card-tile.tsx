import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, type CardTransaction, type Card as DebitCard } from '../../api/client.ts';
import { useDecimals } from '../../forms/use-currencies.ts';
import { useLive } from '../../live/use-live.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, Select, TextField } from '../../parts/fields.tsx';
import { shortId } from '../../parts/id.tsx';
import { Amount, smallestUnits } from '../../parts/money.tsx';
import { Note } from '../../parts/note.tsx';
import { Status } from '../../parts/status.tsx';
import css from './sandbox.module.css';
import { Tile } from './tile.tsx';

/** Most merchants have this category: miscellaneous stores. */
const MCC = '5999';
const USUAL_DECIMALS = 2;

/** A terminal that authorizes, clears and returns purchases with the cards of the platform. */
export function CardTile() {
  const cards = useQuery({
    queryKey: ['cards', 'terminal'],
    queryFn: async ({ signal }) => (await api.cards.list({ limit: 100 }, { signal })).data,
  });
  useLive(['card'], () => void cards.refetch());
  const usable = cards.data?.filter(({ state }) => state === 'ACTIVE') ?? [];
  return (
    <Tile title="Card terminal" text="A purchase in a shop: authorize it, clear it, and take the goods back.">
      {cards.error && <ErrorNote error={cards.error} onRetry={() => void cards.refetch()} />}
      {cards.data && usable.length === 0 && (
        <>
          <p className={css.tileText}>No card is active yet.</p>
          <div>
            <LinkButton href="/new/createCard">Issue a card</LinkButton>
          </div>
        </>
      )}
      {usable.length > 0 && <Terminal cards={usable} />}
    </Tile>
  );
}

function Terminal({ cards }: { cards: readonly DebitCard[] }) {
  const [cardId, setCardId] = useState('');
  const [text, setText] = useState('12.50');
  const [descriptor, setDescriptor] = useState('CORNER SHOP');
  const [purchase, setPurchase] = useState<CardTransaction>();
  const decimalsOf = useDecimals();
  const queries = useQueryClient();
  const card = cards.find(({ id }) => id === cardId) ?? cards[0];
  const amount = card && smallestUnits(text, decimalsOf(card.currency) ?? USUAL_DECIMALS);
  const message = useMutation({
    mutationFn: (send: () => PromiseLike<CardTransaction>) => Promise.resolve(send()),
    onSuccess: async (changed) => {
      setPurchase(changed);
      await queries.invalidateQueries();
    },
  });
  const authorize = (): void => {
    if (!card || !amount) return;
    const body = { amount, currency: { code: card.currency }, merchant: { descriptor, mcc: MCC } };
    message.mutate(() => api.sandbox.cards.simulateAuthorization(card.id, body));
  };
  return (
    <>
      <Form onSubmit={authorize}>
        <Select
          label="Card"
          value={card?.id ?? ''}
          onChange={setCardId}
          options={cards.map(({ id, last4, currency }) => ({
            value: id,
            label: `•••• ${last4 ?? '????'}, ${currency}`,
          }))}
        />
        <TextField
          label={`Amount in ${card?.currency ?? ''}`}
          value={text}
          onChange={setText}
          inputMode="decimal"
          error={amount === undefined && text !== '' ? 'Enter an amount such as 12.50.' : undefined}
        />
        <TextField
          label="Merchant"
          help="The end selects a scenario: 002 is declined for insufficient funds."
          value={descriptor}
          onChange={setDescriptor}
        />
        <div>
          <Button look="primary" type="submit" isBusy={message.isPending} disabled={!amount}>
            Authorize
          </Button>
        </div>
      </Form>
      {message.error && <ErrorNote error={message.error} />}
      {purchase && <Purchase purchase={purchase} isBusy={message.isPending} send={message.mutate} />}
    </>
  );
}

interface PurchaseProps {
  purchase: CardTransaction;
  isBusy: boolean;
  send: (message: () => PromiseLike<CardTransaction>) => void;
}

/** The last purchase with the messages that can follow. */
function Purchase({ purchase, isBusy, send }: PurchaseProps) {
  const { id: cardTransactionId, status, authorizedAmount, declineReason, settledAmount, cardId = '' } = purchase;
  const body = { cardTransactionId, amount: authorizedAmount.amount };
  return (
    <Note tone={status === 'DECLINED' ? 'warn' : 'good'}>
      <p>
        <Link href={`/payments/${cardTransactionId}`}>{shortId(cardTransactionId)}</Link> <Status status={status} />{' '}
        <Amount value={authorizedAmount} />
      </p>
      {declineReason && <p>Reason: {declineReason}</p>}
      <div className={css.buttons}>
        {status === 'AUTHORIZED' && (
          <Button isBusy={isBusy} onClick={() => send(() => api.sandbox.cards.simulateClearing(cardId, body))}>
            Clear
          </Button>
        )}
        {settledAmount && status !== 'REFUNDED' && (
          <Button
            isBusy={isBusy}
            onClick={() =>
              send(() => api.sandbox.cards.simulateReturn(cardId, { ...body, amount: settledAmount.amount }))
            }
          >
            Return
          </Button>
        )}
      </div>
    </Note>
  );
}
