import { expect } from 'vitest';
import { chart, type SystemKind, systemAccount } from '../../src/engine/ledger/chart.ts';
import {
  AccountUnavailable,
  AlreadyPosted,
  type Entry,
  Ledger,
  Overdraft,
  type Posted,
  type Posting,
} from '../../src/engine/ledger/post.ts';
import { authorize, clear, refundPurchase, release } from '../../src/engine/ledger/recipes/cards.ts';
import {
  complete,
  execute,
  type Payment,
  receiveFunding,
  refund,
  refundFunding,
  suspend,
  takeBack,
  transfer,
} from '../../src/engine/ledger/recipes/payments.ts';
import { nthPhase, phases } from '../../src/engine/ledger/recipes/phases.ts';
import type { Database } from '../../src/foundation/db/database.ts';
import { sql } from '../../src/foundation/db/sql.ts';
import {
  deposit,
  everythingOf,
  expectSound,
  newTransaction,
  openPlatform,
  Story,
  setStatus,
  stepPosting,
  type TestPlatform,
} from './ledger-world.ts';

const CURRENCIES = ['USD', 'EUR', 'USDC'];
const START = 5_000n;

export type Outcome = 'Posted' | 'GuardFailed' | 'Overdraft' | 'Unavailable' | 'AlreadyPosted';

/** One random action: numbers that select among the resources of that moment. */
export interface Act {
  kind: (typeof History.kinds)[number];
  platform: number;
  from: number;
  to: number;
  currency: number;
  other: number;
  pick: number;
  amount: bigint;
  fees: Payment['fees'];
  isForced: boolean;
}

interface Model {
  posted: bigint;
  held: bigint;
  minimum: bigint | undefined;
  isActive: boolean;
}

type Ending = 'complete' | 'refund' | 'return' | 'suspend';

interface OpenPayment {
  story: Story;
  platform: TestPlatform;
  payment: Payment;
  stage: 'FUNDED' | 'EXECUTED' | 'COMPLETED' | 'RETURNED' | 'OVER';
}

interface OpenPurchase {
  story: Story;
  platform: TestPlatform;
  account: string;
  currency: string;
  authorized: bigint;
  settled: bigint;
  clearings: number;
  refunds: number;
}

interface Attempt {
  story: Story;
  platform: TestPlatform;
  phase: string;
  entries: Entry[];
  status: string;
  isForced?: boolean;
}

/** A random history on two platforms, executed on the ledger and on a small model, which must agree. */
export class History {
  static readonly kinds = [
    'transfer',
    'transfer',
    'execute',
    'execute',
    'fundPayment',
    'executeFunded',
    'complete',
    'complete',
    'refund',
    'return',
    'suspend',
    'authorize',
    'clear',
    'release',
    'refundPurchase',
    'repeat',
    'wrongGuard',
    'freeze',
    'thaw',
  ] as const;

  readonly #db: Database;
  readonly #ledger: Ledger;
  readonly #platforms: TestPlatform[] = [];
  readonly #model = new Map<string, Model>();
  readonly #payments: OpenPayment[] = [];
  readonly #purchases: OpenPurchase[] = [];
  readonly #posted: Posting[] = [];

  private constructor(db: Database) {
    this.#db = db;
    this.#ledger = new Ledger(db);
  }

  static async begin(db: Database): Promise<History> {
    const history = new History(db);
    for (const customers of [3, 2]) history.#adopt(await openPlatform(db, { currencies: CURRENCIES, customers }));
    for (const platform of history.#platforms) await history.#endow(platform);
    return history;
  }

  /** Performs an action if a resource for it exists; the model predicts the result. */
  async perform(act: Act): Promise<Outcome> {
    const platform = at(this.#platforms, act.platform);
    switch (act.kind) {
      case 'transfer':
        return this.#transfer(platform, act);
      case 'execute':
        return this.#execute(platform, act);
      case 'fundPayment':
        return this.#fundPayment(platform, act);
      case 'executeFunded':
        return this.#executeFunded(act);
      case 'complete':
      case 'refund':
      case 'return':
      case 'suspend':
        return this.#end(act.kind, act);
      case 'authorize':
        return this.#authorize(platform, act);
      case 'clear':
      case 'release':
      case 'refundPurchase':
        return this.#advancePurchase(act.kind, act);
      case 'repeat':
        return this.#repeat(act);
      case 'wrongGuard':
        return this.#wrongGuard(act);
      case 'freeze':
      case 'thaw':
        return this.#setActive(platform, act);
    }
  }

  async expectAsModelled(): Promise<void> {
    for (const { id } of this.#platforms) {
      const rows = await this.#db.read<{ id: string; posted: bigint; held: bigint }>(
        sql`SELECT id, posted, held FROM account_balances WHERE platform_id = ${id} ORDER BY id`,
      );
      const model = rows.map((row) => ({
        id: row.id,
        posted: this.#of(id, row.id).posted,
        held: this.#of(id, row.id).held,
      }));
      expect(rows).toEqual(model);
      await expectSound(this.#db, { platformId: id });
    }
  }

  #transfer(platform: TestPlatform, act: Act): Promise<Outcome> {
    const payment = this.#payment(platform, act);
    const destination = at(platform.customers, act.to).get(payment.received.currency) ?? '';
    if (destination === payment.source) return this.#nothing();
    const story = this.#begin(platform, payment);
    const entries = transfer({ payment, destination });
    return this.#attempt({ story, platform, phase: phases.transfer, entries, status: 'COMPLETED' });
  }

  async #execute(platform: TestPlatform, act: Act): Promise<Outcome> {
    const payment = this.#payment(platform, act);
    const story = this.#begin(platform, payment);
    const attempt = { story, platform, phase: phases.execute, entries: execute(payment), status: 'PROCESSING' };
    const outcome = await this.#attempt(attempt);
    if (outcome === 'Posted') this.#payments.push({ story, platform, payment, stage: 'EXECUTED' });
    return outcome;
  }

