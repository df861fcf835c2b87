import type { Effect } from '../../db/effects.ts';
import type { Page, PageRequest } from '../../db/page.ts';

export const channels = ['EMAIL', 'SMS'] as const;
export type Channel = (typeof channels)[number];

export interface OutgoingMessage {
  platformId: string;
  channel: Channel;
  to: string;
  /** The platform's own sender, where it has configured one. */
  from?: { address?: string | undefined; name?: string | undefined; replyTo?: string | undefined };
  subject?: string;
  text: string;
  html?: string;
  /** The code inside the text, for readers of the sandbox inbox. */
  code?: string;
  at: Date;
  clockOffsetMs: number;
}

/** How people are written to. */
export interface Messaging {
  /** A one-time code of this many digits. */
  newCode(digits: number): string;
  /** Goes into the statement of the change that the message tells of: both happen, or neither. */
  send(message: OutgoingMessage): Effect;
}

export interface InboxFilter extends PageRequest {
  to?: string | undefined;
  channel?: Channel | undefined;
}

/** What was sent, for those who cannot receive it: the sandbox. */
export interface Inbox {
  list(platformId: string, filter: InboxFilter): Promise<Page<object>>;
}
