import type { Database } from '../../../foundation/db/database.ts';
import type { EffectKind } from '../../../foundation/db/effects.ts';
import { mapPage, page } from '../../../foundation/db/page.ts';
import { sql } from '../../../foundation/db/sql.ts';
import { nullable, type RowOf, table, text, timestamptz } from '../../../foundation/db/table.ts';
import { idPattern, newId } from '../../../foundation/kernel/ids.ts';
import { SANDBOX_CODE } from '../magic-values.ts';
import { type Inbox, type InboxFilter, MESSAGES_SIGNAL, type MessageChannel, type Messaging } from './port.ts';

const messages = table('messages', {
  platformId: text(),
  id: text(),
  channel: text<MessageChannel>(),
  recipient: text(),
  subject: nullable(text()),
  body: text(),
  html: nullable(text()),
  code: nullable(text()),
  resourceId: nullable(text()),
  createdAt: timestamptz(),
});

type MessageRow = RowOf<typeof messages>;

/** Stores messages instead of sending them. GET /sandbox/messages lists them. */
export const sandboxMessaging: Messaging = {
  newCode: (digits) => SANDBOX_CODE.slice(0, digits).padEnd(digits, '0'),
  send: ({ platformId, channel, to, subject = null, text, html = null, code = null, resourceId = null, at }) => ({
    kind: messageKind,
    rows: [
      messages.toRow({
        platformId,
        id: newId('Message'),
        channel,
        recipient: to,
        subject,
        body: text,
        html,
        code,
        resourceId,
        createdAt: at,
      }),
    ],
  }),
};

const messageKind: EffectKind = {
  ...messages.insertKind('message_recorded'),
  signal: MESSAGES_SIGNAL,
  hints: ({ platform_id: platformId, id }: MessageRow) => [{ platformId, topic: 'message', resourceId: id, key: id }],
};

export const sandboxInbox = (db: Database): Inbox => ({
  list: (platformId, filter) => listMessages(db, platformId, filter),
});

async function listMessages(db: Database, platformId: string, { to, channel, after, ...request }: InboxFilter) {
  const where = [
    sql`platform_id = ${platformId}`,
    ...(to === undefined ? [] : [sql`recipient = ${to}`]),
    ...(channel === undefined ? [] : [sql`channel = ${channel}`]),
    ...(after === undefined ? [] : [sql`id > ${after}`]),
  ];
  const from = sql`FROM messages`;
  const listed = await page<MessageRow>(db, {
    keys: idPattern('Message'),
    select: messages.columns,
    from,
    where,
    request,
  });
  return mapPage(listed, messageJson);
}

const messageJson = (row: MessageRow) => ({
  id: row.id,
  channel: row.channel,
  to: row.recipient,
  ...(row.subject && { subject: row.subject }),
  text: row.body,
  ...(row.html && { html: row.html }),
  ...(row.code && { code: row.code }),
  createdAt: row.created_at,
});
