import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Footprint, measureFootprint } from '../footprint.ts';
import { openPlace, type Place } from '../place.ts';
import { hotShare } from '../rows/footprint.ts';

const PAYMENTS = 300;
const WARM_UP_PAYMENTS = 64;
/** Bytes of one payment with its five events delivered. Change them with the schema; they do not depend on the machine. */
const RECORDED = { walBytes: 19_200, diskBytes: 14_000 };
const MARGIN = 0.1;

let place: Place;
let receiver: Server;
let delivered: Footprint;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  place = await openPlace();
  delivered = await measureFootprint(place, {
    payments: PAYMENTS,
    warmUpPayments: WARM_UP_PAYMENTS,
    webhookEndpoint: `http://127.0.0.1:${port}/hooks`,
  });
});
afterAll(async () => {
  await place.close();
  receiver.closeAllConnections();
  receiver.close();
});

describe('one complete payment with its events delivered', () => {
  it.each(['walBytes', 'diskBytes'] as const)('keeps its %s within a tenth of the recorded figure', (name) => {
    const parts = JSON.stringify(delivered.tables, null, 1);
    expect(delivered[name], parts).toBeGreaterThan(RECORDED[name] * (1 - MARGIN));
    expect(delivered[name], parts).toBeLessThan(RECORDED[name] * (1 + MARGIN));
  });

  it('updates at least nine of ten transactions on their page', () => {
    expect(hotShare(delivered, ['transactions'])).toBeGreaterThan(0.9);
  });

  it('leaves PostgreSQL writing images of whole pages, as the next measurement expects', async () => {
    const { rows } = await place.books.db.pool.query('SHOW full_page_writes');
    expect(rows).toEqual([{ full_page_writes: 'on' }]);
  });

  it('updates no row of the delivery state', () => {
    expect(delivered.tables.map(({ table }) => table)).toContain('pending_deliveries');
    expect(hotShare(delivered, ['pending_deliveries', 'delivery_states'])).toBeUndefined();
  });
});
