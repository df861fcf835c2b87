import type { Topic } from './topics.ts';

/** A frame of the stream: `ready`, `hint`, `reset`, or a heartbeat without an event. */
export interface Frame {
  event: string;
  topic?: Topic;
}

export type OnFrame = (frame: Frame, id: string | undefined) => void;

/** The server rejects the session: another attempt would fail as well. */
export class StreamRejected extends Error {}

/** Reads frames until the stream ends. The rest of a frame that is cut off is dropped. */
export async function readFrames(body: ReadableStream<Uint8Array<ArrayBuffer>>, onFrame: OnFrame): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
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

function parse(block: string, onFrame: OnFrame): void {
  const fieldOf = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = fieldOf('data');
  const { topic } = (data ? JSON.parse(data) : {}) as { topic?: Topic };
  onFrame({ event: fieldOf('event') ?? 'heartbeat', ...(topic && { topic }) }, fieldOf('id'));
}
