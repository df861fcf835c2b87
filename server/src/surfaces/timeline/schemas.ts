import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf, PageQuery } from '../../engine/http/paging.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { CurrencyAmount, Enum, OneOf, Timestamp } from '../../engine/http/schemas.ts';
import { Personal } from '../../engine/http/sensitivity.ts';
import { jobOutcomes } from '../../engine/jobs/runs.ts';
import { messageChannels } from '../../engine/providers/messaging/port.ts';
import { payoutFailures, settlementDelays } from '../../engine/providers/rails/port.ts';
import { eventStatuses } from '../../engine/webhooks/event-status.ts';
import { eventTypes } from '../../engine/webhooks/schemas.ts';
import { declineReasons } from '../../payments/card-transactions/status.ts';
import { cardOutcomes } from './card-messages.ts';
import { type TimelineKind, timelineKinds } from './entry-kinds.ts';
import { DEFAULT_ENTRIES, MAX_ENTRIES } from './timeline.ts';

const oneKind = `(${timelineKinds.join('|')})`;

export const TimelineQuery = Type.Object({
  kinds: Type.Optional(
    Pattern(`^${oneKind}(,${oneKind})*$`, `kinds of entries, separated by commas: ${timelineKinds.join(', ')}`, {
      maxLength: 100,
      description: `Only entries of these kinds, separated by commas: ${timelineKinds.join(', ')}.`,
      examples: ['RAIL,ENTRIES'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_ENTRIES,
      default: DEFAULT_ENTRIES,
      description: `Most entries that one page holds, up to ${MAX_ENTRIES}.`,
    }),
  ),
  cursor: PageQuery.cursor,
});

const TimelineRef = Type.Object(
  {
    type: Type.String({ description: 'Type of the resource, such as `Quote`, `Request` or `InternalAccount`.' }),
    id: Type.String({ description: 'Id of the resource.' }),
  },
  { $id: 'TimelineRef', description: 'A resource that an entry of a timeline concerns.' },
);

interface Variant<D extends TProperties> {
  $id: string;
  description: string;
  status: string;
  detail: TObject<D>;
}

const entryOf = <D extends TProperties>(kind: TimelineKind, { $id, description, status, detail }: Variant<D>) =>
  Type.Object(
    {
      id: Type.String({ description: 'Identifies the entry among those of its kind in this timeline.' }),
      kind: Type.Literal(kind, { description: 'Marks the entry as one of this kind.' }),
      at: Described(Timestamp, "Time by the platform's clock, which a sandbox can advance."),
      wallAt: Described(Timestamp, 'Time by the clock of the server; entries are in this order.'),
      title: Type.String({ description: 'The entry in a few words, for people.' }),
      status: Type.String({ description: status }),
      isFailure: Type.Boolean({ description: 'Whether the entry reports a failure.' }),
      refs: Type.Array(TimelineRef, { description: 'Resources that the entry concerns.' }),
      detail,
    },
    { $id, description },
  );

const RequestEntry = entryOf('REQUEST', {
  $id: 'TimelineRequest',
  description: 'A request that named the quote or the transaction; successful reads are left out.',
  status: 'HTTP status of the response.',
  detail: Type.Object(
    {
      method: Type.String({ description: 'HTTP method.' }),
      path: Type.String({ description: 'Path of the request, without the query.' }),
      route: Type.String({ description: 'Path of the operation in the API document.' }),
      code: Type.Optional(Type.String({ description: 'Code of the error; absent after success.' })),
      durationMs: Type.Number({ description: 'Time until the response in milliseconds.' }),
      idempotencyKey: Type.Optional(
        Type.String({
          description: '`Idempotency-Key` of the request, if it had one; masked where the response has a secret.',
        }),
      ),
      isReplay: Type.Boolean({ description: 'Whether the response was stored under the key by an earlier request.' }),
    },
    { description: 'The request, as the request log holds it.' },
  ),
});

const OperatorEntry = entryOf('OPERATOR', {
  $id: 'TimelineOperatorAction',
  description: 'An action of an operator of the service on the payment.',
  status: '`DONE`.',
  detail: Type.Object(
    { action: Type.String({ description: 'Name of the action, such as `PAYMENT_REFUNDED`.' }) },
    { description: 'The action.' },
  ),
});

const QuoteEntry = entryOf('QUOTE', {
  $id: 'TimelineQuote',
  description: 'The quote that locked the amounts of the payment.',
  status: '`CREATED`.',
  detail: Type.Object(
    {
      sending: Described(CurrencyAmount, 'Amount that leaves the source, fees included.'),
      receiving: Described(CurrencyAmount, 'Amount that the receiver gets.'),
      fees: Described(CurrencyAmount, 'All fees inside `sending`.'),
      exchangeRate: Type.Number({ description: 'Smallest units of `sending` per smallest unit of `receiving`.' }),
      expiresAt: Described(Timestamp, 'Time until which the quote could be executed.'),
    },
    { description: 'Terms of the quote.' },
  ),
});

const JobEntry = entryOf('JOB', {
  $id: 'TimelineJob',
  description: 'One finished try of a background job of the payment.',
  status: `Outcome of the try: ${jobOutcomes.join(', ')}. A RETRY is repeated later; DEAD waits for an operator.`,
  detail: Type.Object(
    {
      job: Type.String({ description: 'Kind of the job, such as `payment.submit`.' }),
      durationMs: Type.Number({ description: 'Duration of the try in milliseconds.' }),
      try: Type.Integer({ description: 'Number of the try, from 1.' }),
      error: Type.Optional(Type.String({ description: 'Error of a try that failed.' })),
    },
    { description: 'The try.' },
  ),
});

export const railOutcomes = ['ACCEPTED', 'DELAYED', 'COMPLETED', 'FAILED', 'REFUNDED', 'CANCELLED', 'LOST'] as const;

const RailEntry = entryOf('RAIL', {
  $id: 'TimelineRailReport',
  description: 'A report of the rail that changed the payment, or a message of the card network.',
  status: 'Reported outcome, as in `detail`.',
  detail: Type.Object(
    {
      leg: Enum(['PAYOUT', 'PULL', 'CARD'], {
        description:
          'PAYOUT pays the receiver; PULL collects from the account of the payer; CARD is a message of the card network.',
      }),
      rail: Type.Optional(Type.String({ description: 'Rail of the leg, such as `ACH`; `BOOK` within the service.' })),
      outcome: Enum([...railOutcomes, ...cardOutcomes], {
        description: 'Reported outcome; those of card purchases begin with AUTHORIZED.',
      }),
      amount: Type.Optional(Described(CurrencyAmount, 'Amount of a message of the card network.')),
      reason: Type.Optional(
        Enum([...new Set([...payoutFailures, ...settlementDelays, ...declineReasons])], {
          description: 'Reason of a failure, a delay or a decline.',
        }),
      ),
      transactionHash: Type.Optional(Type.String({ description: 'Hash of the transaction on its blockchain.' })),
      rule: Type.Optional(
        Type.String({
          description:
            'Rule of the sandbox that selected the outcome, such as `account ends 004: FAILED with ACCOUNT_CANNOT_RECEIVE, refunded`; absent without one.',
        }),
      ),
    },
    { description: 'The report.' },
  ),
});

const EntriesEntry = entryOf('ENTRIES', {
  $id: 'TimelineEntries',
  description: 'The ledger entries of one phase of the payment, posted together.',
  status: '`POSTED`.',
  detail: Type.Object(
    {
      phase: Type.String({ description: 'Phase of the payment, such as `execute`, `complete` or `refund`.' }),
      entries: Type.Array(
        Type.Object(
          {
            debitAccountId: Type.String({ description: 'Account that is debited: internal, or of the system.' }),
            creditAccountId: Type.String({ description: 'Account that is credited: internal, or of the system.' }),
            amount: Described(CurrencyAmount, 'Amount of the debit and of the credit.'),
            code: Type.String({ description: 'Reason of the entry, such as `payout.settled`.' }),
            reverses: Type.Optional(Type.String({ description: '`phase/n` of the entry that this one reverses.' })),
          },
          { description: 'A debit and a credit of the same amount.' },
        ),
        { description: 'Entries in the order of their posting.' },
      ),
      balances: Type.Array(
        Type.Object(
          {
            accountId: Type.String({ description: 'Account whose balance changes.' }),
            change: Described(CurrencyAmount, 'Change of the balance: negative after a debit.'),
            heldChange: Type.Integer({
              format: 'int64',
              description: 'Change of the amount that is held for the account while it is in transit.',
            }),
          },
          { description: 'Effect of the entries on one account.' },
        ),
        { description: 'Effects by account; the changes of each currency sum to zero.' },
      ),
    },
    { description: 'The entries.' },
  ),
});

const EventEntry = entryOf('EVENT', {
  $id: 'TimelineEvent',
  description: 'An event about the payment.',
  status: `Delivery of the event: ${eventStatuses.join(', ')}.`,
  detail: Type.Object(
    {
      type: Enum(eventTypes, { description: 'Type of the event.' }),
      sequence: Type.Integer({ description: 'Number of the event among those of the payment.' }),
      attemptCount: Type.Integer({ description: 'Attempts to deliver it so far.' }),
    },
    { description: 'The event.' },
  ),
});

const MessageEntry = entryOf('MESSAGE', {
  $id: 'TimelineMessage',
  description: 'A message of the sandbox that concerns the payment, such as a one-time code.',
  status: '`SENT`.',
  detail: Type.Object(
    {
      channel: Enum(messageChannels, { description: 'Channel of the message.' }),
      to: Personal(Type.String({ description: 'Email address or phone number of the recipient.' })),
      subject: Type.Optional(Personal(Type.String({ description: 'Subject of an email.' }))),
    },
    { description: 'The message; `GET /sandbox/messages` returns its text.' },
  ),
});

const AttemptEntry = entryOf('ATTEMPT', {
  $id: 'TimelineAttempt',
  description: 'A failed attempt to deliver an event, or all successful attempts of it.',
  status: '`DELIVERED` or `FAILED`.',
  detail: Type.Object(
    {
      eventType: Enum(eventTypes, { description: 'Type of the event.' }),
      number: Type.Integer({ description: 'Number of the attempt, from 1; the first of several.' }),
      count: Type.Integer({ description: 'Attempts that the entry stands for; 1 for a failure.' }),
      url: Type.String({ description: 'Address of the endpoint.' }),
      responseStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the response; absent without one.' })),
      error: Type.Optional(Type.String({ description: 'Reason why there was no response.' })),
      latencyMs: Type.Number({ description: 'Time until the response or the failure in milliseconds.' }),
      lastAt: Type.Optional(Described(Timestamp, 'Time of the last of several attempts, by the clock of the server.')),
    },
    { description: 'The attempt, or the first of several.' },
  ),
});

const TimelineEntry = OneOf(
  'kind',
  [RequestEntry, OperatorEntry, QuoteEntry, JobEntry, RailEntry, EntriesEntry, EventEntry, MessageEntry, AttemptEntry],
  { $id: 'TimelineEntry', description: 'One entry of the timeline of a payment; `kind` determines its `detail`.' },
);

export const TimelinePage = PageOf(TimelineEntry, 'TimelinePage');
