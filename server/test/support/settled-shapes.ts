import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { settleShapes } from '../../src/processes/shapes.ts';

/** Needs --allow-natives-syntax and --expose-gc. */
const isFast = new Function('value', 'return %HasFastProperties(value)') as (value: object) => boolean;

/** V8 keeps what an object looks like for some searches after the last of them is gone. */
const SEARCHES = 8;

if (process.argv.includes('settled')) settleShapes();
await sleep(1);

let latest: ServerResponse | undefined;
const server = createServer((_request, response) => {
  latest = response;
  response.end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

async function ask(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const [response] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
    await once(response.resume(), 'end');
  }
}

await ask(6);
latest = undefined;
for (let i = 0; i < SEARCHES; i++) {
  await sleep(5);
  globalThis.gc?.();
}
await ask(3);
process.stdout.write(String(latest && isFast(latest)));
server.close();
