/** What one end may be asked, by name: each takes one value that JSON can carry, and answers with another. */
// biome-ignore lint/suspicious/noExplicitAny: the types are those of the interfaces that are put in here.
type Methods<T> = { [K in keyof T]: (input: any) => unknown };

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

interface Question {
  ask: string;
  id: number;
  input: unknown;
}

interface Reply {
  answer: number;
  value?: unknown;
  error?: string;
}

type Message = Question | Reply;

/** One end of the line between the primary and a worker: both ask, both answer. */
export class Channel<Theirs extends Methods<Theirs>, Ours extends Methods<Ours>> {
  readonly #send: (message: Message) => void;
  readonly #methods: Ours;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isClosed = false;

  constructor(send: (message: Message) => void, methods: Ours) {
    this.#send = send;
    this.#methods = methods;
  }

  ask<K extends keyof Theirs & string>(
    name: K,
    ...[input]: Parameters<Theirs[K]>
  ): Promise<Awaited<ReturnType<Theirs[K]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(gone());
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#send({ ask: name, id, input });
    });
  }

  /** Whatever came in; what is not ours is left to others. */
  receive(message: unknown): void {
    if (typeof message !== 'object' || message === null) return;
    if ('ask' in message) void this.#answer(message as Question);
    else if ('answer' in message) this.#settle(message as Reply);
  }

  /** The other end is gone: what waits for it fails. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(gone());
    this.#waiting.clear();
  }

  async #answer({ ask, id, input }: Question): Promise<void> {
    try {
      this.#send({ answer: id, value: await this.#methods[ask as keyof Ours](input) });
    } catch (error) {
      this.#send({ answer: id, error: (error as Error).message });
    }
  }

  #settle({ answer, value, error }: Reply): void {
    const waiting = this.#waiting.get(answer);
    this.#waiting.delete(answer);
    if (error === undefined) waiting?.resolve(value as never);
    else waiting?.reject(new Error(error));
  }
}

const gone = (): Error => new Error('the other process has ended');
