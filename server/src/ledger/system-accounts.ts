import type { Database } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import { openAccounts, systemAccounts } from './chart.ts';

const MAX_REMEMBERED = 10_000;

/** The house's own accounts are opened when a currency is first used, and remembered: a warm payment asks nothing. */
export class SystemAccounts {
  readonly #db: Database;
  readonly #open = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  async ensure(platformId: string, currencies: readonly string[], at: Date): Promise<void> {
    const missing = [...new Set(currencies)].filter((currency) => !this.#open.has(`${platformId} ${currency}`));
    if (missing.length === 0) return;
    await apply(this.#db, { effects: [openAccounts(systemAccounts(platformId, missing, at))] });
    if (this.#open.size >= MAX_REMEMBERED) this.#open.clear();
    for (const currency of missing) this.#open.add(`${platformId} ${currency}`);
  }
}
