import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Proxies between a client and a unix socket, and can drop all traffic. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isBlackHole = false;

  private constructor(target: string) {
    this.#server = createServer((client) => {
      const upstream = connect(target);
      this.#join(client, upstream);
      this.#join(upstream, client);
    });
  }

  static async start({ host, port }: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(`${host}/.s.PGSQL.${port}`);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Keeps connections open but drops all data. */
  swallow(isBlackHole: boolean): void {
    this.#isBlackHole = isBlackHole;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (chunk) => {
      if (!this.#isBlackHole) to.write(chunk);
    });
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
