import { until } from './server-process.ts';

export interface ReceivedFrame {
  id?: string;
  event?: string;
  data?: { topic?: string; resourceId?: string; at?: string };
  /** On the clock of `performance.now()`. */
  receivedAt: number;
}

interface OpenOptions {
  authorization?: string;
  /** Credentials of a session of the console. */
  session?: Record<string, string>;
  lastEventId?: string;
}

/** A client of GET /stream, which keeps the frames that it receives. */
export class HintReader {
  readonly frames: ReceivedFrame[] = [];
  readonly ended: Promise<void>;
  readonly response: Response;
  readonly #controller: AbortController;

  private constructor(response: Response, controller: AbortController) {
    this.response = response;
    this.#controller = controller;
    this.ended = this.#read();
  }

  /** Resolves when the server has sent the first frame. */
  static async open(url: string, { authorization, session, lastEventId }: OpenOptions): Promise<HintReader> {
    const controller = new AbortController();
    const headers = {
      ...(authorization !== undefined && { authorization }),
      ...session,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    };
    const response = await fetch(url, { headers, signal: controller.signal });
    const reader = new HintReader(response, controller);
    await until(() => reader.frames.some(({ event }) => event === 'ready'), 'the stream to be ready');
    return reader;
  }

  hints(topic: string): ReceivedFrame[] {
    return this.frames.filter(({ event, data }) => event === 'hint' && data?.topic === topic);
  }

  /** Milliseconds until a hint about the resource arrives. */
  async arrival(topic: string, resourceId: string): Promise<number> {
    const begunAt = performance.now();
    const find = (): ReceivedFrame | undefined => this.hints(topic).find(({ data }) => data?.resourceId === resourceId);
    await until(() => find() !== undefined, `a hint ${topic} about ${resourceId}`, 10_000);
    return Math.max(0, (find()?.receivedAt ?? 0) - begunAt);
  }

  async close(): Promise<void> {
    this.#controller.abort();
    await this.ended;
  }

  async #read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.frames.push(parse(block));
      }
    } catch (error) {
      if (!this.#controller.signal.aborted) throw error;
    }
  }
}

function parse(block: string): ReceivedFrame {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name));
  return {
    ...(id !== undefined && { id }),
    ...(event !== undefined && { event }),
    ...(data !== undefined && { data: JSON.parse(data) }),
    receivedAt: performance.now(),
  };
}
