import { toJsonAmount } from '../../foundation/kernel/money.ts';

/** Amounts that an agent has spent in one day and in its month, in the currency of its limits. */
export interface Usage {
  /** YYYY-MM-DD, in UTC on the platform's clock. */
  day: string;
  dailyCount: number;
  dailySpend: bigint;
  monthlySpend: bigint;
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const monthOf = (day: string): string => day.slice(0, 7);

/** Usage at this moment: a new day and a new month start at zero. */
export function usageAt(usage: Usage, now: Date): Usage {
  const today = dayOf(now);
  if (today <= usage.day) return usage;
  const isSameMonth = monthOf(today) === monthOf(usage.day);
  return { day: today, dailyCount: 0, dailySpend: 0n, monthlySpend: isSameMonth ? usage.monthlySpend : 0n };
}

export const usageJson = ({ day, dailyCount, dailySpend, monthlySpend }: Usage) => ({
  dailyTransactionCount: dailyCount,
  dailySpend: toJsonAmount(dailySpend),
  dailyResetDate: day,
  monthlySpend: toJsonAmount(monthlySpend),
  monthlyResetMonth: monthOf(day),
});
