import type { Http } from './http.ts';
import { poll } from './server/processes.ts';

const WAIT_MS = 5_000;

export interface Message {
  id: string;
  channel: 'EMAIL' | 'SMS';
  to: string;
  subject?: string;
  text: string;
  html?: string;
  code?: string;
  createdAt: string;
}

export interface MessageQuery {
  /** Email address or phone number. */
  to?: string;
  channel?: Message['channel'];
  /** How long to wait for the message. */
  timeoutMs?: number;
}

/** Emails and text messages that the platform would have sent. */
export interface SandboxInbox {
  /** Newest first. */
  list(query?: MessageQuery): Promise<Message[]>;
  /** The newest message; waits until there is one. */
  latest(query?: MessageQuery): Promise<Message>;
  /** The code in the newest message that has one; waits until there is one. */
  code(query?: MessageQuery): Promise<string>;
}

export function inboxOf(http: Http): SandboxInbox {
  const list = async ({ to, channel }: MessageQuery = {}): Promise<Message[]> => {
    const query = new URLSearchParams({ ...(to && { to }), ...(channel && { channel }) });
    return (await http.get<{ data: Message[] }>(`/sandbox/messages?${query}`)).data;
  };
  const find = async (query: MessageQuery, fits: (message: Message) => boolean, wanted: string): Promise<Message> => {
    const { timeoutMs = WAIT_MS } = query;
    let found: Message | undefined;
    const isThere = async (): Promise<boolean> => {
      found = (await list(query)).find(fits);
      return found !== undefined;
    };
    await poll(isThere, timeoutMs);
    if (found) return found;
    const others = (await list()).map(({ channel, to, text }) => `  ${channel} to ${to}: ${text}`);
    const there = others.length > 0 ? `The inbox has:\n${others.join('\n')}` : 'The inbox is empty.';
    throw new Error(`No ${wanted}${query.to ? ` to ${query.to}` : ''} within ${timeoutMs} ms. ${there}`);
  };
  return {
    list,
    latest: (query = {}) => find(query, () => true, 'message'),
    code: async (query = {}) => (await find(query, ({ code }) => code !== undefined, 'code')).code ?? '',
  };
}
