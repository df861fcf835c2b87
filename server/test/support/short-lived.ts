import { getHeapSpaceStatistics } from 'node:v8';
import { tuneGarbageCollection } from '../../src/processes/garbage.ts';

/** As Node does for sockets and requests: one piece of code makes what lives long and what does not. */
class Thing {
  readonly texts: string[];
  constructor(n: number) {
    this.texts = [`text ${n}`];
  }
}

const LIVE_LONG = 300_000;
const LIVE_SHORTLY = 1_000_000;

const living: Thing[] = [];
const latest: Thing[] = [];

function makeLiving(count: number): void {
  for (let n = 0; n < count; n++) living.push(new Thing(n));
}

function makeShortLived(count: number): void {
  for (let n = 0; n < count; n++) latest[n % 64] = new Thing(n);
}

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN;

if (process.argv.includes('tuned')) tuneGarbageCollection();
for (let made = 0; made < LIVE_LONG; made += 20_000) makeLiving(20_000);
// Until the last of them has grown old.
for (let made = 0; made < LIVE_SHORTLY; made += 20_000) makeShortLived(20_000);
const before = oldBytes();
for (let made = 0; made < LIVE_SHORTLY; made += 20_000) makeShortLived(20_000);
process.stdout.write(String(oldBytes() - before));
