import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';

const REPEATS_AT_ONCE = 8;

interface Payment {
  key: string;
  accountId: string;
  /** Undefined if the connection was lost: the outcome is unknown. */
  answer: Answer | undefined;
}

/** Clients that fund accounts by one cent at a time, each under its own key, and record every response. */
export class Payers {
  readonly payments: Payment[] = [];
  #client: Client;
  #running: Promise<void>[] = [];
  #isStopping = false;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Continues with the server that replaced the first. */
  at(client: Client): void {
    this.#client = client;
  }

  async start(clients: number): Promise<void> {
    this.#isStopping = false;
    const accountIds = Object.keys(await this.#balances());
    this.#running = Array.from({ length: clients }, (_, i) => this.#work(accountIds[i % accountIds.length] ?? ''));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }

  /** Repeats every payment: acknowledged ones are replayed, the others take effect now, and none takes effect twice. */
  async settle(): Promise<void> {
    const waiting = [...this.payments];
    const repeat = async (): Promise<void> => {
      for (let payment = waiting.pop(); payment; payment = waiting.pop()) await this.#repeat(payment);
    };
    await Promise.all(Array.from({ length: REPEATS_AT_ONCE }, repeat));
    const expected: Record<string, number> = {};
    for (const { accountId } of this.payments) expected[accountId] = (expected[accountId] ?? 0) + 1;
    expect(await this.#balances()).toMatchObject(expected);
  }

  async #work(accountId: string): Promise<void> {
    while (!this.#isStopping) {
      const key = randomUUID();
      this.payments.push({ key, accountId, answer: await this.#pay(key, accountId).catch(() => undefined) });
    }
  }

  async #repeat(payment: Payment): Promise<void> {
    const { key, accountId, answer } = payment;
    if (answer) expect([200, 503]).toContain(answer.status);
    const repeated = await this.#pay(key, accountId);
    expect(repeated.status).toBe(200);
    if (answer?.status === 200) expect(repeated.text).toBe(answer.text);
    payment.answer = repeated;
  }

  #pay(key: string, accountId: string): Promise<Answer> {
    const path = `/sandbox/internal-accounts/${accountId}/fund`;
    return this.#client.post(path, { amount: 1 }, { headers: { 'idempotency-key': key } });
  }

  async #balances(): Promise<Record<string, number>> {
    const { body } = await this.#client.get('/platform/internal-accounts');
    const accounts: { id: string; balance: { amount: number } }[] = body.data;
    return Object.fromEntries(accounts.map(({ id, balance }) => [id, balance.amount]));
  }
}
