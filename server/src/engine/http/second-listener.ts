import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Listens on another address for the same HTTP server, with the same timeouts, limits and draining. */
export async function listenAlso(http: HttpServer, address: { host: string; port: number }): Promise<Server> {
  // Same options as the sockets of node:http.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.emit('connection', socket));
  listener.listen(address);
  await once(listener, 'listening');
  return listener;
}
