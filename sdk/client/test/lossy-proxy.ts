import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Forwarded {
  method: string;
  path: string;
  key: string | undefined;
  body: string;
  answer: string;
  isLost: boolean;
}

/** A proxy that forwards every request, and cuts the connection in place of the first response to each key. */
export class LossyProxy {
  readonly forwarded: Forwarded[] = [];
  readonly #server: Server;
  readonly #target: string;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const { method = 'GET', url: path = '/' } = incoming;
      const headers = Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
      const response = await fetch(this.#target + path, {
        method,
        headers: headers as [string, string][],
        ...(body.length > 0 && { body }),
      });
      const answer = await response.text();
      const key = incoming.headers['idempotency-key']?.toString();
      const isLost = key !== undefined && !this.forwarded.some((one) => one.key === key);
      this.forwarded.push({ method, path, key, body: body.toString('latin1'), answer, isLost });
      if (isLost) return outgoing.destroy();
      outgoing.writeHead(response.status, [...response.headers].filter(([name]) => !HOP_BY_HOP.includes(name)).flat());
      outgoing.end(answer);
    });
  }

  static async start(target: string): Promise<LossyProxy> {
    const proxy = new LossyProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const HOP_BY_HOP = ['connection', 'content-length', 'content-encoding', 'host', 'keep-alive', 'transfer-encoding'];
