import { smallestUnits } from '../decimals.ts';
import { find } from '../dom.ts';
import { type Currency, problemOf } from './amounts.ts';

export { type Currency, moneyText } from './amounts.ts';

/** An invalid amount in a field of the page. */
export class AmountError extends Error {
  readonly #field: string;

  constructor(field: string, message: string) {
    super(message);
    this.#field = field;
  }

  /** Shows the message at the field and focuses it. */
  show(): void {
    const input = find(this.#field);
    find(`${this.#field}-error`).textContent = this.message;
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  }
}

/** Smallest units of the amount in a field, from its digits: binary fractions would change the amount. */
export function amountIn(field: string, currency: Currency): number {
  const input = find<HTMLInputElement>(field);
  input.removeAttribute('aria-invalid');
  find(`${field}-error`).textContent = '';
  const problem = problemOf(input.value.trim(), currency);
  if (problem) throw new AmountError(field, problem);
  return smallestUnits(input.value, currency.decimals) ?? 0;
}
