import type { CardNetwork } from '../../engine/providers/card-network/port.ts';
import type { RailPayment } from '../../engine/providers/rails/port.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import type { RailReport } from '../../payments/transactions/rail-reports.ts';
import { type CardMessage, cardMessage } from './card-messages.ts';
import type { TimelineKind } from './entry-kinds.ts';
import { failedOutcomes, jobTitles, phaseTitles, RETURNED_TITLE, railTitles } from './titles.ts';

export interface TimelineRow {
  key: string;
  id: string;
  kind: TimelineKind;
  /** Null if only the real time is known. */
  at: Date | null;
  wall_at: Date;
  body: never;
}

interface Ref {
  type: string;
  id: string;
}

/** Members of an entry that depend on its kind. */
interface Shown {
  title: string;
  status: string;
  isFailure: boolean;
  refs: Ref[];
  detail: object;
}

export const entryJson = (
  { id, kind, at, wall_at, body }: Omit<TimelineRow, 'key'> & { at: Date },
  network: CardNetwork,
) => ({
  id,
  kind,
  at,
  wallAt: wall_at,
  ...shown[kind](body, id, network),
});

const shown: Readonly<Record<TimelineKind, (body: never, id: string, network: CardNetwork) => Shown>> = {
  REQUEST: requestEntry,
  OPERATOR: ({ action }: { action: string }, id) => ({
    title: `Operator: ${action}`,
    status: 'DONE',
    isFailure: false,
    refs: [refOf(id)],
    detail: { action },
  }),
  QUOTE: quoteEntry,
  JOB: jobEntry,
  RAIL: (body: RailBody | CardMessage, _id, network) =>
    body.leg === 'CARD' ? cardEntry(body, network) : railEntry(body),
  ENTRIES: entriesEntry,
  EVENT: eventEntry,
  MESSAGE: ({ channel, to, subject }: MessageBody, id) => ({
    title: channel === 'SMS' ? 'Text message' : 'Email',
    status: 'SENT',
    isFailure: false,
    refs: [refOf(id)],
    detail: { channel, to, ...(subject !== null && { subject }) },
  }),
  ATTEMPT: attemptEntry,
};

/** An id begins with its type. */
const refOf = (id: string): Ref => ({ type: id.slice(0, id.indexOf(':')), id });

const amountJson = (amount: number | bigint, code: string) => ({
  amount: toJsonAmount(BigInt(amount)),
  currency: currencyJson(code),
});

interface RequestBody {
  method: string;
  path: string;
  route: string;
  status: number;
  code: string | null;
  durationMs: number;
  idempotencyKey: string | null;
  isReplay: boolean;
}

function requestEntry({ status, code, idempotencyKey, ...request }: RequestBody, id: string): Shown {
  return {
    title: `${request.method} ${request.route}`,
    status: String(status),
    isFailure: status >= 400,
    refs: [{ type: 'Request', id }],
    detail: { ...request, ...(code !== null && { code }), ...(idempotencyKey !== null && { idempotencyKey }) },
  };
}

interface QuoteBody {
  sent: number;
  sentCurrency: string;
  received: number;
  receivedCurrency: string;
  fees: number;
  exchangeRate: number;
  expiresAt: string;
}

function quoteEntry(quote: QuoteBody, id: string): Shown {
  const { sentCurrency, exchangeRate, expiresAt } = quote;
  return {
    title: 'Quote created',
    status: 'CREATED',
    isFailure: false,
    refs: [refOf(id)],
    detail: {
      sending: amountJson(quote.sent, sentCurrency),
      receiving: amountJson(quote.received, quote.receivedCurrency),
      fees: amountJson(quote.fees, sentCurrency),
      exchangeRate,
      expiresAt: new Date(expiresAt),
    },
  };
}

interface JobBody {
  job: string;
  durationMs: number;
  try: number;
  outcome: string;
  error: string | null;
}

function jobEntry({ outcome, error, ...run }: JobBody): Shown {
  return {
    title: jobTitles[run.job] ?? run.job,
    status: outcome,
    isFailure: outcome !== 'DONE',
    refs: [],
    detail: { ...run, ...(error !== null && { error }) },
  };
}

function cardEntry(message: CardMessage, network: CardNetwork): Shown {
  const { title, outcome, ...more } = cardMessage(message, network);
  return {
    title,
    status: outcome,
    isFailure: outcome === 'DECLINED' || outcome === 'PULL_FAILED',
    refs: [],
    detail: { leg: message.leg, outcome, amount: amountJson(message.amount, message.currency), ...more },
  };
}

