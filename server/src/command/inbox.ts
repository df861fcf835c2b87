import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, SECOND_MS } from '../kernel/clock.ts';
import { TimedOut } from '../runtime/errors.ts';
import type { Json } from './api.ts';
import { connect, type ServerOptions } from './connect.ts';
import type { Ended, Invocation } from './invocation.ts';

const POLL_MS = 200;

interface LatestOptions extends ServerOptions {
  to: string;
  /** Seconds. */
  wait: number;
  code?: boolean;
}

/** The newest message to an address, waiting for one if there is none yet. */
export async function latest(invocation: Invocation<LatestOptions>): Promise<Ended> {
  const { options, print } = invocation;
  const api = await connect(invocation);
  const deadline = monotonicMs() + options.wait * SECOND_MS;
  const query = new URLSearchParams({ to: options.to, limit: '20' });
  for (;;) {
    const { data } = await api.get(`/sandbox/messages?${query}`);
    const message = data.find(({ code }: Json) => !options.code || code !== undefined);
    if (message) {
      print(options.code ? { code: message.code } : message, options.code ? message.code : message.text);
      return { exit: 'OK' };
    }
    if (monotonicMs() >= deadline) {
      throw new TimedOut(`There is no message to ${options.to}${options.code ? ' with a code' : ''}.`, {
        hint: 'Wait for one with --wait 10s.',
      });
    }
    await sleep(POLL_MS);
  }
}
