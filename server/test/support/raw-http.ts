import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** A connection that sends arbitrary bytes, including those that no HTTP client would send. */
export class RawConnection {
  readonly #socket: Socket;
  #received = '';
  readonly closed: Promise<void>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      this.#received += chunk;
    });
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static async open(url: string): Promise<RawConnection> {
    const { port } = new URL(url);
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawConnection(socket);
  }

  send(...lines: string[]): void {
    this.#socket.write(lines.join('\r\n'), 'latin1');
  }

  /** The next complete response on this connection. */
  async answer(withinMs = 60_000): Promise<RawAnswer> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const answer = this.#take();
      if (answer) return answer;
      if (Date.now() > deadline) throw new Error(`no answer in ${withinMs} ms, only: ${this.#received}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(): RawAnswer | undefined {
    const [, status, head = ''] = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(this.#received) ?? [];
    if (!status) return undefined;
    const headers = new Headers(head.split('\r\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const start = this.#received.indexOf('\r\n\r\n') + 4;
    const end = start + Number(headers.get('content-length') ?? 0);
    if (this.#received.length < end) return undefined;
    const body = this.#received.slice(start, end);
    this.#received = this.#received.slice(end);
    return { status: Number(status), headers, body };
  }
}
