/** Methods that one end serves, by name. Each takes one JSON value and returns another. */
// biome-ignore lint/suspicious/noExplicitAny: the interfaces of both ends supply the types.
type Methods<T> = { [K in keyof T]: (input: any) => unknown };

interface PendingCall {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

interface CallMessage {
  call: string;
  id: number;
  input: unknown;
}

interface ReplyMessage {
  reply: number;
  value?: unknown;
  error?: string;
}

type Message = CallMessage | ReplyMessage;

/** One end of the connection between primary and worker. Both ends make and serve calls. */
export class ProcessChannel<Theirs extends Methods<Theirs>, Ours extends Methods<Ours>> {
  readonly #send: (message: Message) => void;
  readonly #methods: Ours;
  readonly #pending = new Map<number, PendingCall>();
  #lastId = 0;
  #isClosed = false;

  constructor(send: (message: Message) => void, methods: Ours) {
    this.#send = send;
    this.#methods = methods;
  }

  call<K extends keyof Theirs & string>(
    name: K,
    ...[input]: Parameters<Theirs[K]>
  ): Promise<Awaited<ReturnType<Theirs[K]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(processEnded());
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#send({ call: name, id, input });
    });
  }

  /** Ignores messages of other protocols, for example those of node:cluster. */
  receive(message: unknown): void {
    if (typeof message !== 'object' || message === null) return;
    if ('call' in message) void this.#serve(message as CallMessage);
    else if ('reply' in message) this.#settle(message as ReplyMessage);
  }

  /** Fails every pending call, because the other process has ended. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#pending.values()) reject(processEnded());
    this.#pending.clear();
  }

  async #serve({ call, id, input }: CallMessage): Promise<void> {
    try {
      this.#send({ reply: id, value: await this.#methods[call as keyof Ours](input) });
    } catch (error) {
      this.#send({ reply: id, error: (error as Error).message });
    }
  }

  #settle({ reply, value, error }: ReplyMessage): void {
    const pending = this.#pending.get(reply);
    this.#pending.delete(reply);
    if (error === undefined) pending?.resolve(value as never);
    else pending?.reject(new Error(error));
  }
}

const processEnded = (): Error => new Error('the other process has ended');
