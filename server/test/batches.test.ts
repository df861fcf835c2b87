import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Batches, serialPace } from '../src/db/batches.ts';

const BAD = -1;

/** What would be a statement: on its way a tick later, as from a pool, until it is ended; it doubles, or breaks on a bad one. */
function open(options: { pace?: typeof serialPace } = {}) {
  const sent: { items: readonly number[]; end: () => void }[] = [];
  const batches = new Batches<number, number>({
    run: (items) =>
      new Promise((resolve, reject) => {
        const end = () => (items.includes(BAD) ? reject(new Error('broken')) : resolve(items.map((item) => item * 2)));
        process.nextTick(() => sent.push({ items, end }));
      }),
    kindOf: () => 'all',
    isFaultOfOne: () => true,
    explain: async (error, item) => new Error(`${(error as Error).message} by ${item}`),
    ...options,
  });
  const ask = (count: number) => Array.from({ length: count }, (_, i) => batches.add(i));
  return { sent, batches, ask, sizes: () => sent.map(({ items }) => items.length) };
}

const turns = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await turn();
};

describe('what is asked for at the same time', () => {
  it('shares one statement, and each is told its own', async () => {
    const { sent, ask, sizes } = open();
    const answers = Promise.all(ask(5));
    await turns();
    sent[0]?.end();
    expect(await answers).toEqual([0, 2, 4, 6, 8]);
    expect(sizes()).toEqual([5]);
  });

  it('has a second statement beside the first where many wait, and never a third', async () => {
    const { sent, ask, sizes } = open();
    ask(1);
    await turns();
    ask(15);
    await turns();
    expect(sizes()).toEqual([1]);
    ask(60);
    await turns();
    expect(sizes()).toEqual([1, 32]);
    sent[0]?.end();
    await turns();
    expect(sizes()).toEqual([1, 32, 32]);
  });

  it('waits for the first statement, however many wait, where they go one by one', async () => {
    const { sent, ask, sizes } = open({ pace: serialPace });
    ask(60);
    await turns();
    expect(sizes()).toEqual([24]);
    sent[0]?.end();
    await turns();
    expect(sizes()).toEqual([24, 24]);
  });

  it('is on its way before those are told who waited for the last', async () => {
    const { sent, ask, sizes } = open({ pace: serialPace });
    const [first] = ask(30);
    const sizesWhenTold = first?.then(sizes);
    await turns();
    sent[0]?.end();
    expect(await sizesWhenTold).toEqual([24, 6]);
  });

  it('goes through but for the one that breaks it, whose caller is told why', async () => {
    const { sent, batches, ask } = open();
    const bad = batches.add(BAD).catch((error: Error) => error.message);
    const good = Promise.all(ask(4));
    for (let i = 0; i < 9; i++) {
      await turns();
      sent[i]?.end();
    }
    expect(await bad).toBe('broken by -1');
    expect(await good).toEqual([0, 2, 4, 6]);
  });
});
