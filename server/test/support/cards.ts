import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { newPayer } from './payments.ts';

let made = 0;

/** A cardholder name without a magic value of the sandbox. */
export const cardName = (suffix = '100'): string => `card-${++made}-${suffix}`;

export interface Holder {
  customerId: string;
  accountId: string;
}

export const cardRequest = ({ customerId, accountId }: Holder, more: object = {}) => ({
  cardholderId: customerId,
  platformCardId: cardName(),
  form: 'VIRTUAL',
  fundingSources: [accountId],
  ...more,
});

/** A card that was just requested: PROCESSING. */
export async function newCard(client: Client, holder: Holder, more: object = {}) {
  const { status, body } = await client.post('/cards', cardRequest(holder, more));
  expect([status, body.state]).toEqual([201, 'PROCESSING']);
  return body;
}

/** A card that its issuer has accepted, for a new holder with a funded account unless one is given. */
export async function activeCard(
  client: Client,
  { holder, ...more }: { holder?: Holder; [field: string]: unknown } = {},
) {
  const card = await newCard(client, holder ?? (await newPayer(client)), more);
  return cardIn(client, card.id, 'ACTIVE');
}

const PATIENCE_MS = 10_000;
const PAUSE_MS = 10;

/** Waits until the worker has brought the card to this state. */
export async function cardIn(client: Client, id: string, state: string) {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const { body } = await client.get(`/cards/${id}`);
    if (body.state === state || waited > PATIENCE_MS) {
      expect(body.state).toBe(state);
      return body;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Every place of a service that holds a text, plain or encoded: log lines, and rows of all tables. */
export async function placesOf({ app, database, logs }: TestApp, text: string): Promise<string[]> {
  await app.requestLog.flush();
  const grouped = text.replaceAll(/(.{4})(?=.)/g, '$1 ');
  const encoded = (['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(text).toString(form));
  const forms = [text, grouped, grouped.replaceAll(' ', '-'), ...encoded.map((form) => form.replace(/=+$/, ''))];
  const isIn = (line: string) => forms.some((form) => line.includes(form));
  const { pool } = database.db;
  const tables = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  expect(tables.rows.length).toBeGreaterThan(30);
  const found = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await pool.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
      return rows.some(({ row }) => isIn(row)) ? [name] : [];
    }),
  );
  return [...found.flat(), ...(logs.some(isIn) ? ['log'] : [])];
}
