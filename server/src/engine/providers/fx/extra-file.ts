import { exactDecimal } from '../../../foundation/kernel/decimals.ts';
import { parseDay } from './ecb-file.ts';
import type { FxTable } from './port.ts';

/**
 * Parses the operator's prices: `{"date": "2026-11-13", "perUsd": {"BTC": "0.0000104", "NGN": "1437.5"}}`. Throws an Error
 * with the reason.
 */
export function parseExtraFile(text: string): FxTable {
  const { date, perUsd } = parseObject(text);
  const asOf = parseDay(date);
  if (!asOf) throw new Error('"date" must be a day such as 2026-11-13');
  if (typeof perUsd !== 'object' || perUsd === null) throw new Error('"perUsd" must hold a decimal for each currency');
  const prices = Object.entries(perUsd).map(([code, value]) => {
    // Only strings are accepted, because parsing a JSON number loses precision.
    const price = typeof value === 'string' ? exactDecimal(value) : undefined;
    if (!price) throw new Error(`the price of ${code} must be a decimal in quotes, above zero`);
    return [code, price] as const;
  });
  return { asOf, perUsd: new Map(prices) };
}

function parseObject(text: string): { date?: unknown; perUsd?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Error('the file is not JSON');
  }
}
