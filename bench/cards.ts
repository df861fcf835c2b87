import { systemAccount } from '../server/src/engine/ledger/chart.ts';
import type { Ledger, Posting } from '../server/src/engine/ledger/post.ts';
import { SystemAccounts } from '../server/src/engine/ledger/system-accounts.ts';
import { ledgerCardNetwork } from '../server/src/engine/providers/card-network/ledger.ts';
import { unavailableIssuer } from '../server/src/engine/providers/issuer/processor-issuing.ts';
import { sql } from '../server/src/foundation/db/sql.ts';
import { uuidv7 } from '../server/src/foundation/kernel/ids.ts';
import { storeMessage } from '../server/src/payments/cards/processor-messages.ts';
import { authorize } from '../server/src/payments/cards/transaction-authorization.ts';
import { byCard, type CardFunding, getFunding } from '../server/src/payments/cards/transaction-funding.ts';
import type { PurchaseDeps } from '../server/src/payments/cards/transaction-write.ts';
import { bankingWith } from '../server/test/support/banking.ts';
import { Api, newPayers } from './customers.ts';
import type { Server } from './place.ts';
import { waitUntil } from './wait.ts';
import { accountId, type Books, openNumbered, type PostingWorkload, senders } from './workload.ts';

const PAUSE_MS = 20;
const HOT = systemAccount('card.authorized', 'USD');
const numbered = (type: string, number: string): string => `${type}:01900000-0000-7000-8000-0000000${number}`;

export interface IssuedCard {
  id: string;
  processorRef: string;
}

/** Cards issued by the service, each on a separate, funded account. */
export async function newCards(server: Server, count: number): Promise<IssuedCard[]> {
  const api = new Api(server);
  const payers = await newPayers(server, count);
  const cards = await Promise.all(
    payers.map(({ customerId, accountId }) =>
      api.ask('POST', 'cards', { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] }),
    ),
  );
  return Promise.all(cards.map(({ id }) => issued(api, id)));
}

async function issued(api: Api, id: string): Promise<IssuedCard> {
  let processorRef = '';
  const isActive = async (): Promise<boolean> => {
    const card = await api.ask('GET', `cards/${id}`);
    processorRef = card.processorRef;
    return card.state === 'ACTIVE';
  };
  await waitUntil('the issue of a card', isActive, PAUSE_MS);
  return { id, processorRef };
}

/**
 * Workloads of the statement of an authorization. Each sender has a card, a copy of one that the service issued.
 * `spread`: concurrent purchases use separate system accounts, unlike on a real platform.
 */
export async function authorizing(
  books: Books,
  template: IssuedCard,
): Promise<{ spread: PostingWorkload; hot: PostingWorkload }> {
  await copyCards(books, template);
  await openNumbered(books, HOT);
  const posting = await postingOf(books, template);
  const ofSender = posting.entries.map((entry) => ({ ...entry, credit: `${HOT}:@s@` }));
  return {
    spread: { name: 'authorization', posting: () => ({ ...posting, entries: ofSender }) },
    hot: { name: 'authorization, one hot account', posting: () => posting },
  };
}

async function copyCards({ db, platformId }: Books, { id }: IssuedCard): Promise<void> {
  const numbers = sql`generate_series(${senders.from}::int, ${senders.to}::int) AS n`;
  await db.write(sql`
    INSERT INTO cards (platform_id, id, cardholder_id, platform_card_id, state, form, currency, version, created_at, updated_at)
    SELECT platform_id, ${numbered('Card', '')} || n, cardholder_id, 'bench-' || n, state, form, currency, version,
      created_at, updated_at
    FROM cards CROSS JOIN ${numbers} WHERE platform_id = ${platformId} AND id = ${id}`);
  await db.write(sql`
    INSERT INTO card_funding_sources (platform_id, id, card_id, account_id, position, created_at)
    SELECT platform_id, ${numbered('CardFundingSource', '')} || n, ${numbered('Card', '')} || n, ${accountId('')} || n, 0,
      created_at
    FROM cards CROSS JOIN ${numbers} WHERE platform_id = ${platformId} AND id = ${id}`);
  await db.write(sql`ANALYZE cards, card_funding_sources`);
}

/** Posting of an authorization with the template's card, with placeholders for card and account of the sender. */
async function postingOf(books: Books, template: IssuedCard): Promise<Posting> {
  const { db, platformId, at } = books;
  const funding = ofSender(await getFunding(db, byCard(platformId, template.id)));
  const message = {
    messageId: uuidv7(),
    processorRef: template.processorRef,
    transactionToken: uuidv7(),
    kind: 'AUTHORIZATION' as const,
    amount: 100,
    currency: 'USD',
    merchant: { descriptor: 'BLUE BOTTLE', mcc: '5814', country: 'US' },
  };
  const made: Posting[] = [];
  await authorize(recording(books, made), funding, {
    kind: message.kind,
    amount: BigInt(message.amount),
    currency: message.currency,
    merchant: message.merchant,
    token: message.transactionToken,
    at,
    effects: ({ id }) => {
      const answer = { messageId: message.messageId, decision: 'APPROVED', cardTransactionId: id };
      return [storeMessage(funding, message, { answer, at })];
    },
  });
  const [posting] = made;
  if (!posting) throw new Error('the authorization was declined');
  return posting;
}

const ofSender = (funding: CardFunding): CardFunding => ({
  ...funding,
  cardId: numbered('Card', '@s@'),
  accounts: funding.accounts.map(({ account, source, ...balance }) => ({
    ...balance,
    account: { ...account, id: accountId('@s@') },
    ...(source && { source: { ...source, id: numbered('CardFundingSource', '@s@') } }),
  })),
});

/** Dependencies that record the posting instead of writing it. */
function recording({ db }: Books, made: Posting[]): PurchaseDeps {
  const network = { SANDBOX: ledgerCardNetwork, PRODUCTION: ledgerCardNetwork };
  const noInstructions = { instructionsFor: () => [] } as unknown as PurchaseDeps['banking']['funding']['SANDBOX'];
  const post = async (posting: Posting) => {
    made.push(posting);
    return new Map();
  };
  return {
    db,
    ledger: { post, systemAccounts: new SystemAccounts(db) } as unknown as Ledger,
    cards: { issuer: { SANDBOX: unavailableIssuer, PRODUCTION: unavailableIssuer }, network },
    banking: bankingWith(noInstructions),
  };
}
