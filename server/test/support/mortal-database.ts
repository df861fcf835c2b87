import { type Connection, Database } from '../../src/foundation/db/database.ts';
import type { Sql } from '../../src/foundation/db/sql.ts';

/** Simulates the end of the process. */
class Died extends Error {}

/** Interruption of a process at its n-th writing statement. */
export interface Fate {
  at: number;
  how: 'dies before' | 'dies after' | 'sleeps before';
}

/** All interruptions at the first `statements` statements. */
export const fates = (statements: number, ...hows: Fate['how'][]): Fate[] =>
  Array.from({ length: statements }, (_, i) => hows.map((how) => ({ at: i + 1, how }))).flat();

/** The database of a process that crashes, or stalls for a long time, in the middle of its work. */
export class MortalDatabase extends Database {
  readonly #how: Fate['how'];
  #left: number;
  #isDead = false;
  #wake: () => void = () => {};
  readonly #awake = new Promise<void>((resolve) => {
    this.#wake = resolve;
  });
  #sleep: () => void = () => {};
  /** Resolves when the process stalls. */
  readonly asleep = new Promise<void>((resolve) => {
    this.#sleep = resolve;
  });

  constructor(connection: Connection, { at, how }: Fate) {
    super({ connection });
    this.#left = at;
    this.#how = how;
  }

  wake(): void {
    this.#wake();
  }

  override async read<R>(statement: Sql): Promise<R[]> {
    if (this.#isDead) throw new Died();
    return super.read<R>(statement);
  }

  override write<R>(statement: Sql): Promise<R[]> {
    return this.#step(() => super.write<R>(statement));
  }

  override transaction<T>(work: Parameters<Database['transaction']>[0]): Promise<T> {
    return this.#step(() => super.transaction(work) as Promise<T>);
  }

  async #step<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isDead) throw new Died();
    this.#left -= 1;
    if (this.#left !== 0) return work();
    if (this.#how === 'sleeps before') {
      this.#sleep();
      await this.#awake;
      return work();
    }
    this.#isDead = true;
    if (this.#how === 'dies after') await work();
    throw new Died();
  }
}
