import { monotonicMs } from '../kernel/clock.ts';
import { Buckets, type Limiter, type RateHeaders, type RateLimit, RateWords } from './rate-limit.ts';

/** How long a process may use what it was lent. */
const LEASE_MS = 1_000;
/** What has not come back by then was used, or its process has died. */
const OVERDUE_MS = 2 * LEASE_MS;
/** A lease is what the full rate allows in this time, so that limits which can be counted one by one are. */
const LEASE_WORTH_MS = 10;
/** And no more than this part of what is left: others may need the rest at once. */
const LEASE_PART = 1 / 16;

export interface Draw {
  callerId: string;
  /** For requests that wait. */
  wanted: number;
  /** The lease before, which this one replaces. */
  settled?: Settlement | undefined;
}

export interface Settlement {
  leaseId: number;
  unused: number;
}

export interface Grant {
  /** How many of those that wait may go on. */
  granted: number;
  /** More than was asked for, to be used without asking. */
  lent: number;
  leaseId: number;
  /** What nobody has used afterwards, so far as is known: in the bucket and in leases. */
  remaining: number;
  /** Where not all was granted: when there will be more. */
  waitMs: number;
}

/** Counts for all processes. What is lent was taken from the bucket before: together they never exceed the limit. */
export class Lender {
  readonly #limit: RateLimit;
  readonly #buckets: Buckets;
  /** Oldest first. */
  readonly #leases = new Map<number, { callerId: string; lent: number; overdueAt: number }>();
  #lastId = 0;

  constructor(limit: RateLimit) {
    this.#limit = limit;
    this.#buckets = new Buckets(limit);
  }

  draw({ callerId, wanted, settled }: Draw): Grant {
    if (settled) this.settle(settled);
    this.#writeOffOverdue();
    const bucket = this.#buckets.refilled(callerId);
    const granted = Math.min(wanted, Math.floor(bucket.tokens));
    bucket.tokens -= granted;
    const lent = this.#lendable(bucket.tokens);
    bucket.tokens -= lent;
    bucket.lent += lent;
    const remaining = Math.floor(bucket.tokens + bucket.lent);
    const waitMs = granted < wanted ? this.#buckets.msToNext(bucket) : 0;
    return { granted, lent, leaseId: this.#remember(callerId, lent), remaining, waitMs };
  }

  settle({ leaseId, unused }: Settlement): void {
    const lease = this.#leases.get(leaseId);
    if (!lease) return;
    this.#leases.delete(leaseId);
    const bucket = this.#buckets.refilled(lease.callerId);
    bucket.lent = Math.max(0, bucket.lent - lease.lent);
    this.#buckets.putBack(lease.callerId, unused);
  }

  giveBack(callerId: string): void {
    this.#buckets.putBack(callerId, 1);
  }

  #lendable(tokens: number): number {
    return Math.floor(Math.min((this.#limit.perSecond * LEASE_WORTH_MS) / 1_000, tokens * LEASE_PART));
  }

  #remember(callerId: string, lent: number): number {
    if (lent === 0) return 0;
    this.#lastId += 1;
    this.#leases.set(this.#lastId, { callerId, lent, overdueAt: monotonicMs() + OVERDUE_MS });
    return this.#lastId;
  }

  #writeOffOverdue(): void {
    const now = monotonicMs();
    for (const [leaseId, { overdueAt }] of this.#leases) {
      if (overdueAt > now) return;
      this.settle({ leaseId, unused: 0 });
    }
  }
}

export interface Bank {
  draw(request: Draw): Promise<Grant>;
  settle(settlements: Settlement[]): void;
  giveBack(callerId: string): void;
}

interface Account {
  lease: { id: number; left: number; until: number };
  /** As last heard, less what was used here since. */
  remaining: number;
  refusedUntil: number;
  waiting: { resolve: (headers: RateHeaders) => void; reject: (error: Error) => void }[];
  isAsking: boolean;
}

/** Of a process that shares its limits with others: answers by itself while a lease lasts, and asks for the next. */
export class LeasedLimiter implements Limiter {
  readonly #bank: Bank;
  readonly #words: RateWords;
  readonly #accounts = new Map<string, Account>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(limit: RateLimit, bank: Bank, subject?: string) {
    this.#bank = bank;
    this.#words = new RateWords(limit, subject);
  }

  take(callerId: string): RateHeaders | Promise<RateHeaders> {
    const account = this.#accounts.get(callerId) ?? this.#open(callerId);
    const { lease } = account;
    const now = monotonicMs();
    if (lease.left > 0 && now < lease.until) {
      lease.left -= 1;
      account.remaining -= 1;
      return this.#words.headers(account.remaining);
    }
    if (now < account.refusedUntil) throw this.#words.refusal(account.refusedUntil - now);
    return new Promise((resolve, reject) => {
      account.waiting.push({ resolve, reject });
      if (!account.isAsking) void this.#ask(callerId, account);
    });
  }

  giveBack(callerId: string): void {
    this.#bank.giveBack(callerId);
  }

  #open(callerId: string): Account {
    const lease = { id: 0, left: 0, until: 0 };
    const account: Account = { lease, remaining: 0, refusedUntil: 0, waiting: [], isAsking: false };
    this.#accounts.set(callerId, account);
    this.#sweep ??= setTimeout(() => this.#tidy(), LEASE_MS).unref();
    return account;
  }

  /** Those that come while one question is out are asked for by the next. */
  async #ask(callerId: string, account: Account): Promise<void> {
    account.isAsking = true;
    while (account.waiting.length > 0) {
      const waiting = account.waiting.splice(0);
      const askedAt = monotonicMs();
      try {
        const request = { callerId, wanted: waiting.length, settled: closed(account) };
        this.#share(account, waiting, await this.#bank.draw(request), askedAt);
      } catch (error) {
        for (const { reject } of waiting) reject(error as Error);
      }
    }
    account.isAsking = false;
  }

  #share(account: Account, waiting: Account['waiting'], grant: Grant, askedAt: number): void {
    account.lease = { id: grant.leaseId, left: grant.lent, until: askedAt + LEASE_MS };
    account.remaining = grant.remaining;
    if (grant.granted < waiting.length) account.refusedUntil = askedAt + grant.waitMs;
    for (const [i, { resolve, reject }] of waiting.entries()) {
      if (i < grant.granted) resolve(this.#words.headers(grant.remaining + grant.granted - 1 - i));
      else reject(this.#words.refusal(grant.waitMs));
    }
  }

  /** What nobody has used goes back, and who has not come again is forgotten. */
  #tidy(): void {
    const now = monotonicMs();
    const returned: Settlement[] = [];
    for (const [callerId, account] of this.#accounts) {
      if (account.isAsking || now < account.lease.until || now < account.refusedUntil) continue;
      this.#accounts.delete(callerId);
      const settlement = closed(account);
      if (settlement) returned.push(settlement);
    }
    if (returned.length > 0) this.#bank.settle(returned);
    this.#sweep = this.#accounts.size > 0 ? setTimeout(() => this.#tidy(), LEASE_MS / 2).unref() : undefined;
  }
}

/** The end of an account's lease: from here on it is not used any more. */
function closed({ lease }: Account): Settlement | undefined {
  const settlement = lease.id > 0 ? { leaseId: lease.id, unused: lease.left } : undefined;
  Object.assign(lease, { id: 0, left: 0 });
  return settlement;
}