  async #fundPayment(platform: TestPlatform, act: Act): Promise<Outcome> {
    const payment = { ...this.#payment(platform, act), source: undefined };
    const story = this.#begin(platform, payment);
    const entries = receiveFunding(payment.sent);
    const outcome = await this.#attempt({ story, platform, phase: phases.fund, entries, status: 'PENDING' });
    if (outcome === 'Posted') this.#payments.push({ story, platform, payment, stage: 'FUNDED' });
    return outcome;
  }

  async #executeFunded(act: Act): Promise<Outcome> {
    const open = this.#pickPayment('FUNDED', act);
    if (!open) return this.#nothing();
    const attempt = { ...open, phase: phases.execute, entries: execute(open.payment), status: 'PROCESSING' };
    return this.#advance(open, attempt, 'EXECUTED');
  }

  /** Performs one of the possible next steps of a payment. */
  async #end(ending: Ending, act: Act): Promise<Outcome> {
    const from = { complete: 'EXECUTED', refund: 'any', return: 'COMPLETED', suspend: 'any' } as const;
    const open = this.#pickPayment(from[ending], act);
    if (!open) return this.#nothing();
    const { payment, story, platform } = open;
    const { isForced } = act;
    if (ending === 'complete') {
      const attempt = {
        story,
        platform,
        phase: phases.complete,
        entries: complete({ payment }),
        status: 'COMPLETED',
        isForced,
      };
      return this.#advance(open, attempt, 'COMPLETED');
    }
    if (ending === 'return') {
      const entries = takeBack({ payment, isFeeSpent: act.pick % 3 === 0 });
      return this.#advance(
        open,
        { story, platform, phase: phases.return, entries, status: 'PROCESSING', isForced },
        'RETURNED',
      );
    }
    if (ending === 'suspend') {
      if (open.stage === 'FUNDED') return this.#nothing();
      const attempt = { story, platform, phase: phases.suspend, entries: suspend(payment), status: 'FAILED', isForced };
      return this.#advance(open, attempt, 'OVER');
    }
    const isCrypto = payment.source === undefined && payment.sent.currency === 'USDC';
    const creditTo = isCrypto ? at(platform.customers, act.to).get('USDC') : undefined;
    const entries =
      open.stage === 'FUNDED' ? refundFunding({ funding: payment.sent, creditTo }) : refund({ payment, creditTo });
    return this.#advance(open, { story, platform, phase: phases.refund, entries, status: 'FAILED', isForced }, 'OVER');
  }

  async #authorize(platform: TestPlatform, { from, currency, amount }: Act): Promise<Outcome> {
    const code = at(CURRENCIES, currency);
    const account = at(platform.customers, from).get(code) ?? '';
    const story = this.#begin(platform);
    const entries = authorize({ account, currency: code, amount });
    const attempt = { story, platform, phase: nthPhase('authorize', 1), entries, status: 'AUTHORIZED' };
    const outcome = await this.#attempt(attempt);
    const fresh = {
      story,
      platform,
      account,
      currency: code,
      authorized: amount,
      settled: 0n,
      clearings: 0,
      refunds: 0,
    };
    if (outcome === 'Posted') this.#purchases.push(fresh);
    return outcome;
  }

  async #advancePurchase(kind: 'clear' | 'release' | 'refundPurchase', act: Act): Promise<Outcome> {
    const isRefund = kind === 'refundPurchase';
    const fitting = this.#purchases.filter((one) => (isRefund ? one.settled > 0n : one.authorized > 0n));
    const open = fitting[act.pick % fitting.length];
    if (!open) return this.#nothing();
    if (kind === 'clear') return this.#clear(open, act);
    const { story, platform, account, currency } = open;
    const amount = isRefund ? 1n + (act.amount % open.settled) : open.authorized;
    const phase = isRefund ? nthPhase('merchant-refund', open.refunds + 1) : nthPhase('release', 1);
    const entries = (isRefund ? refundPurchase : release)({ account, currency, amount });
    const status = isRefund && open.authorized > 0n ? 'PARTIALLY_SETTLED' : 'SETTLED';
    const outcome = await this.#attempt({ story, platform, phase, entries, status, isForced: act.isForced });
    if (outcome !== 'Posted') return outcome;
    if (isRefund) Object.assign(open, { refunds: open.refunds + 1, settled: open.settled - amount });
    else open.authorized = 0n;
    return outcome;
  }

  async #clear(open: OpenPurchase, act: Act): Promise<Outcome> {
    const { story, platform, account, currency, authorized } = open;
    const isFinal = act.pick % 2 === 0 || act.amount >= authorized;
    const excessFrom = act.to % 2 === 0 ? 'customer' : 'receivable';
    const entries = clear({ account, currency, amount: act.amount, authorized, isFinal, excessFrom });
    const status = !isFinal ? 'PARTIALLY_SETTLED' : excessFrom === 'receivable' ? 'EXCEPTION' : 'SETTLED';
    const phase = nthPhase('clear', open.clearings + 1);
    const outcome = await this.#attempt({ story, platform, phase, entries, status, isForced: act.isForced });
    if (outcome !== 'Posted') return outcome;
    open.clearings += 1;
    open.settled += act.amount;
    open.authorized = isFinal ? 0n : authorized - act.amount;
    return outcome;
  }

  async #repeat({ pick }: Act): Promise<Outcome> {
    const posting = this.#posted[pick % this.#posted.length];
    if (!posting) return this.#nothing();
    return this.#expect('AlreadyPosted', { ...posting, guard: undefined });
  }

  async #wrongGuard({ pick }: Act): Promise<Outcome> {
    const open = this.#payments[pick % this.#payments.length];
    if (!open) return this.#nothing();
    const { story, payment } = open;
    const after = { status: 'CREATED', version: 0 };
    const entries = complete({ payment });
    const posting = stepPosting({
      transaction: story.transaction,
      phase: 'never',
      entries,
      status: 'COMPLETED',
      after,
    });
    return this.#expect('GuardFailed', posting);
  }

  async #setActive(platform: TestPlatform, { kind, from, currency }: Act): Promise<Outcome> {
    const id = at(platform.customers, from).get(at(CURRENCIES, currency)) ?? '';
    const isActive = kind === 'thaw';
    await setStatus(this.#db, { platformId: platform.id, id, status: isActive ? 'ACTIVE' : 'FROZEN' });
    this.#of(platform.id, id).isActive = isActive;
    return 'Posted';
  }

  async #advance(open: OpenPayment, attempt: Attempt, stage: OpenPayment['stage']): Promise<Outcome> {
    const outcome = await this.#attempt(attempt);
    if (outcome === 'Posted') open.stage = stage;
    return outcome;
  }

  async #attempt({ story, platform, phase, entries, status, isForced = false }: Attempt): Promise<Outcome> {
    const posting = story.posting(phase, { entries, status, isForced });
    const foreseen = this.#foresee(platform.id, entries, isForced);
    const outcome = await this.#expect(foreseen, posting, () => story.step(phase, { entries, status, isForced }));
    if (outcome !== 'Posted') return outcome;
    this.#posted.push(posting);
    for (const [id, change] of netOf(entries)) {
      const account = this.#of(platform.id, id);
      account.posted += change.posted;
      account.held += change.held;
    }
    return outcome;
  }

  async #expect(
    foreseen: Outcome | readonly Outcome[],
    posting: Posting,
    post: () => Promise<Posted> = () => this.#ledger.post(posting),
  ): Promise<Outcome> {
    const before = await everythingOf(this.#db, posting.platformId);
    const { outcome } = await outcomeOf(post());
    expect([foreseen].flat()).toContain(outcome);
    if (outcome !== 'Posted') expect(await everythingOf(this.#db, posting.platformId)).toEqual(before);
    return outcome;
  }

  /** With two errors at once, the reported one is not defined. */
  #foresee(platformId: string, entries: readonly Entry[], isForced: boolean): Outcome[] {
    const touched = [...netOf(entries)].map(([id, change]) => ({ change, account: this.#of(platformId, id) }));
    const wrong: Outcome[] = [];
    if (!isForced && touched.some(({ account }) => !account.isActive)) wrong.push('Unavailable');
    const isOverdrawn = ({ change, account }: (typeof touched)[number]) =>
      account.minimum !== undefined && account.posted + change.posted < account.minimum;
    if (touched.some(isOverdrawn)) wrong.push('Overdraft');
    return wrong.length > 0 ? wrong : ['Posted'];
  }

  #payment(platform: TestPlatform, { from, currency, other, amount, fees }: Act): Payment {
    const code = at(CURRENCIES, currency);
    const to = at(CURRENCIES, other);
    const sent = amount + fees.platform + fees.service;
    return {
      source: at(platform.customers, from).get(code),
      sent: { currency: code, amount: sent },
      fees,
      received: { currency: to, amount: code === to ? amount : 1n + (amount * 87n) / 100n },
      platformAccount: platform.own.get(code),
    };
  }

  #pickPayment(stage: OpenPayment['stage'] | 'any', { pick }: Act): OpenPayment | undefined {
    const isOpen = (open: OpenPayment) => open.stage !== 'OVER' && open.stage !== 'COMPLETED';
    const fitting = this.#payments.filter((open) => (stage === 'any' ? isOpen(open) : open.stage === stage));
    return fitting[pick % fitting.length];
  }

  #begin(platform: TestPlatform, payment?: Payment): Story {
    return new Story(this.#ledger, newTransaction(platform.id, payment));
  }

  #adopt(platform: TestPlatform): void {
    this.#platforms.push(platform);
    const fresh = (minimum: bigint | undefined): Model => ({ posted: 0n, held: 0n, minimum, isActive: true });
    for (const currency of CURRENCIES) {
      for (const kind of Object.keys(chart) as SystemKind[]) {
        const { minimum } = chart[kind];
        this.#model.set(
          `${platform.id}/${systemAccount(kind, currency)}`,
          fresh(minimum === null ? undefined : BigInt(minimum)),
        );
      }
    }
    for (const accounts of [platform.own, ...platform.customers]) {
      for (const id of accounts.values()) this.#model.set(`${platform.id}/${id}`, fresh(0n));
    }
  }

  async #endow(platform: TestPlatform): Promise<void> {
    const deposits = platform.customers.flatMap((accounts) => [...accounts]);
    for (const [currency, account] of deposits) {
      await deposit(this.#ledger, { platformId: platform.id, account, currency, amount: START });
      this.#of(platform.id, account).posted += START;
      this.#of(platform.id, systemAccount('rail.nostro', currency)).posted -= START;
    }
  }

  #of(platformId: string, id: string): Model {
    const model = this.#model.get(`${platformId}/${id}`);
    if (!model) throw new Error(`no model of ${id}`);
    return model;
  }

  /** No resource to perform it on. */
  #nothing(): Promise<Outcome> {
    return Promise.resolve('Posted');
  }
}

