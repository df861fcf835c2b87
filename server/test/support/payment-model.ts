import { expect } from 'vitest';
import type { Client } from './client.ts';
import { advance, newExternalAccount, quoted } from './payment-world.ts';
import { fund } from './payments.ts';

const CURRENCIES = ['USD', 'EUR', 'MXN'] as const;
const START = 50_000;

/** Outcome of a payment in the model: each step happens after this many seconds of the clock. */
type Fate = readonly (readonly [seconds: number, ...('pay' | 'refund' | 'lose')[]])[];

const fates: Record<string, Fate> = {
  internal: [[0, 'pay']],
  '111': [[0, 'pay']],
  '002': [[0, 'refund']],
  '003': [[360, 'pay']],
  '005': [
    [0, 'pay'],
    [60, 'refund'],
  ],
  '006': [[0, 'refund']],
  '007': [[0, 'lose']],
};

interface Balance {
  spendable: number;
  total: number;
}

interface Payment {
  quoteId: string;
  source: string;
  /** The destination if it is an internal account. */
  destination: string | undefined;
  fate: Fate;
  sent: number;
  received: number;
  expiresAt: number;
  state: 'OFFERED' | 'EXPIRED' | 'EXECUTED' | 'SUBMITTED';
  isPaid: boolean;
  /** Scheduled steps, by the second at which they are due. */
  due: { at: number; act: string }[];
}

export interface Act {
  kind: 'create' | 'execute' | 'executeTwice' | 'pass';
  from: number;
  to: number;
  pick: number;
  amount: number;
  side: 'SENDING' | 'RECEIVING';
  seconds: number;
}

/** Customers that pay each other and external accounts, with the balances that they must have. */
export class PaymentModel {
  readonly #client: Client;
  readonly #accounts: string[] = [];
  readonly #externals: { id: string; suffix: string }[] = [];
  readonly #balances = new Map<string, Balance>();
  readonly #payments: Payment[] = [];
  /** Seconds that have passed on the clock. */
  #now = 0;

  private constructor(client: Client) {
    this.#client = client;
  }

  static readonly currencies = CURRENCIES;

  static async begin(client: Client, customers: number): Promise<PaymentModel> {
    const model = new PaymentModel(client);
    for (let i = 0; i < customers; i++) {
      const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: `Customer ${i + 100}` });
      const { body: list } = await client.get(`/customers/internal-accounts?customerId=${body.id}`);
      for (const { id } of list.data) {
        await fund(client, id, START);
        model.#accounts.push(id);
        model.#balances.set(id, { spendable: START, total: START });
      }
    }
    const suffixes = Object.keys(fates).filter((name) => name !== 'internal');
    for (const [i, suffix] of suffixes.entries()) {
      const type = i % 2 === 0 ? 'USD_ACCOUNT' : 'MXN_ACCOUNT';
      model.#externals.push({ id: await newExternalAccount(client, { type, suffix }), suffix });
    }
    return model;
  }

  async perform(act: Act): Promise<string> {
    switch (act.kind) {
      case 'create':
        return this.#create(act);
      case 'execute':
      case 'executeTwice':
        return this.#execute(act);
      case 'pass':
        return this.#pass(act.seconds);
    }
  }

  async #create({ from, to, amount, side }: Act): Promise<string> {
    const source = this.#accounts[from % this.#accounts.length] as string;
    const places = [...this.#accounts.map((id) => ({ id, suffix: 'internal' })), ...this.#externals];
    const { id, suffix } = places[to % places.length] as { id: string; suffix: string };
    if (id === source) return 'none';
    const quote = await quoted(this.#client, {
      source: { sourceType: 'ACCOUNT', accountId: source },
      destination: { destinationType: 'ACCOUNT', accountId: id },
      lockedCurrencySide: side,
      lockedCurrencyAmount: amount,
    });
    this.#payments.push({
      quoteId: quote.id,
      source,
      destination: suffix === 'internal' ? id : undefined,
      fate: fates[suffix] as Fate,
      sent: quote.totalSendingAmount,
      received: quote.totalReceivingAmount,
      expiresAt: this.#now + (Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)) / 1_000,
      state: 'OFFERED',
      isPaid: false,
      due: [],
    });
    return 'created';
  }

  async #execute({ pick, kind }: Act): Promise<string> {
    const payment = this.#payments[pick % this.#payments.length];
    if (!payment) return 'none';
    const calls = Array.from({ length: kind === 'executeTwice' ? 2 : 1 }, () =>
      this.#client.post(`/quotes/${payment.quoteId}/execute`),
    );
    const answers = await Promise.all(calls);
    const results = answers.map(({ status, body }) => (status === 200 ? 'PROCESSING' : body.details.reason)).sort();
    expect(results).toEqual(answers.map(() => this.#expectExecuted(payment)).sort());
    return results.join(' ');
  }

  #expectExecuted(payment: Payment): string {
    const balance = this.#balances.get(payment.source) as Balance;
    if (payment.state === 'EXPIRED') return 'QUOTE_EXPIRED';
    if (payment.state !== 'OFFERED') return 'ALREADY_EXECUTED';
    if (balance.spendable < payment.sent) return 'INSUFFICIENT_BALANCE';
    balance.spendable -= payment.sent;
    payment.state = 'EXECUTED';
    return 'PROCESSING';
  }

  async #pass(seconds: number): Promise<string> {
    await advance(this.#client, seconds);
    const until = this.#now + seconds;
    for (const payment of this.#payments) {
      if (payment.state === 'OFFERED' && payment.expiresAt <= until) payment.state = 'EXPIRED';
      if (payment.state === 'EXECUTED') {
        payment.state = 'SUBMITTED';
        payment.due = payment.fate.flatMap(([after, ...acts]) => acts.map((act) => ({ at: this.#now + after, act })));
      }
      for (const { at, act } of payment.due) if (at <= until) this.#happen(payment, act);
      payment.due = payment.due.filter(({ at }) => at > until);
    }
    this.#now = until;
    return 'passed';
  }

  #happen(payment: Payment, act: string): void {
    const source = this.#balances.get(payment.source) as Balance;
    const destination = payment.destination ? this.#balances.get(payment.destination) : undefined;
    if (act === 'refund') {
      source.spendable += payment.sent;
      if (payment.isPaid) source.total += payment.sent;
      return;
    }
    source.total -= payment.sent;
    payment.isPaid = act === 'pay';
    if (!destination) return;
    destination.spendable += payment.received;
    destination.total += payment.received;
  }

  /** Balances of every customer in every currency. */
  async expectAsModelled(): Promise<void> {
    const { body } = await this.#client.get('/customers/internal-accounts?limit=100');
    const found = body.data.map(({ id, balance, totalBalance }: any) => [
      id,
      { spendable: balance.amount, total: totalBalance.amount },
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(this.#balances));
  }
}
