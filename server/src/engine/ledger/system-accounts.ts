import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { openAccounts, systemAccounts } from './chart.ts';

const MAX_CACHED = 10_000;

/** Opens the system accounts of a currency on first use. Known currencies are cached. */
export class SystemAccounts {
  readonly #db: Database;
  readonly #open = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  isKnown(platformId: string, currency: string): boolean {
    return this.#open.has(`${platformId} ${currency}`);
  }

  async ensure(platformId: string, currencies: readonly string[], at: Date): Promise<void> {
    const missing = [...new Set(currencies)].filter((currency) => !this.isKnown(platformId, currency));
    if (missing.length === 0) return;
    await apply(this.#db, { effects: [openAccounts(systemAccounts(platformId, missing, at))] });
    if (this.#open.size >= MAX_CACHED) this.#open.clear();
    for (const currency of missing) this.#open.add(`${platformId} ${currency}`);
  }
}
