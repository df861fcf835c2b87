import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './server-process.ts';

interface Target {
  url: string;
  isHealthy: boolean;
}

/**
 * A small TCP load balancer: it checks /readyz of each server at intervals, and passes each new connection to the next
 * healthy one. Like most, it repeats nothing: a connection that fails is the client's.
 */
export class Balancer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #intervalMs: number;
  #targets: Target[] = [];
  #next = 0;
  #isClosed = false;

  private constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
    this.#server = createServer((client) => this.#pass(client));
  }

  static async start(options: { checkEveryMs: number }): Promise<Balancer> {
    const balancer = new Balancer(options.checkEveryMs);
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the server has been found healthy; its health is checked until it is removed. */
  async add(url: string): Promise<void> {
    const target = { url, isHealthy: false };
    this.#targets.push(target);
    void this.#check(target);
    await until(() => target.isHealthy, `the balancer to find ${url} healthy`);
  }

  remove(url: string): void {
    this.#targets = this.#targets.filter((target) => target.url !== url);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #check(target: Target): Promise<void> {
    while (!this.#isClosed && this.#targets.includes(target)) {
      target.isHealthy = await fetch(`${target.url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      await sleep(this.#intervalMs);
    }
  }

  #pass(client: Socket): void {
    const healthy = this.#targets.filter(({ isHealthy }) => isHealthy);
    const target = healthy[this.#next++ % healthy.length];
    if (!target) return void client.destroy();
    const server = connect(Number(new URL(target.url).port), '127.0.0.1');
    this.#join(client, server);
    this.#join(server, client);
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.end();
    });
  }
}
