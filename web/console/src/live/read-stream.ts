import { BASE_PATH } from '../../../../sdk/client/src/generated/routes.ts';
import { sessionHeaders } from '../api/session.ts';
import { type OnFrame, readFrames, StreamRejected } from './frames.ts';
import type { Topic } from './topics.ts';

export interface Reading {
  topics: readonly Topic[];
  lastEventId: string | undefined;
  signal: AbortSignal;
  onFrame: OnFrame;
}

/** Reads the stream of the server until it ends. `fetch` is used because EventSource sends no headers. */
export async function readStream({ topics, lastEventId, signal, onFrame }: Reading): Promise<void> {
  const headers = { ...sessionHeaders({ isBackground: true }), ...(lastEventId && { 'last-event-id': lastEventId }) };
  const response = await fetch(`${BASE_PATH}/stream?topics=${topics.join()}`, { headers, signal });
  if (response.status === 401 || response.status === 403) throw new StreamRejected(`status ${response.status}`);
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  await readFrames(response.body, onFrame);
}
