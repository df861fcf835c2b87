import type { Client, SandboxMessage } from '../../client/src/index.ts';
import { poll } from './server/processes.ts';

const WAIT_MS = 5_000;

export interface MessageQuery {
  /** Email address or phone number. */
  to?: string;
  channel?: SandboxMessage['channel'];
  /** How long to wait for the message. */
  timeoutMs?: number;
}

/** Emails and text messages that the platform would have sent. */
export interface PlatformInbox {
  /** Newest first. */
  list(query?: MessageQuery): Promise<SandboxMessage[]>;
  /** The newest message; waits until there is one. */
  latest(query?: MessageQuery): Promise<SandboxMessage>;
  /** The code in the newest message that has one; waits until there is one. */
  code(query?: MessageQuery): Promise<string>;
}

export function inboxOf({ sandbox: { messages } }: Client): PlatformInbox {
  const list = async ({ to, channel }: MessageQuery = {}): Promise<SandboxMessage[]> => {
    return (await messages.list({ ...(to && { to }), ...(channel && { channel }) })).data;
  };
  const find = async (
    query: MessageQuery,
    fits: (message: SandboxMessage) => boolean,
    wanted: string,
  ): Promise<SandboxMessage> => {
    const { timeoutMs = WAIT_MS } = query;
    let found: SandboxMessage | undefined;
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
