import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { TimedOut, UsageError } from '../../foundation/runtime/errors.ts';
import type { Api, Json } from './api.ts';
import type { Invocation } from './invocation.ts';

const POLL_MS = 50;
const PATIENCE_MS = 20_000;

/** Values that --set changes, with their defaults. */
export const settable: Readonly<Record<string, string>> = {
  amount: '10000',
  currency: 'USD',
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  phoneNumber: '+14155550100',
  merchant: 'BLUE BOTTLE',
};

export type Settings = Readonly<Record<string, string>>;

/** Ids of all resources that a sequence of steps has created, by type. */
export class Scene {
  readonly api: Api;
  readonly #settings: Settings;
  readonly #print: Invocation['print'];
  readonly #ids = new Map<string, string>();

  constructor(api: Api, { settings = {}, print }: { settings?: Settings; print: Invocation['print'] }) {
    this.api = api;
    this.#settings = settings;
    this.#print = print;
  }

  /** Stores an id under its type, or under another name, and prints it. */
  add(id: string, name = typeOf(id)): string {
    this.#ids.set(name, id);
    this.#print({ resource: name, id }, `${name.padEnd(16)} ${id}`);
    return id;
  }

  /** Stores the id of an existing resource. */
  use(id: string): void {
    this.#ids.set(typeOf(id), id);
  }

  has(name: string): boolean {
    return this.#ids.has(name);
  }

  id(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new UsageError(`This event needs a ${name}.`, `Name one with --using ${name}:<id>.`);
    return id;
  }

  get ids(): string[] {
    return [...this.#ids.values()];
  }

  text(name: string): string {
    return this.#settings[name] ?? settable[name] ?? '';
  }

  get amount(): number {
    const amount = Number(this.text('amount'));
    if (Number.isSafeInteger(amount) && amount > 0) return amount;
    throw new UsageError('amount must be an integer in the smallest unit of the currency.', 'Use --set amount=2550.');
  }

  async advance(seconds: number): Promise<void> {
    await this.api.post('/sandbox/clock/advance', { seconds });
  }

  /** Reads a resource until it satisfies a condition. */
  async until(path: string, isDone: (resource: Json) => boolean): Promise<Json> {
    const deadline = monotonicMs() + PATIENCE_MS;
    for (;;) {
      const resource = await this.api.get(path);
      if (isDone(resource)) return resource;
      if (monotonicMs() > deadline) throw new TimedOut(`${path} did not change in time.`, { hint: 'Read it again.' });
      await sleep(POLL_MS);
    }
  }
}

const typeOf = (id: string): string => id.split(':', 1)[0] ?? '';

export type Step = (scene: Scene) => Promise<void>;
