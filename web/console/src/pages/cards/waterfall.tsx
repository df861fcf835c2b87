import type { CardTransaction } from '../../api/client.ts';
import { decimalText } from '../../parts/money.tsx';
import css from './waterfall.module.css';

/** Bars of the authorized, settled and refunded amount of a purchase, in proportion to the largest. */
export function Waterfall({
  purchase: { status, authorizedAmount, settledAmount, refundedAmount },
}: {
  purchase: CardTransaction;
}) {
  const { code, decimals } = authorizedAmount.currency;
  const steps = [
    // The API returns the requested amount also for a declined purchase, which authorized nothing.
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
