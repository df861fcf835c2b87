import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { jsonb, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { EventMessage, ProcessorMessage } from './processor-schemas.ts';
import { type CardFunding, fundingFinder, getFundingRow } from './transaction-funding.ts';

const messages = table('card_messages', {
  platformId: text(),
  id: text(),
  cardId: text(),
  token: text(),
  body: jsonb<ProcessorMessage>(),
  state: text<'DONE' | 'WAITING'>(),
  /** Response as JSON. */
  answer: text(),
  createdAt: timestamptz(),
});

/** The constraint that a repeated message violates. */
export const MESSAGE_STORED = 'card_messages_pkey';

const messageFinder = fundingFinder(
  sql`c.processor_ref = k.processor_ref`,
  sql`, (SELECT m.answer FROM card_messages m WHERE m.platform_id = c.platform_id AND m.id = k.message_id) AS answer,
    EXISTS (SELECT 1 FROM card_messages w
      WHERE w.platform_id = c.platform_id AND w.token = k.token AND w.state = 'WAITING') AS has_waiting`,
);

/** Reads the card of a message, the response to an earlier copy, and whether other messages wait for its purchase. */
export async function getCardOfMessage<Answer>(db: Database, message: ProcessorMessage) {
  const { processorRef, messageId, transactionToken } = message;
  const { funding, row } = await getFundingRow<{ answer: string | null; has_waiting: boolean }>(db, {
    finder: messageFinder,
    key: { processor_ref: processorRef, message_id: messageId, token: transactionToken },
  });
  const answer = row.answer === null ? undefined : (JSON.parse(row.answer) as Answer);
  return { funding, answer, hasWaiting: row.has_waiting };
}

interface Stored {
  answer: object;
  at: Date;
  state?: 'DONE' | 'WAITING';
}

/** Stores a message with its response, in the statement that applies it. */
export const storeMessage = (
  { platformId, cardId }: CardFunding,
  message: ProcessorMessage,
  { answer, at, state = 'DONE' }: Stored,
): Effect => ({
  kind: storeKind,
  rows: [
    messages.toRow({
      platformId,
      id: message.messageId,
      cardId,
      token: message.transactionToken,
      body: message,
      state,
      answer: JSON.stringify(answer),
      createdAt: at,
    }),
  ],
});

/** Marks a waiting message as applied, in the statement that applies it. */
export const completeMessage = (funding: CardFunding, message: EventMessage, answer: object): Effect => ({
  kind: completeKind,
  rows: [responseRow(funding, message, answer)],
});

/** Replaces the stored response, in the statement that reverts the effect of the message. */
export const replaceResponse = (
  funding: Pick<CardFunding, 'platformId'>,
  message: Pick<ProcessorMessage, 'messageId'>,
  answer: object,
): Effect => ({
  kind: replaceKind,
  rows: [responseRow(funding, message, answer)],
});

const responseRow = (
  { platformId }: Pick<CardFunding, 'platformId'>,
  { messageId }: Pick<ProcessorMessage, 'messageId'>,
  answer: object,
) => ({
  platform_id: platformId,
  id: messageId,
  answer: JSON.stringify(answer),
});

const storeKind = messages.insertKind('card_message_stored');

/** If the message was applied concurrently, NOT NULL is violated and the statement is rolled back. */
const completeKind: EffectKind = {
  name: 'card_message_applied',
  statement: (rows) => sql`
    UPDATE card_messages m SET state = CASE m.state WHEN 'WAITING' THEN 'DONE' END, answer = r.answer
    FROM ${rows} AS r(item int, platform_id text, id text, answer text) JOIN guarded USING (item)
    WHERE m.platform_id = r.platform_id AND m.id = r.id`,
};

const replaceKind: EffectKind = {
  name: 'card_message_revised',
  statement: (rows) => sql`
    UPDATE card_messages m SET answer = r.answer
    FROM ${rows} AS r(item int, platform_id text, id text, answer text) JOIN guarded USING (item)
    WHERE m.platform_id = r.platform_id AND m.id = r.id`,
};

/** The stored response to a message of this platform. */
export async function findResponse<Answer>(db: Database, platformId: string, id: string): Promise<Answer | undefined> {
  const [row] = await db.readPipelined<{ answer: string }>(
    sql`SELECT answer FROM card_messages WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return row && (JSON.parse(row.answer) as Answer);
}

export interface StoredEvent {
  message: EventMessage;
  state: 'DONE' | 'WAITING';
  receivedAt: Date;
}

export async function findEvent(db: Database, platformId: string, id: string): Promise<StoredEvent | undefined> {
  const [row] = await db.readPipelined<StoredRow>(
    sql`SELECT ${stored.columns} FROM card_messages WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  return row && toEvent(row);
}

/** Events that wait for a purchase, in the order of their arrival. */
export async function readWaiting(db: Database, platformId: string, token: string): Promise<StoredEvent[]> {
  const rows = await db.readPipelined<StoredRow>(sql`
    SELECT ${stored.columns} FROM card_messages
    WHERE platform_id = ${platformId} AND token = ${token} AND state = 'WAITING' ORDER BY created_at, id`);
  return rows.map(toEvent);
}

const stored = messages.only('body', 'state', 'createdAt');
type StoredRow = RowOf<typeof stored>;

/** Only events wait, so a stored message that is read back is never an authorization. */
const toEvent = ({ body, state, created_at }: StoredRow): StoredEvent => ({
  message: body as EventMessage,
  state,
  receivedAt: created_at,
});
