import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { scenarios } from './support/enumeration-scenarios.ts';
import {
  documentedEnumerations,
  EnumerationWalk,
  INLINE,
  isChosenByCaller,
  neverProduced,
} from './support/enumerations.ts';
import { allCodes, errorRecipes, unreachable } from './support/error-recipes.ts';
import { storedEvents } from './support/stored-events.ts';
import { obsolete, type TransactionMember, transactionRecipes } from './support/transaction-recipes.ts';

let app: TestApp;
let seen: EnumerationWalk;
let schemas: Record<string, any>;
beforeAll(async () => {
  app = await TestApp.start();
  seen = new EnumerationWalk(app.contract.document);
  app.contract.observer = (schema, value) => seen.visit(schema, INLINE, value);
  const document: any = await (await fetch(`${app.url}/openapi.json`)).json();
  schemas = document.components.schemas;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const platforms: Client[] = [];

async function newPlatform(): Promise<Client> {
  const client = await app.newPlatform();
  platforms.push(client);
  return client;
}

/** Every event of every platform, in the history and as sent. */
async function readEvents(): Promise<void> {
  for (const client of platforms) {
    let cursor = '';
    do {
      const { body } = await client.get(`/webhooks/events?limit=100${cursor}`);
      cursor = body.hasMore ? `&cursor=${body.nextCursor}` : '';
    } while (cursor);
  }
  for (const { payload } of await storedEvents(app.database.db, sql`true`)) {
    app.contract.checkEvent(JSON.parse(payload));
  }
}

/** Reads every report over the data of the scenarios. */
async function readReports(): Promise<void> {
  const [first] = platforms;
  await first?.get('/ledger/checks');
  await first?.post('/ledger/checks/run', {});
  await first?.get('/sandbox/magic-values');
  for (const client of platforms) {
    await client.get('/webhooks/endpoint');
    const { body: accounts } = await client.get('/ledger/accounts?limit=100');
    for (const { id } of accounts.data.slice(0, 3)) await client.get(`/ledger/accounts/${id}/entries`);
    const { body: transactions } = await client.get('/transactions?limit=100');
    for (const { id } of transactions.data) await client.get(`/transactions/${id}/timeline`);
  }
  await vi.waitFor(async () => {
    const { body } = await first!.get('/ledger/checks');
    expect(body.data.every(({ result }: { result: string }) => result === 'PASSED')).toBe(true);
  }, 30_000);
}

/** The documented values of a member, for incoming and outgoing transactions together. */
function documented(member: TransactionMember): string[] {
  const [name = '', inner] = member.split('.');
  const own = ['IncomingTransaction', 'OutgoingTransaction'].map((type) => schemas[type].properties[name]);
  const lists = own.map((schema) => (inner ? schemas['Refund'].properties[inner].enum : schema.enum));
  return [...new Set(lists.flat())].toSorted();
}

describe.each(Object.keys(transactionRecipes) as TransactionMember[])('%s of a transaction', (member) => {
  const recipes = transactionRecipes[member];

  it('has a recipe for exactly the documented values', () => {
    const known = [...Object.keys(recipes), ...Object.keys(obsolete[member] ?? {})].toSorted();
    expect(known).toEqual(documented(member));
  });

  it.each(Object.entries(recipes))('is %s by its recipe', async (value, recipe) => {
    expect(await recipe({ client: await newPlatform(), app })).toBe(value);
  });
});

describe('an error code', () => {
  it('has a recipe, or a reason why the sandbox never returns it', () => {
    expect([...Object.keys(errorRecipes), ...Object.keys(unreachable)].toSorted()).toEqual(allCodes.toSorted());
  });

  it.each(Object.keys(errorRecipes) as (keyof typeof errorRecipes)[])('%s is returned by its recipe', async (code) => {
    const client: Client = await newPlatform();
    const { status, body, text } = (await errorRecipes[code]?.(client)) ?? {};
    expect([body?.code, status === body?.status], text).toEqual([code, true]);
  });
});

describe('an enumeration of the document', () => {
  it.each(Object.entries(scenarios))('is produced while %s', async (_name, scenario) => {
    await scenario(await newPlatform());
  });

  it('has only values that a sandbox scenario produces, or that have a reason', async () => {
    await readEvents();
    await readReports();
    const documented = documentedEnumerations(app.contract.document);
    const missing = [...documented].flatMap(([name, values]) =>
      isChosenByCaller(name)
        ? []
        : [...values].filter((value) => !seen.found.get(name)?.has(value)).map((value) => `${name} ${value}`),
    );
    expect(missing.toSorted()).toEqual(Object.keys(neverProduced).toSorted());
  });
});
