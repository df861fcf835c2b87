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
const PORTION = 20_000;

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

/** By how much the old part of the heap grows meanwhile; a search of it, which makes it smaller, does not count. */
function growthWhile(make: (count: number) => void, total: number): number {
  let growth = 0;
  for (let made = 0; made < total; made += PORTION) {
    const before = oldBytes();
    make(PORTION);
    growth += Math.max(0, oldBytes() - before);
  }
  return growth;
}

if (process.argv.includes('tuned')) tuneGarbageCollection();
growthWhile(makeLiving, LIVE_LONG);
// Until the last of them has grown old.
growthWhile(makeShortLived, LIVE_SHORTLY);
process.stdout.write(String(growthWhile(makeShortLived, LIVE_SHORTLY)));
