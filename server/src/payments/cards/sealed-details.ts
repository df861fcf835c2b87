import type { CardDetails } from '../../engine/providers/issuer/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { type Card, readNumberedCards, replaceNumberHash } from './record.ts';

type CardKey = Pick<Card, 'platformId' | 'id'>;

export const sealDetails = (vault: Vault, key: CardKey, details: CardDetails): string =>
  vault.seal(JSON.stringify(details), contextOf(key));

/** Only for the issuer and the reveal page: no response of the API contains these details. */
export async function openDetails(vault: Vault, key: CardKey, sealed: string): Promise<CardDetails> {
  return JSON.parse(await vault.open(sealed, contextOf(key)));
}

/** Detects duplicate numbers without revealing them. */
export const hashOfNumber = (vault: Vault, number: string): Buffer => vault.hash(`card-number/${number}`);

const BATCH = 200;

/** Recomputes the hashes of card numbers with the current hash key. Hashes of erased numbers keep their key. */
export async function rehashNumbers(db: Database, vault: Vault): Promise<number> {
  let count = 0;
  let last = { platformId: '', id: '' };
  for (;;) {
    const batch = await readNumberedCards(db, { after: last, limit: BATCH });
    for (const { platformId, id, panHash, detailsSealed } of batch) {
      last = { platformId, id };
      if (vault.isCurrent(panHash)) continue;
      const { number } = await openDetails(vault, last, detailsSealed);
      if (await replaceNumberHash(db, last, { from: panHash, to: hashOfNumber(vault, number) })) count += 1;
    }
    if (batch.length < BATCH) return count;
  }
}

const contextOf = ({ platformId, id }: CardKey) =>
  sealContext(sealedColumns.cardDetails, { platform_id: platformId, id });
