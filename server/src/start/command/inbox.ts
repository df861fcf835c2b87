import { MAX_WAIT_SECONDS } from '../../engine/webhooks/event-waits.ts';
import { monotonicMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { NothingFound, TimedOut } from '../../foundation/runtime/errors.ts';
import type { Json } from './api.ts';
import { connect, type ServerOptions } from './connect.ts';
import type { Ended, Invocation } from './invocation.ts';

interface LatestOptions extends ServerOptions {
  to: string;
  /** In seconds. */
  wait: number;
  code?: boolean;
}

/** Prints the newest message to an address, and waits for a message if there is none yet. */
export async function latest(invocation: Invocation<LatestOptions>): Promise<Ended> {
  const { options, print } = invocation;
  const api = await connect(invocation);
  const deadline = monotonicMs() + options.wait * SECOND_MS;
  const query = new URLSearchParams({ to: options.to, limit: '20' });
  for (;;) {
    const leftMs = deadline - monotonicMs();
    const wait = Math.min(Math.max(0, Math.ceil(leftMs / SECOND_MS)), MAX_WAIT_SECONDS);
    query.set('wait', String(wait));
    const { data } = await api.get(`/sandbox/messages?${query}`, { wait });
    const message = data.find(({ code }: Json) => !options.code || code !== undefined);
    if (message) {
      print(options.code ? { code: message.code } : message, options.code ? message.code : message.text);
      return { exit: 'OK' };
    }
    if (leftMs <= 0) {
      const message = `There is no message to ${options.to}${options.code ? ' with a code' : ''}.`;
      if (options.wait === 0) throw new NothingFound(message, { hint: 'Wait for one with --wait 10s.' });
      throw new TimedOut(message, { hint: 'Wait longer with --wait.' });
    }
    // Skips messages without a code, and waits for newer ones.
    if (data.length > 0) query.set('after', data[0].id);
  }
}
