import { createServer } from 'node:http';
import { openPlace } from '/work/main/bench/place.ts';
import { measureFootprint } from '/work/main/bench/footprint.ts';
const server = createServer((q, r) => { q.resume(); r.writeHead(204).end(); }).listen(0, '127.0.0.1');
await new Promise((r) => server.once('listening', r));
const place = await openPlace();
try {
  for (const webhookEndpoint of [undefined, `http://127.0.0.1:${server.address().port}/h`]) {
    const f = await measureFootprint(place, { payments: 1000, webhookEndpoint });
    console.log(webhookEndpoint, f.walBytes, f.diskBytes, f.serverCpuMs, f.databaseCpuMs);
    console.table(f.tables.map(t => Object.fromEntries(Object.entries(t).map(([k,v])=>[k,typeof v==='number'?Math.round(v*100)/100:v]))));
  }
} finally { await place.close(); server.close(); }
process.exit(0)
