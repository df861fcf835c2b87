import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { enqueue } from '../jobs/queue.ts';
import { addMs, type Clock, DAY_MS, MINUTE_MS } from '../kernel/clock.ts';
import { type CardTransaction, type Merchant, readCardTransactions } from '../transactions/card-record.ts';
import type { AuthorizationKind } from './transaction-authorization.ts';
import { type Purse, purseFinder, readPurseWith } from './transaction-sources.ts';
import type { PurchaseNeeds } from './transaction-take.ts';

export interface ProcessorNeeds extends PurchaseNeeds {
  clock: Clock;
}

export const eventKinds = ['CLEARING', 'REVERSAL', 'REFUND', 'REFUND_REVERSAL'] as const;
export type EventKind = (typeof eventKinds)[number];

export interface Message<K extends string = string> {
  /** The same message has the same id, however often it comes. */
  messageId: string;
  processorRef: string;
  /** All messages of one purchase have it. */
  transactionToken: string;
  kind: K;
  amount: number;
  currency: string;
  merchant: Merchant;
}

export type Question = Message<AuthorizationKind | 'AUTHORIZATION_ADVICE'>;
export type News = Message<EventKind>;

/** How long what came before its authorization waits for it. */
export const PATIENCE_MS = DAY_MS;
/** Who is waited for may come at the same moment: looked for again soon, and then ever more seldom. */
const FIRST_LOOK_MS = MINUTE_MS;
export const WAITING_JOB = 'card-message.apply';

/** The constraint that a message breaks which came before. */
export const TOLD_BEFORE = 'card_messages_pkey';

/** Keeps a message with its answer, in the statement that does what it says. */
export const keepMessage = (purse: Purse, message: Message, { answer, at }: { answer: object; at: Date }): Effect => ({
  kind: keepKind,
  rows: [{ state: 'DONE', answer: JSON.stringify(answer), ...rowOf(purse, message, at) }],
});

/** Keeps a message that cannot be applied yet, and sees to it that it will be. */
export const keepWaiting = (purse: Purse, message: Message, { answer, at }: { answer: object; at: Date }): Effect[] => [
  { kind: keepKind, rows: [{ state: 'WAITING', answer: JSON.stringify(answer), ...rowOf(purse, message, at) }] },
  lookAgain(purse, { messageId: message.messageId, since: at, at }),
];

/** The next look is as far away as the message is old, and the last one at the end of all patience. */
export function lookAgain(
  { platformId, cardId, clockOffsetMs }: Purse,
  { messageId, since, at }: { messageId: string; since: Date; at: Date },
): Effect {
  const ageMs = at.getTime() - since.getTime();
  const runAt = addMs(at, Math.min(Math.max(ageMs, FIRST_LOOK_MS), PATIENCE_MS - ageMs));
  const payload = { messageId };
  return enqueue([{ platformId, kind: WAITING_JOB, resourceId: cardId, payload, runAt, createdAt: at, clockOffsetMs }]);
}

/** A message that has waited is applied, in the statement that does what it says. */
export const endWaiting = (purse: Purse, message: Message, answer: object): Effect => ({
  kind: endKind,
  rows: [answerRow(purse, message, answer)],
});

/** Another answer than was kept with what the message has brought about, which is undone by the same statement. */
export const reviseAnswer = (purse: Purse, message: Message, answer: object): Effect => ({
  kind: reviseKind,
  rows: [answerRow(purse, message, answer)],
});

const answerRow = ({ platformId }: Purse, { messageId }: Message, answer: object) => ({
  platform_id: platformId,
  id: messageId,
  answer: JSON.stringify(answer),
});

const rowOf = ({ platformId, cardId }: Purse, message: Message, at: Date) => ({
  platform_id: platformId,
  id: message.messageId,
  card_id: cardId,
  token: message.transactionToken,
  body: message,
  at,
});

const keepKind: EffectKind = {
  name: 'card_message_kept',
  statement: (rows) => sql`
    INSERT INTO card_messages (platform_id, id, card_id, token, body, state, answer, created_at)
    SELECT platform_id, id, card_id, token, body, state, answer, at
    FROM ${rows} AS r(item int, platform_id text, id text, card_id text, token text, body jsonb, state text, answer text,
      at timestamptz)
    JOIN guarded USING (item)`,
};

/** Applied by somebody else meanwhile: NULL undoes what is about to happen a second time. */
const endKind: EffectKind = {
  name: 'card_message_applied',
  statement: (rows) => sql`
    UPDATE card_messages m SET state = CASE m.state WHEN 'WAITING' THEN 'DONE' END, answer = r.answer
    FROM ${rows} AS r(item int, platform_id text, id text, answer text) JOIN guarded USING (item)
    WHERE m.platform_id = r.platform_id AND m.id = r.id`,
};

const reviseKind: EffectKind = {
  name: 'card_message_revised',
  statement: (rows) => sql`
    UPDATE card_messages m SET answer = r.answer
    FROM ${rows} AS r(item int, platform_id text, id text, answer text) JOIN guarded USING (item)
    WHERE m.platform_id = r.platform_id AND m.id = r.id`,
};

export interface Kept<M extends Message = Message> {
  message: M;
  state: 'DONE' | 'WAITING';
  answer: object;
  at: Date;
}

const purseOfMessage = purseFinder(
  sql`c.processor_ref = k.processor_ref`,
  sql`, (SELECT m.answer FROM card_messages m WHERE m.platform_id = c.platform_id AND m.id = k.message_id) AS answer,
    EXISTS (SELECT 1 FROM card_messages w
      WHERE w.platform_id = c.platform_id AND w.token = k.token AND w.state = 'WAITING') AS has_waiting`,
);

/** The card, what was answered to this message if it came before, and whether others wait for the same purchase. */
export async function lookUp(db: Database, { processorRef, messageId, transactionToken }: Message) {
  const { purse, row } = await readPurseWith<{ answer: string | null; has_waiting: boolean }>(db, {
    finder: purseOfMessage,
    key: { processor_ref: processorRef, message_id: messageId, token: transactionToken },
  });
  const answer = row.answer === null ? undefined : (JSON.parse(row.answer) as object);
  return { purse, answer, hasWaiting: row.has_waiting };
}

export async function readMessage(db: Database, platformId: string, id: string): Promise<Kept<News> | undefined> {
  const [row] = await db.find<MessageRow>(
    sql`SELECT body, state, answer, created_at FROM card_messages WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return row && toKept(row);
}

/** In the order in which they came. */
export async function waitingFor(db: Database, platformId: string, token: string): Promise<Kept<News>[]> {
  const rows = await db.find<MessageRow>(sql`
    SELECT body, state, answer, created_at FROM card_messages
    WHERE platform_id = ${platformId} AND token = ${token} AND state = 'WAITING' ORDER BY created_at, id`);
  return rows.map(toKept);
}

/** The purchase that the processor knows by this token. */
export async function purchaseOf(
  db: Database,
  platformId: string,
  token: string,
): Promise<CardTransaction | undefined> {
  const [found] = await readCardTransactions(db, sql`platform_id = ${platformId} AND reference = ${token}`);
  return found;
}

interface MessageRow {
  body: News;
  state: 'DONE' | 'WAITING';
  answer: string;
  created_at: Date;
}

const toKept = ({ body, state, answer, created_at }: MessageRow): Kept<News> => ({
  message: body,
  state,
  answer: JSON.parse(answer),
  at: created_at,
});
