/** Amounts that a party has paid and got back for a purchase. */
interface Side {
  paid: number;
  back: number;
}

/** An amount pulled from the customer at once, and its later changes. */
interface Pull extends Side {
  reserved: number;
  isFailing: boolean;
}

interface Purchase {
  status: string;
  authorized: number;
  settled: number;
  refunded: number;
  /** Whether pulls at this merchant fail. */
  isFailing: boolean;
  /** Oldest first. */
  pulls: Pull[];
  system: Side;
}

const isOpen = ({ status }: Purchase): boolean => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';
const reservedOf = ({ pulls }: Purchase): number => pulls.reduce((total, { reserved }) => total + reserved, 0);

/** Distributes the amount over the sides in this order; returns the remainder. */
function spread<T>(amount: number, over: readonly T[], take: (one: T, most: number) => number): number {
  return over.reduce((left, one) => left - take(one, left), amount);
}

/** One account and its purchases in plain numbers, written independently of the service. */
export class CardModel {
  balance: number;
  owed = 0;
  readonly purchases: Purchase[] = [];

  constructor(balance: number) {
    this.balance = balance;
  }

  get reserved(): number {
    return this.purchases.reduce((total, purchase) => total + reservedOf(purchase), 0);
  }

  authorize(amount: number, { isFinal, isFailing }: { isFinal: boolean; isFailing: boolean }): string {
    const isApproved = amount <= this.balance;
    const status = isApproved ? (isFinal ? 'SETTLED' : 'AUTHORIZED') : 'DECLINED';
    const purchase: Purchase = {
      status,
      authorized: amount,
      settled: 0,
      refunded: 0,
      isFailing,
      pulls: [],
      system: { paid: 0, back: 0 },
    };
    this.purchases.push(purchase);
    if (isApproved) this.#pull(purchase, amount, isFailing);
    if (isApproved && isFinal) this.#pay(purchase, amount);
    return status;
  }

  /** Returns undefined if the clearing is declined and nothing changes. */
  clear(n: number, amount: number): string | undefined {
    const purchase = this.purchases[n];
    if (!purchase || !isOpen(purchase)) return undefined;
    if (amount === 0) return this.expire(n);
    const excess = Math.max(amount - reservedOf(purchase), 0);
    const isCovered = excess <= this.balance;
    if (isCovered && excess > 0) this.#pull(purchase, excess, false);
    this.#pay(purchase, amount);
    purchase.status = !isCovered ? 'EXCEPTION' : reservedOf(purchase) > 0 ? 'PARTIALLY_SETTLED' : 'SETTLED';
    return purchase.status;
  }

  advise(n: number, total: number): string | undefined {
    const purchase = this.purchases[n];
    if (!purchase || !isOpen(purchase)) return undefined;
    const wanted = Math.max(total - purchase.settled, 0) - reservedOf(purchase);
    if (wanted > this.balance) return purchase.status;
    if (wanted > 0) this.#pull(purchase, wanted, purchase.isFailing);
    else this.#release(purchase, -wanted);
    purchase.authorized = total;
    if (total <= purchase.settled) purchase.status = 'SETTLED';
    return purchase.status;
  }

  expire(n: number): string | undefined {
    const purchase = this.purchases[n];
    if (!purchase || !isOpen(purchase)) return undefined;
    this.#release(purchase, reservedOf(purchase));
    purchase.status = purchase.settled > 0 ? 'SETTLED' : 'EXPIRED';
    return purchase.status;
  }

  giveBack(n: number, amount: number): string | undefined {
    const purchase = this.purchases[n];
    if (!purchase || !['SETTLED', 'PARTIALLY_SETTLED', 'EXCEPTION'].includes(purchase.status)) return undefined;
    if (amount > purchase.settled - purchase.refunded) return undefined;
    const { system, pulls } = purchase;
    const toSystem = Math.min(amount, system.paid - system.back);
    system.back += toSystem;
    this.owed -= toSystem;
    spread(amount - toSystem, [...pulls].reverse(), (pull, most) => {
      const part = Math.min(pull.paid - pull.back, most);
      pull.back += part;
      this.balance += part;
      return part;
    });
    purchase.refunded += amount;
    if (purchase.status === 'SETTLED' && purchase.refunded === purchase.settled) purchase.status = 'REFUNDED';
    return purchase.status;
  }

  takeBack(n: number): string | undefined {
    const purchase = this.purchases[n];
    if (purchase?.status !== 'REFUNDED') return undefined;
    const { pulls, system, refunded } = purchase;
    const fromCustomer = Math.min(
      pulls.reduce((total, { back }) => total + back, 0),
      refunded,
    );
    if (fromCustomer <= this.balance) {
      this.balance -= fromCustomer;
      this.owed += refunded - fromCustomer;
      system.back -= refunded - fromCustomer;
      spread(fromCustomer, pulls, (pull, most) => {
        const part = Math.min(pull.back, most);
        pull.back -= part;
        return part;
      });
    } else {
      this.owed += refunded;
      system.paid += refunded;
    }
    purchase.refunded = 0;
    purchase.status = 'SETTLED';
    return purchase.status;
  }

  /** The customer gets the amount of a failed pull back; the system account bears the paid part. */
  failPulls(): void {
    for (const purchase of this.purchases) {
      for (const pull of purchase.pulls.filter(({ isFailing }) => isFailing)) this.#fail(purchase, pull);
    }
  }

  #fail(purchase: Purchase, pull: Pull): void {
    const { reserved, paid, back } = pull;
    purchase.pulls.splice(purchase.pulls.indexOf(pull), 1);
    if (reserved + paid === 0) return;
    this.balance += reserved + paid - back;
    this.owed += paid - back;
    purchase.system.paid += paid;
    purchase.system.back += back;
    this.#release(purchase, reservedOf(purchase));
    purchase.status = 'EXCEPTION';
  }

  #pull({ pulls }: Purchase, amount: number, isFailing: boolean): void {
    this.balance -= amount;
    pulls.push({ reserved: amount, paid: 0, back: 0, isFailing });
  }

  /** The system account pays the amount that is not reserved. */
  #pay(purchase: Purchase, amount: number): void {
    purchase.settled += amount;
    const unpaid = spread(amount, purchase.pulls, (pull, most) => {
      const part = Math.min(pull.reserved, most);
      pull.reserved -= part;
      pull.paid += part;
      return part;
    });
    purchase.system.paid += unpaid;
    this.owed += unpaid;
  }

  #release({ pulls }: Purchase, amount: number): void {
    spread(amount, [...pulls].reverse(), (pull, most) => {
      const part = Math.min(pull.reserved, most);
      pull.reserved -= part;
      this.balance += part;
      return part;
    });
  }
}
