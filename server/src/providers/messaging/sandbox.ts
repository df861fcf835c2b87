import type { Database } from '../../db/database.ts';
import type { EffectKind } from '../../db/effects.ts';
import { mapPage, page } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import { idPattern, newId } from '../../kernel/ids.ts';
import { SANDBOX_CODE } from '../magic-values.ts';
import type { Channel, Inbox, InboxFilter, Messaging } from './port.ts';

/** Nothing leaves the house: what would have been sent can be read under /sandbox/messages. */
export const sandboxMessaging: Messaging = {
  newCode: (digits) => SANDBOX_CODE.slice(0, digits).padEnd(digits, '0'),
  send: ({ platformId, channel, to, subject, text, html, code, at }) => ({
    kind: messageKind,
    rows: [
      { platform_id: platformId, id: newId('Message'), channel, recipient: to, subject, body: text, html, code, at },
    ],
  }),
};

export const sandboxInbox = (db: Database): Inbox => ({
  list: (platformId, filter) => listMessages(db, platformId, filter),
});

async function listMessages(db: Database, platformId: string, { to, channel, ...request }: InboxFilter) {
  const where = [
    sql`platform_id = ${platformId}`,
    ...(to === undefined ? [] : [sql`recipient = ${to}`]),
    ...(channel === undefined ? [] : [sql`channel = ${channel}`]),
  ];
  const select = sql`id, channel, recipient, subject, body, html, code, created_at`;
  return mapPage(
    await page<MessageRow>(db, { keys: idPattern('Message'), select, from: sql`FROM messages`, where, request }),
    messageJson,
  );
}

const messageKind: EffectKind = {
  name: 'message_recorded',
  statement: (rows) => sql`
    INSERT INTO messages (platform_id, id, channel, recipient, subject, body, html, code, created_at)
    SELECT platform_id, id, channel, recipient, subject, body, html, code, at
    FROM ${rows} AS r(item int, platform_id text, id text, channel text, recipient text, subject text, body text,
      html text, code text, at timestamptz)
    JOIN guarded USING (item)`,
};

interface MessageRow {
  id: string;
  channel: Channel;
  recipient: string;
  subject: string | null;
  body: string;
  html: string | null;
  code: string | null;
  created_at: Date;
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
