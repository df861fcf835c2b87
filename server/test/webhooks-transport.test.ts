import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type AddressPolicy, localAddresses, publicAddresses } from '../src/engine/webhooks/addresses.ts';
import { openTransport, type Transport } from '../src/engine/webhooks/transport.ts';
import { readConfig } from '../src/foundation/config.ts';
import { openReceiver } from './support/webhook-receiver.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function receiverOf() {
  const receiver = await openReceiver();
  undo.push(() => receiver.close());
  return receiver;
}

function transportOf(addresses: AddressPolicy, proxyUrl?: string): Transport {
  const transport = openTransport({ addresses, proxyUrl });
  undo.push(() => transport.close());
  return transport;
}

const post = (transport: Transport, url: string, timeoutMs = 5_000) =>
  transport.post({ url, headers: {}, body: '{}', timeoutMs, maxResponseBytes: 100 });

describe('allowed addresses', () => {
  const never = [
    '0.0.0.0',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '192.52.193.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b:1::7f00:1',
    '100:0:0:1::1',
    '2001::1',
    '2001:20::1',
    '2620:4f:8000::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fec0::1',
    '::1%lo',
    'fe80::1%eth0',
    'localhost',
    '',
  ];
  const nearby = [
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.31.255.1',
    '192.168.0.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:0a00:0001',
  ];
  const open = ['1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1', '::ffff:101:101'];

  it('of production platforms are public', () => {
    for (const address of open) expect([address, publicAddresses.isAllowed(address)]).toEqual([address, true]);
    for (const address of [...never, ...nearby]) {
      expect([address, publicAddresses.isAllowed(address)]).toEqual([address, false]);
    }
  });

  it('of sandbox platforms include the own machine and network', () => {
    for (const address of [...open, ...nearby])
      expect([address, localAddresses.isAllowed(address)]).toEqual([address, true]);
    for (const address of never) expect([address, localAddresses.isAllowed(address)]).toEqual([address, false]);
  });
});

describe('sandbox platforms', () => {
  const masterKey = { MASTER_KEY: '0'.repeat(64) };
  const setting = { SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS: 'true' };
  it.each([
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.0.7' }, false],
    [masterKey, false],
    [{ SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS: 'false' }, false],
    [{ HOST: '::', ...masterKey, ...setting }, true],
  ])('of a server with the settings %j reach private networks: %s', (env, expected) => {
    expect(readConfig(env).sandboxReachesPrivateNetworks).toBe(expected);
  });
});

describe('a connection', () => {
  it('goes to the checked address: a name that changes its address has no effect', async () => {
    const receiver = await receiverOf();
    const { port } = new URL(receiver.url);
    const asked: string[] = [];
    const answers = [['1.1.1.1', '127.0.0.1'], ['127.0.0.1']];
    const changing: AddressPolicy = {
      isAllowed: (address) => address === '127.0.0.1',
      rule: 'must be this machine.',
      resolve: async (name) => {
        asked.push(name);
        return answers.shift() ?? ['10.0.0.1'];
      },
    };
    const transport = transportOf(changing);
    expect((await post(transport, `http://hooks.example:${port}/hooks`)).status).toBe(200);
    expect(asked).toEqual(['hooks.example']);
    expect(receiver.received[0]?.headers.host).toBe(`hooks.example:${port}`);
    const strict = transportOf({ ...changing, isAllowed: () => false });
    await expect(post(strict, `http://hooks.example:${port}/hooks`)).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    });
  });

  it('to a literal address is rejected, in any notation', async () => {
    const receiver = await receiverOf();
    const { port } = new URL(receiver.url);
    const transport = transportOf(publicAddresses);
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
      await expect(post(transport, `http://${host}:${port}/hooks`)).rejects.toMatchObject({
        code: 'ADDRESS_NOT_ALLOWED',
      });
    }
    expect(receiver.received).toEqual([]);
  });

  it('ends at its total time limit', async () => {
    const receiver = await receiverOf();
    receiver.answer(() => () => {});
    const started = performance.now();
    await expect(post(transportOf(localAddresses), receiver.url, 200)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('returns the status although the body never ends, and keeps its beginning', async () => {
    const receiver = await receiverOf();
    receiver.answer(() => (response) => {
      response.writeHead(200);
      response.write('x'.repeat(50));
    });
    const answer = await post(transportOf(localAddresses), receiver.url, 200);
    expect(answer).toEqual({ status: 200, answer: 'x'.repeat(50) });
    receiver.answer(() => (response) => response.writeHead(200).end(Buffer.alloc(1_000_000, 'y')));
    expect((await post(transportOf(localAddresses), receiver.url)).answer).toBe('y'.repeat(100));
  });
});

describe('a proxy', () => {
  async function openProxy(): Promise<{ url: string; asked: string[]; credentials: (string | undefined)[] }> {
    const asked: string[] = [];
    const credentials: (string | undefined)[] = [];
    const server: Server = createServer();
    server.on('connect', (request, socket, head) => {
      asked.push(request.url ?? '');
      credentials.push(request.headers['proxy-authorization']);
      if (request.url?.endsWith(':1')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      const { hostname, port } = new URL(`http://${request.url}`);
      const onward = connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    undo.push(async () => server.close());
    return { url: `http://me:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}`, asked, credentials };
  }

  it('receives the checked address and not the name', async () => {
    const receiver = await receiverOf();
    const { port } = new URL(receiver.url);
    const proxy = await openProxy();
    const resolve = async () => ['127.0.0.1'];
    const transport = transportOf({ ...localAddresses, resolve }, proxy.url);
    expect((await post(transport, `http://hooks.example:${port}/hooks`)).status).toBe(200);
    expect(proxy.asked).toEqual([`127.0.0.1:${port}`]);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('me:pass word').toString('base64')}`]);
    expect(receiver.received[0]?.headers.host).toBe(`hooks.example:${port}`);
    const strict = transportOf({ ...publicAddresses, resolve }, proxy.url);
    await expect(post(strict, `http://hooks.example:${port}/`)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' });
    await expect(post(transport, 'http://hooks.example:1/')).rejects.toMatchObject({ code: 'PROXY_REJECTED' });
  });
});