interface TransferPosting {
  platformId: string;
  debit: string;
  credit: string;
  currency: string;
  amount: bigint;
  isForced?: boolean;
}

/** A transfer as a complete transaction, with its row and its event. */
export function transferPosting({ platformId, isForced = false, ...entry }: TransferPosting): Posting {
  const entries = [{ ...entry, code: 'test' }];
  return stepPosting({
    transaction: newTransaction(platformId),
    phase: phases.transfer,
    entries,
    status: 'COMPLETED',
    isForced,
  });
}

export async function outcomeOf<T>(posting: Promise<T>): Promise<{ outcome: Outcome; result?: T }> {
  try {
    const result = await posting;
    return result === undefined ? { outcome: 'GuardFailed' } : { outcome: 'Posted', result };
  } catch (error) {
    if (error instanceof Overdraft) return { outcome: 'Overdraft' };
    if (error instanceof AccountUnavailable) return { outcome: 'Unavailable' };
    if (error instanceof AlreadyPosted) return { outcome: 'AlreadyPosted' };
    throw error;
  }
}

function netOf(entries: readonly Entry[]): Map<string, { posted: bigint; held: bigint }> {
  const net = new Map<string, { posted: bigint; held: bigint }>();
  const add = (id: string, posted: bigint, held: bigint) => {
    const so = net.get(id) ?? { posted: 0n, held: 0n };
    net.set(id, { posted: so.posted + posted, held: so.held + held });
  };
  for (const { debit, credit, amount, holds } of entries) {
    add(debit, -amount, 0n);
    add(credit, amount, 0n);
    if (holds) add(holds.account, 0n, holds.amount);
  }
  return net;
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list has nothing to pick');
  return found;
}
