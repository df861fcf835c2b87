import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import { newExternalAccount } from './payment-world.ts';
import { balanceOf, newPayer, type Payer, quoteFor } from './payments.ts';
import { until } from './server-process.ts';

const FUNDED = 100_000_000;
const AT_ONCE = 8;
/** Accounts with every outcome: paid, refunded, returned later, cancelled and lost. */
const SUFFIXES = ['111', '002', '003', '005', '006', '007'];
const OVER = ['COMPLETED', 'FAILED', 'EXPIRED'];
/** Time until the last outcome is final and every quote has expired. */
const ALL_SECONDS = 400;

/** One call, to repeat after a crash. Its response is undefined if the outcome is unknown. */
interface Call {
  path: string;
  body: object | undefined;
  key: string;
  answer: Answer | undefined;
}

interface Customer {
  payer: Payer;
  payees: string[];
}

/** Clients that create and execute quotes, each call under its own key, and record every response. */
export class QuotePayers {
  readonly calls: Call[] = [];
  #client: Client;
  #payers: Customer[] = [];
  #running: Promise<void>[] = [];
  #isStopping = false;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Continues with the server that replaced the first. */
  at(client: Client): void {
    this.#client = client;
  }

  /** Number of executes sent. */
  get executes(): number {
    return this.calls.filter(({ path }) => path.endsWith('/execute')).length;
  }

  async prepare(customers: number): Promise<void> {
    for (let i = 0; i < customers; i++) {
      const payer = await newPayer(this.#client, { balance: FUNDED });
      const { customerId } = payer;
      const payees: string[] = [];
      for (const suffix of SUFFIXES) {
        payees.push(await newExternalAccount(this.#client, { customerId, type: 'USD_ACCOUNT', suffix }));
      }
      this.#payers.push({ payer, payees });
    }
  }

  start(clients: number): void {
    this.#isStopping = false;
    this.#running = Array.from({ length: clients }, (_, i) => this.#work(i));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }

  async #work(nth: number): Promise<void> {
    const { payer, payees } = this.#payers[nth % this.#payers.length] as Customer;
    for (let i = nth; !this.#isStopping; i++) {
      const request = quoteFor(payer, payees[i % payees.length] ?? '', { immediatelyExecute: i % 3 === 0 });
      const quote = await this.#call('/quotes', request);
      if (quote?.status === 201 && i % 3 === 1) await this.#call(`/quotes/${quote.body.id}/execute`);
    }
  }

  async #call(path: string, body?: object): Promise<Answer | undefined> {
    const call: Call = { path, body, key: randomUUID(), answer: undefined };
    this.calls.push(call);
    call.answer = await this.#send(call).catch(() => undefined);
    return call.answer;
  }

  #send({ path, body, key }: Call): Promise<Answer> {
    return this.#client.post(path, body, { headers: { 'idempotency-key': key } });
  }

  /** Repeats every call: acknowledged calls are replayed, the others take effect now, and none takes effect twice. */
  async settle(): Promise<void> {
    await each(this.calls, async (call) => {
      const repeated = await this.#send(call);
      if (call.answer && call.answer.status < 500) {
        expect([repeated.status, repeated.text]).toEqual([call.answer.status, call.answer.text]);
      }
      call.answer = repeated;
    });
  }

  /** Ends every payment, and compares the balance of each customer with the outcomes. */
  async expectAllEnded(): Promise<void> {
    const quotes = this.calls.flatMap(({ path, answer }) => (path === '/quotes' && answer ? [answer] : []));
    expect(new Set(quotes.map(({ status }) => status))).toEqual(new Set([201]));
    await this.#client.post('/sandbox/clock/advance', { seconds: ALL_SECONDS });
    const gone = new Map<string, number>();
    await each(quotes, async ({ body: { transactionId } }) => {
      const { customerId, amount } = await this.#endOf(transactionId);
      gone.set(customerId, (gone.get(customerId) ?? 0) + amount);
    });
    for (const { payer } of this.#payers) {
      const left = FUNDED - (gone.get(payer.customerId) ?? 0);
      expect(await balanceOf(this.#client, payer)).toEqual({ balance: left, totalBalance: left });
    }
  }

  /** The cost of a finished payment, by customer. */
  async #endOf(transactionId: string): Promise<{ customerId: string; amount: number }> {
    let found: any;
    await until(async () => {
      found = (await this.#client.get(`/transactions/${transactionId}`)).body;
      return OVER.includes(found.status);
    }, `the end of ${transactionId}`);
    const { status, refund, customerId, sentAmount } = found;
    const isGone = status !== 'EXPIRED' && refund?.status !== 'COMPLETED';
    return { customerId, amount: isGone ? sentAmount.amount : 0 };
  }
}

async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
