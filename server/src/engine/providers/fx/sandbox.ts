import { exactDecimal } from '../../../foundation/kernel/decimals.ts';
import { assert } from '../../../foundation/kernel/errors.ts';
import type { FxSource } from './port.ts';

/** Units per US dollar. Fixed, so that tests can rely on them. */
const perUsd: Readonly<Record<string, string>> = {
  AED: '3.6725',
  ARS: '1420',
  BDT: '121.9',
  BRL: '5.35',
  BTC: '0.00001',
  BWP: '13.6',
  CAD: '1.4',
  CNY: '7.12',
  COP: '3850',
  DKK: '6.45',
  EGP: '47.3',
  EUR: '0.8642',
  GBP: '0.7583',
  GHS: '10.9',
  GTQ: '7.66',
  HKD: '7.775',
  HTG: '130.8',
  IDR: '16680',
  INR: '88.65',
  JMD: '160.5',
  JPY: '154.2',
  KES: '129.25',
  KRW: '1458',
  MWK: '1734',
  MXN: '18.35',
  MYR: '4.14',
  NGN: '1437.5',
  PHP: '58.85',
  PKR: '281',
  RWF: '1452',
  SGD: '1.3025',
  THB: '32.4',
  TZS: '2445',
  UGX: '3620',
  USD: '1',
  USDB: '1',
  USDC: '1',
  USDT: '1',
  VND: '26330',
  XAF: '566.9',
  XOF: '566.9',
  ZAR: '17.15',
  ZMW: '22.6',
};

const prices = new Map(
  Object.entries(perUsd).map(([code, text]) => {
    const price = exactDecimal(text);
    assert(price, `the price of ${code} is a decimal`);
    return [code, price];
  }),
);

export const sandboxFx: FxSource = { read: async (now) => ({ asOf: now, perUsd: prices }) };
