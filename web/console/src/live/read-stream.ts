import { BASE_PATH } from '../api/client.ts';
import { sessionHeaders } from '../api/session.ts';
import type { Topic } from './topics.ts';

/** A frame of the stream: `ready`, `hint`, `reset`, or a heartbeat without an event. */
export interface Frame {
  event: string;
  topic?: Topic;
}

interface Reading {
  topics: readonly Topic[];
  lastEventId: string | undefined;
  signal: AbortSignal;
  onFrame: (frame: Frame, id: string | undefined) => void;
}

/** The session is not accepted: there is nothing to try again. */
export class StreamRejected extends Error {}

/** Reads the stream of the server until it ends. `fetch` is used because EventSource sends no headers. */
export async function readStream({ topics, lastEventId, signal, onFrame }: Reading): Promise<void> {
  const headers = { ...sessionHeaders({ isBackground: true }), ...(lastEventId && { 'last-event-id': lastEventId }) };
  const answer = await fetch(`${BASE_PATH}/stream?topics=${topics.join()}`, { headers, signal });
  if (answer.status === 401 || answer.status === 403) throw new StreamRejected(`status ${answer.status}`);
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) parse(block, onFrame);
  }
}

function parse(block: string, onFrame: Reading['onFrame']): void {
  const fieldOf = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = fieldOf('data');
  const { topic } = (data ? JSON.parse(data) : {}) as { topic?: Topic };
  onFrame({ event: fieldOf('event') ?? 'heartbeat', ...(topic && { topic }) }, fieldOf('id'));
}
