import type { Json } from './api.ts';
import { connect, type ServerOptions } from './connect.ts';
import type { Ended, Invocation } from './invocation.ts';

interface ListOptions extends ServerOptions {
  type?: string;
  resource?: string;
  limit: number;
}

export async function list(invocation: Invocation<ListOptions>): Promise<Ended> {
  const { options, print } = invocation;
  const api = await connect(invocation);
  const query = new URLSearchParams({
    limit: String(options.limit),
    ...(options.type && { type: options.type }),
    ...(options.resource && { resourceId: options.resource }),
  });
  const { data } = await api.get(`/webhooks/events?${query}`);
  for (const event of data) print(event, lineOf(event));
  return { exit: 'OK' };
}

interface EventOptions extends ServerOptions {
  id: string;
}

export async function get(invocation: Invocation<EventOptions>): Promise<Ended> {
  const api = await connect(invocation);
  const event = await api.get(`/webhooks/events/${encodeURIComponent(invocation.options.id)}`);
  invocation.print(event, JSON.stringify(event, null, 2));
  return { exit: 'OK' };
}

/** Sends an event again to the endpoint and to listeners. */
export async function resend(invocation: Invocation<EventOptions>): Promise<Ended> {
  const api = await connect(invocation);
  const event = await api.post(`/webhooks/events/${encodeURIComponent(invocation.options.id)}/redeliver`);
  invocation.print(event, lineOf(event));
  return { exit: 'OK' };
}

const lineOf = ({ createdAt, type, id, resourceId, status }: Json): string =>
  `${createdAt} ${type} ${id} ${resourceId} ${status}`;
