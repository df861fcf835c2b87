import type { CardTransaction } from '../../api/client.ts';
import { decimalText } from '../../parts/money.tsx';
import css from './waterfall.module.css';

/** Amounts of a purchase one below the other, in proportion to the largest: authorized, settled, refunded. */
export function Waterfall({
  purchase: { status, authorizedAmount, settledAmount, refundedAmount },
}: {
  purchase: CardTransaction;
}) {
  const { code, decimals } = authorizedAmount.currency;
  const steps = [
    // A declined purchase has the amount that was asked for.
    { name: 'authorized', amount: status === 'DECLINED' ? 0 : authorizedAmount.amount },
    { name: 'settled', amount: settledAmount?.amount ?? 0 },
    { name: 'refunded', amount: refundedAmount?.amount ?? 0 },
  ];
  const largest = Math.max(...steps.map(({ amount }) => amount), 1);
  const text = steps.map(({ name, amount }) => `${name} ${decimalText(amount, decimals)} ${code}`).join(', ');
  return (
    <span className={css.steps} role="img" aria-label={text} title={text}>
      {steps.map(({ name, amount }) => (
        <span key={name} className={css.step}>
          <span className={`${css.bar} ${css[name]}`} style={{ width: `${(100 * amount) / largest}%` }} />
        </span>
      ))}
    </span>
  );
}
