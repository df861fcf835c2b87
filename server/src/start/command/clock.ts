import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import type { Json } from './api.ts';
import { connect, type ServerOptions } from './connect.ts';
import type { Ended, Invocation } from './invocation.ts';

export async function show(invocation: Invocation<ServerOptions>): Promise<Ended> {
  const clock = await (await connect(invocation)).get('/sandbox/clock');
  invocation.print(clock, [`now ${clock.now}`, ...clock.pending.map(lineOf)].join('\n'));
  return { exit: 'OK' };
}

export async function advance(invocation: Invocation<ServerOptions & { span: number }>): Promise<Ended> {
  return move(invocation, invocation.options.span);
}

/** Advances the clock to the next due event. */
export async function next(invocation: Invocation<ServerOptions>): Promise<Ended> {
  const { now, pending } = await (await connect(invocation)).get('/sandbox/clock');
  const [first] = pending as { at: string }[];
  if (first) return move(invocation, Math.max(1, Math.ceil((Date.parse(first.at) - Date.parse(now)) / SECOND_MS)));
  invocation.note('Nothing is due.');
  return { exit: 'OK' };
}

async function move(invocation: Invocation<ServerOptions>, seconds: number): Promise<Ended> {
  const moved = await (await connect(invocation)).post('/sandbox/clock/advance', { seconds });
  invocation.print(moved, [`now ${moved.now}`, ...moved.happened.map(lineOf)].join('\n'));
  return { exit: 'OK' };
}

const lineOf = ({ at, kind, resourceId }: Json): string => `${at} ${kind} ${resourceId}`;
