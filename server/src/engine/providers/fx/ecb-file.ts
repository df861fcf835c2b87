import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { exactDecimal } from '../../../foundation/kernel/decimals.ts';
import { inverse, ONE, product, type Ratio } from '../../../foundation/kernel/money.ts';
import type { FxTable } from './port.ts';

/** Keeps attributes as text, because conversion to a number would change the rates. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  removeNSPrefix: true,
});

interface Cube {
  time?: string;
  currency?: string;
  rate?: string;
  Cube?: Cube | Cube[];
}

/** Parses the daily reference rates of the European Central Bank (eurofxref-daily.xml). Throws an Error with the reason. */
export function parseEcbFile(text: string): FxTable {
  // Rejects document types, and thereby entity expansion; the bank's file declares none.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('the file declares a document type');
  if (XMLValidator.validate(text) !== true) throw new Error('the file is not well-formed XML');
  const envelope = (parser.parse(text) as { Envelope?: Cube }).Envelope;
  const [day, ...others] = cubesIn(cubesIn(envelope)[0]);
  if (!day || others.length > 0) throw new Error('the file does not hold the rates of one day');
  const asOf = parseDay(day.time);
  if (!asOf) throw new Error('the day of the rates is not a date');
  return { asOf, perUsd: throughEuro(cubesIn(day).map(rateOf)) };
}

const cubesIn = (cube: Cube | undefined): Cube[] => [cube?.Cube ?? []].flat();

function rateOf({ currency = '', rate = '' }: Cube): readonly [string, Ratio] {
  const perEuro = exactDecimal(rate);
  if (!/^[A-Z]{3}$/.test(currency) || !perEuro) throw new Error(`the rate of "${currency}" is not a decimal`);
  return [currency, perEuro];
}

/** Currencies priced at one US dollar. */
const STABLECOINS = ['USDB', 'USDC', 'USDT'];

function throughEuro(rates: readonly (readonly [string, Ratio])[]): Map<string, Ratio> {
  const perEuro = new Map(rates);
  if (perEuro.size !== rates.length) throw new Error('a currency is listed twice');
  const dollars = perEuro.get('USD');
  if (!dollars) throw new Error('the rate of "USD" is missing');
  const eurosPerUsd = inverse(dollars);
  const perUsd = rates.map(([code, rate]) => [code, product(rate, eurosPerUsd)] as const);
  return new Map([...perUsd, ['EUR', eurosPerUsd], ...['USD', ...STABLECOINS].map((code) => [code, ONE] as const)]);
}

/** Start of a day such as `2026-11-13`; undefined for an invalid date. */
export function parseDay(text: unknown): Date | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? undefined : day;
}
