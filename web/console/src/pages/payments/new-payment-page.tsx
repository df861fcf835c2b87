import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { api, type ExternalAccount, type InternalAccount, type Quote } from '../../api/client.ts';
import { isComplete } from '../../api/currencies.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { Button } from '../../parts/button.tsx';
import { Details } from '../../parts/details.tsx';
import { Actions } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Form, Select, TextField } from '../../parts/fields.tsx';
import { Id } from '../../parts/id.tsx';
import { Money, smallestUnits } from '../../parts/money.tsx';
import { Empty, Note } from '../../parts/note.tsx';
import { Card, Page, Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { AccountSelect } from './account-select.tsx';
import { AmountField } from './amount-field.tsx';
import { usePlatformClock } from './clock.ts';
import { type Names, useInternalAccounts, useNames } from './names.ts';
import css from './payments.module.css';
import { rateText } from './rate.ts';

const sides = [
  { value: 'SENDING', label: 'The payer sends it' },
  { value: 'RECEIVING', label: 'The receiver gets it' },
];

type Side = 'SENDING' | 'RECEIVING';

/** A payment in two steps: a quote, which locks the price, and its execution. */
export default function NewPaymentPage() {
  const internal = useInternalAccounts();
  const { data: accounts = [] } = internal;
  const { values, set } = useFilters(['from', 'to']);
  const [text, setText] = useState('');
  const [side, setSide] = useState<Side>('SENDING');
  const [description, setDescription] = useState('');
  const source = accounts.find(({ id }) => id === values.from);
  const external = useReceivers(source);
  const { data: receivers = [] } = external;
  const failed = [internal, external].find(({ error }) => error);
  const names = useNames(accounts, receivers);
  const destination = receivers.find(({ id }) => id === values.to);
  const currency = useCurrency(side, source, destination);
  const amount = currency && smallestUnits(text, currency.decimals);
  const quoting = useMutation({
    mutationFn: async () =>
      await api.quotes.create({
        source: { sourceType: 'ACCOUNT', accountId: values.from ?? '' },
        destination: { destinationType: 'ACCOUNT', accountId: values.to ?? '' },
        lockedCurrencySide: side,
        lockedCurrencyAmount: amount ?? 0,
        ...(description && { description }),
      }),
  });
  const { reset } = quoting;
  // Discards the quote when a term in the form changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is a term of the quote
  useEffect(reset, [values.from, values.to, side, text, description, reset]);
  return (
    <Page title="New payment" back={{ href: '/payments', label: 'Payments' }}>
      <div className={css.steps}>
        <Section title="1. Ask for a quote">
          <Card>
            <Form onSubmit={() => quoting.mutate()}>
              {failed && <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
              <AccountSelect
                label="From"
                accounts={accounts}
                names={names}
                value={values.from ?? ''}
                onChange={(from) => set({ from, to: undefined } as never)}
              />
              <Select
                label="To"
                value={values.to ?? ''}
                onChange={(to) => set({ to })}
                none={source ? 'Choose a receiver' : 'Choose the payer first'}
                options={receivers.map((account) => ({ value: account.id, label: labelOf(account, names) }))}
                help={
                  external.data?.length === 0
                    ? 'The payer has no external accounts yet: add one on the page of the customer.'
                    : undefined
                }
              />
              <div className={css.pair}>
                <AmountField label="Amount" currency={currency} value={text} onChange={setText} />
                <Select label="Fixed side" value={side} options={sides} onChange={(value) => setSide(value as Side)} />
              </div>
              <TextField label="Description" isOptional value={description} onChange={setDescription} />
              {quoting.error && <ErrorNote error={quoting.error} />}
              <Actions>
                <Button
                  type="submit"
                  look={quoting.data ? 'secondary' : 'primary'}
                  disabled={!source || !destination || !amount}
                  isBusy={quoting.isPending}
                >
                  {quoting.data ? 'Get a new quote' : 'Get a quote'}
                </Button>
              </Actions>
            </Form>
          </Card>
        </Section>
        <Section title="2. Execute it">
          {quoting.data ? (
            <QuotePreview key={quoting.data.id} quote={quoting.data} />
          ) : (
            <Empty title="No quote yet">The quote shows rate, fees and what arrives before any money moves.</Empty>
          )}
        </Section>
      </div>
    </Page>
  );
}

/** External accounts that the owner of an internal account can pay. */
function useReceivers(source: InternalAccount | undefined) {
  const owner = source?.customerId;
  return useQuery({
    queryKey: ['receivers', source?.id],
    queryFn: async ({ signal }) => {
      const list = owner
        ? api.customers.externalAccounts.list({ customerId: owner, limit: 100 }, { signal })
        : api.platform.externalAccounts.list({ limit: 100 }, { signal });
      return (await list).data;
    },
    enabled: source !== undefined,
  });
}

/** Currency of the fixed side: from the source account, or for the receiver from the exchange rates. */
function useCurrency(side: Side, source: InternalAccount | undefined, destination: ExternalAccount | undefined) {
  const from = source?.balance.currency;
  const to = destination?.currency;
  const { data } = useQuery({
    queryKey: ['exchange-rates', from?.code, to],
    queryFn: async ({ signal }) => {
      const query = { sourceCurrency: from?.code ?? '', destinationCurrency: [to ?? ''] };
      return (await api.exchangeRates.list(query, { signal })).data;
    },
    enabled: side === 'RECEIVING' && from !== undefined && to !== undefined && to !== from.code,
  });
  if (side === 'SENDING' || to === from?.code) return from;
  const shown = data?.map(({ destinationCurrency }) => destinationCurrency) ?? [];
  return shown.filter(isComplete).find(({ code }) => code === to);
}

const labelOf = ({ id, currency, accountInfo }: ExternalAccount, names: Names): string => {
  const info = accountInfo as { accountNumber?: string; iban?: string; clabeNumber?: string; address?: string };
  const number = info.accountNumber ?? info.iban ?? info.clabeNumber ?? info.address;
  const end = typeof number === 'string' ? ` …${number.slice(-4)}` : '';
  return `${names.of(id).name}: ${currency}${end}`;
};

function QuotePreview({ quote }: { quote: Quote }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const left = useSecondsLeft(quote.expiresAt);
  const executing = useMutation({
    mutationFn: async () => await api.quotes.execute(quote.id),
    onSuccess: () => {
      toast('The payment has started');
      void queries.invalidateQueries();
      navigate(`/payments/${quote.transactionId}`);
    },
  });
  const { sendingCurrency, receivingCurrency } = quote;
  return (
    <Card className={css.preview}>
      <div className={css.figures}>
        <div className={`${css.figure} ${css.large}`}>
          <span className={css.figureName}>Sends</span>
          <Money amount={quote.totalSendingAmount} currency={sendingCurrency} />
        </div>
        <div className={css.figure}>
          <span className={css.figureName}>of that, fees</span>
          <Money amount={quote.feesIncluded} currency={sendingCurrency} />
        </div>
        <div className={`${css.figure} ${css.large}`}>
          <span className={css.figureName}>Arrives</span>
          <Money amount={quote.totalReceivingAmount} currency={receivingCurrency} />
        </div>
      </div>
      <Details
        entries={[
          ['Rate', rateText({ exchangeRate: quote.exchangeRate, from: sendingCurrency, to: receivingCurrency })],
          ['Quote', <Id key="id" id={quote.id} />],
          [
            'Expires',
            <span key="left" className={css.countdown}>
              {left > 0 ? `in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : 'expired'}
            </span>,
          ],
        ]}
      />
      {quote.status === 'PENDING_AUTHORIZATION' && (
        <Note tone="warn">The payer has to authorize this quote before it can be executed.</Note>
      )}
      {executing.error && <ErrorNote error={executing.error} />}
      <Actions>
        <Button look="primary" disabled={left <= 0} isBusy={executing.isPending} onClick={() => executing.mutate()}>
          Execute the payment
        </Button>
      </Actions>
    </Card>
  );
}

/** Seconds on the clock of the platform until a moment. */
function useSecondsLeft(until: string): number {
  const { offsetMs } = usePlatformClock();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((Date.parse(until) - now - offsetMs) / 1_000));
}
