import type { Effect } from '../../../foundation/db/effects.ts';
import type { Page, PageRequest } from '../../../foundation/db/page.ts';

export const messageChannels = ['EMAIL', 'SMS'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export interface OutgoingMessage {
  platformId: string;
  channel: MessageChannel;
  to: string;
  /** Sender configured by the platform. */
  from?: { address?: string | undefined; name?: string | undefined; replyTo?: string | undefined };
  subject?: string;
  text: string;
  html?: string;
  /** One-time code in the text, for the sandbox inbox. */
  code?: string;
  /** Resource of the message, such as the quote that the code authorizes. */
  resourceId?: string;
  at: Date;
  clockOffsetMs: number;
}

/** Sends mail and text messages. */
export interface Messaging {
  /** Creates a one-time code with this number of digits. */
  newCode(digits: number): string;
  /** Returns an effect for the statement of the change that causes the message, so that both are atomic. */
  send(message: OutgoingMessage): Effect;
}

export interface InboxFilter extends PageRequest {
  to?: string | undefined;
  channel?: MessageChannel | undefined;
  /** Lists only messages after this id. */
  after?: string | undefined;
}

/** Wakes requests in this process that wait for a message. */
export const MESSAGES_SIGNAL = 'messages';

/** Sandbox messages, which are stored instead of sent. */
export interface Inbox {
  list(platformId: string, filter: InboxFilter): Promise<Page<object>>;
}
