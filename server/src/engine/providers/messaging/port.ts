import type { Effect } from '../../../foundation/db/effects.ts';
import type { Page, PageRequest } from '../../../foundation/db/page.ts';

export const messageChannels = ['EMAIL', 'SMS'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export interface OutgoingMessage {
  platformId: string;
  channel: MessageChannel;
  to: string;
  /** Sender that the platform has configured. */
  from?: { address?: string | undefined; name?: string | undefined; replyTo?: string | undefined };
  subject?: string;
  text: string;
  html?: string;
  /** The one-time code in the text, for the sandbox inbox. */
  code?: string;
  /** Resource that the message concerns, such as the quote that its code authorizes. */
  resourceId?: string;
  at: Date;
  clockOffsetMs: number;
}

/** Sends mail and text messages. */
export interface Messaging {
  /** A one-time code of this many digits. */
  newCode(digits: number): string;
  /** The effect belongs in the statement of the change that causes the message, so that both are atomic. */
  send(message: OutgoingMessage): Effect;
}

export interface InboxFilter extends PageRequest {
  to?: string | undefined;
  channel?: MessageChannel | undefined;
  /** Only messages after this id. */
  after?: string | undefined;
}

/** Wakes requests of this process that wait for a message. */
export const MESSAGES_SIGNAL = 'messages';

/** Messages of the sandbox, which are stored instead of sent. */
export interface Inbox {
  list(platformId: string, filter: InboxFilter): Promise<Page<object>>;
}
