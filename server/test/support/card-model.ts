/** Who has given and got back what for a purchase. */
interface Side {
  paid: number;
  back: number;
}

interface Purchase {
  status: string;
  authorized: number;
  reserved: number;
  settled: number;
  refunded: number;
  customer: Side;
  house: Side;
}

const isOpen = ({ status }: Purchase): boolean => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';

/** One account and its purchases in plain numbers, written without a look at how the service does it. */
export class CardModel {
  balance: number;
  owed = 0;
  readonly purchases: Purchase[] = [];

  constructor(balance: number) {
    this.balance = balance;
  }

  get reserved(): number {
    return this.purchases.reduce((total, { reserved }) => total + reserved, 0);
  }

  authorize(amount: number, isFinal: boolean): string {
    const isApproved = amount <= this.balance;
    if (isApproved) this.balance -= amount;
    const status = isApproved ? (isFinal ? 'SETTLED' : 'AUTHORIZED') : 'DECLINED';
    const isPaid = isApproved && isFinal;
    this.purchases.push({
      status,
      authorized: amount,
      reserved: isApproved && !isFinal ? amount : 0,
      customer: { paid: isPaid ? amount : 0, back: 0 },
      house: { paid: 0, back: 0 },
      settled: isPaid ? amount : 0,
      refunded: 0,
    });
    return status;
  }

  /** Undefined: refused, and nothing changes. */
  clear(n: number, amount: number): string | undefined {
    const purchase = this.purchases[n];
    if (!purchase || !isOpen(purchase)) return undefined;
    if (amount === 0) return this.expire(n);
    const excess = Math.max(amount - purchase.reserved, 0);
    const isCovered = excess <= this.balance;
    if (isCovered) this.balance -= excess;
    else this.owed += excess;
    purchase.customer.paid += amount - (isCovered ? 0 : excess);
    purchase.house.paid += isCovered ? 0 : excess;
    purchase.reserved -= amount - excess;
    purchase.settled += amount;
    purchase.status = !isCovered ? 'EXCEPTION' : purchase.reserved > 0 ? 'PARTIALLY_SETTLED' : 'SETTLED';
    return purchase.status;
  }

  advise(n: number, total: number): string | undefined {
    const purchase = this.purchases[n];
    if (!purchase || !isOpen(purchase)) return undefined;
    const wanted = Math.max(total - purchase.settled, 0) - purchase.reserved;
    if (wanted > this.balance) return purchase.status;
    this.balance -= wanted;
    purchase.reserved += wanted;
    purchase.authorized = total;
    if (total <= purchase.settled) purchase.status = 'SETTLED';
    return purchase.status;
  }

  expire(n: number): string | undefined {
    const purchase = this.purchases[n];
    if (!purchase || !isOpen(purchase)) return undefined;
    this.balance += purchase.reserved;
    purchase.reserved = 0;
    purchase.status = purchase.settled > 0 ? 'SETTLED' : 'EXPIRED';
    return purchase.status;
  }

  giveBack(n: number, amount: number): string | undefined {
    const purchase = this.purchases[n];
    if (!purchase || !['SETTLED', 'PARTIALLY_SETTLED', 'EXCEPTION'].includes(purchase.status)) return undefined;
    if (amount > purchase.settled - purchase.refunded) return undefined;
    const toHouse = Math.min(amount, purchase.house.paid - purchase.house.back);
    purchase.house.back += toHouse;
    purchase.customer.back += amount - toHouse;
    this.owed -= toHouse;
    this.balance += amount - toHouse;
    purchase.refunded += amount;
    if (purchase.status === 'SETTLED' && purchase.refunded === purchase.settled) purchase.status = 'REFUNDED';
    return purchase.status;
  }

  takeBack(n: number): string | undefined {
    const purchase = this.purchases[n];
    if (purchase?.status !== 'REFUNDED') return undefined;
    const { customer, house, refunded } = purchase;
    const fromCustomer = Math.min(customer.back, refunded);
    if (fromCustomer <= this.balance) {
      this.balance -= fromCustomer;
      this.owed += refunded - fromCustomer;
      customer.back -= fromCustomer;
      house.back -= refunded - fromCustomer;
    } else {
      this.owed += refunded;
      house.paid += refunded;
    }
    purchase.refunded = 0;
    purchase.status = 'SETTLED';
    return purchase.status;
  }
}
