import { sealContext, sealedColumns } from '../db/sealed-columns.ts';
import type { Vault } from '../db/vault.ts';
import type { CardDetails } from '../providers/issuer/port.ts';
import type { Card } from './record.ts';

type CardKey = Pick<Card, 'platformId' | 'id'>;

/** What is printed on a card, as it is kept. */
export const sealDetails = (vault: Vault, key: CardKey, details: CardDetails): string =>
  vault.seal(JSON.stringify(details), contextOf(key));

/** For the issuer, and for the page that shows it to its holder. It is in no answer of the API. */
export async function openDetails(vault: Vault, key: CardKey, sealed: string): Promise<CardDetails> {
  return JSON.parse(await vault.open(sealed, contextOf(key)));
}

/** Tells numbers apart for those who cannot read them. */
export const hashOfNumber = (vault: Vault, number: string): Buffer => vault.hash(`card-number/${number}`);

const contextOf = ({ platformId, id }: CardKey) =>
  sealContext(sealedColumns.cardDetails, { platform_id: platformId, id });