interface RailBody extends RailReport {
  rail: RailPayment['rail'] | null;
}

function railEntry({ leg, outcome, rule, rail }: RailBody): Shown {
  const reason = 'reason' in outcome ? outcome.reason : undefined;
  const hash = 'onChainTransaction' in outcome ? outcome.onChainTransaction?.transactionHash : undefined;
  return {
    title: reason === 'PAYOUT_RETURNED' ? RETURNED_TITLE : railTitles[leg][outcome.type],
    status: outcome.type,
    isFailure: failedOutcomes.has(outcome.type),
    refs: [],
    detail: {
      leg,
      ...(rail !== null && { rail }),
      outcome: outcome.type,
      ...(reason && { reason }),
      ...(hash && { transactionHash: hash }),
      ...(rule && { rule }),
    },
  };
}

interface PostedEntry {
  debit: string;
  credit: string;
  currency: string;
  amount: number;
  code: string;
  reverses: string | null;
  holder: string | null;
  /** Currency of the `holder` account, which may differ from that of the entry. */
  holderCurrency: string | null;
  held: number;
}

function entriesEntry({ phase, entries }: { phase: string; entries: PostedEntry[] }): Shown {
  const balances = balancesOf(entries);
  const internal = balances.filter(({ accountId }) => accountId.startsWith('InternalAccount:'));
  return {
    title: phaseTitles[phase.split(':', 1)[0] ?? ''] ?? phase,
    status: 'POSTED',
    isFailure: false,
    refs: internal.map(({ accountId }) => refOf(accountId)),
    detail: {
      phase,
      entries: entries.map(({ debit, credit, currency, amount, code, reverses }) => ({
        debitAccountId: debit,
        creditAccountId: credit,
        amount: amountJson(amount, currency),
        code,
        ...(reverses !== null && { reverses }),
      })),
      balances,
    },
  };
}

/** A debit decreases a balance, a credit increases it. */
function balancesOf(entries: readonly PostedEntry[]) {
  const changes = new Map<string, { currency: string; posted: bigint; held: bigint }>();
  const add = (accountId: string, currency: string, { posted = 0n, held = 0n }): void => {
    const before = changes.get(accountId) ?? { currency, posted: 0n, held: 0n };
    changes.set(accountId, { currency, posted: before.posted + posted, held: before.held + held });
  };
  for (const { debit, credit, currency, amount, holder, holderCurrency, held } of entries) {
    add(debit, currency, { posted: -BigInt(amount) });
    add(credit, currency, { posted: BigInt(amount) });
    if (holder !== null) add(holder, holderCurrency ?? currency, { held: BigInt(held) });
  }
  return [...changes].map(([accountId, { currency, posted, held }]) => ({
    accountId,
    change: amountJson(posted, currency),
    heldChange: toJsonAmount(held),
  }));
}

interface EventBody {
  type: string;
  sequence: number;
  status: string;
  attempts: number;
}

function eventEntry({ type, sequence, status, attempts }: EventBody, id: string): Shown {
  return {
    title: type,
    status,
    isFailure: status === 'FAILED',
    refs: [refOf(id)],
    detail: { type, sequence, attemptCount: attempts },
  };
}

interface MessageBody {
  channel: string;
  to: string;
  subject: string | null;
}

interface AttemptBody {
  eventType: string;
  eventId: string;
  url: string;
  responseStatus: number | null;
  error?: string | null;
  latencyMs: number;
  number: number;
  count: number;
  lastAt?: string;
}

const SUCCESS = 300;
const DUPLICATE = 409;

function attemptEntry({ eventId, responseStatus, error, lastAt, ...attempt }: AttemptBody): Shown {
  const { eventType, count, latencyMs } = attempt;
  const isReceived = responseStatus !== null && (responseStatus < SUCCESS || responseStatus === DUPLICATE);
  return {
    title: isReceived ? `Delivered ${eventType}` : `Could not deliver ${eventType}`,
    status: isReceived ? 'DELIVERED' : 'FAILED',
    isFailure: !isReceived,
    refs: [refOf(eventId)],
    detail: {
      ...attempt,
      latencyMs: Math.round(latencyMs * 10) / 10,
      ...(responseStatus !== null && { responseStatus }),
      ...(error && { error }),
      ...(count > 1 && lastAt && { lastAt: new Date(lastAt) }),
    },
  };
}
