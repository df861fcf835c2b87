import { type CorridorOverride, type CorridorTable, defaultCorridors } from './corridor-table.ts';
import { currencies } from './currencies.ts';
import { parseMoney } from './money-text.ts';

/** The default corridors with the changes of the operator's file. Throws an Error that names the invalid value. */
export function corridorsWith(file: unknown): CorridorTable {
  if (file === undefined) return defaultCorridors;
  const parts = membersOf('the file', file, ['rails', 'overrides', 'limits']);
  const rails = Object.entries(membersOf('rails', parts.rails ?? {}, Object.keys(defaultCorridors.rails)));
  const overrides = parts.overrides ?? [];
  if (!Array.isArray(overrides)) throw new Error('overrides must be a list');
  const limits = Object.entries(membersOf('limits', parts.limits ?? {}, [...currencies.keys()]));
  return {
    rails: {
      ...defaultCorridors.rails,
      ...Object.fromEntries(
        rails.map(([rail, row]) => {
          const changed = checked(`rails.${rail}`, row, railChecks);
          return [rail, Object.assign({ ...defaultCorridors.rails[rail] }, changed)];
        }),
      ),
    } as CorridorTable['rails'],
    overrides: [
      ...defaultCorridors.overrides,
      ...overrides.map((one, i): CorridorOverride => checked(`overrides.${i}`, one, overrideChecks)),
    ],
    limits: Object.fromEntries(limits.map(([code, row]) => [code, checked(`limits.${code}`, row, limitChecks)])),
  };
}

interface Check {
  isValid: (value: unknown) => boolean;
  /** Completes "<field> must be ...". */
  expected: string;
}

const isWhole = (value: unknown, minimum: number, maximum: number): boolean =>
  Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;

const isListOf = (value: unknown, names: Iterable<string>): boolean => {
  const known = new Set(names);
  return Array.isArray(value) && value.length > 0 && value.every((name) => known.has(name));
};

const money: Check = {
  isValid: (value) => typeof value === 'string' && parseMoney(value) !== undefined,
  expected: 'an amount and its currency, such as "0.25 USD"',
};
const seconds: Check = {
  isValid: (value) => isWhole(value, 0, 30 * 86_400),
  expected: 'whole seconds, 30 days at most',
};
const windowSeconds: Check = {
  isValid: (value) => isWhole(value, 1, 86_400),
  expected: 'whole seconds from 1 to 86400',
};
/** At most 50 %, because larger fees and spreads are mistakes. */
const basisPoints: Check = { isValid: (value) => isWhole(value, 0, 5_000), expected: 'a whole number from 0 to 5000' };
const flag: Check = { isValid: (value) => typeof value === 'boolean', expected: 'true or false' };
const codes: Check = { isValid: (value) => isListOf(value, currencies.keys()), expected: 'a list of currencies' };
const railNames: Check = {
  isValid: (value) => isListOf(value, Object.keys(defaultCorridors.rails)),
  expected: `a list of ${Object.keys(defaultCorridors.rails).join(', ')}`,
};

const railChecks: Readonly<Record<string, Check>> = {
  fixedFee: money,
  variableFeeBps: basisPoints,
  min: money,
  max: money,
  windowSeconds,
  settlementSeconds: seconds,
};

const overrideChecks: Readonly<Record<string, Check>> = {
  ...railChecks,
  from: codes,
  to: codes,
  rail: railNames,
  spreadBps: basisPoints,
  requiresPurpose: flag,
  fundingWindowSeconds: windowSeconds,
  isClosed: flag,
};

const limitChecks: Readonly<Record<string, Check>> = { transactionMax: money, dailyMax: money };

function checked(field: string, value: unknown, checks: Readonly<Record<string, Check>>): Record<string, never> {
  const members = membersOf(field, value, Object.keys(checks));
  for (const [name, member] of Object.entries(members)) {
    if (!checks[name]?.isValid(member)) throw new Error(`${field}.${name} must be ${checks[name]?.expected}`);
  }
  return members as Record<string, never>;
}

/** Rejects unknown names: a misspelt one would silently have no effect. */
function membersOf(field: string, value: unknown, allowed: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${field} must be an object`);
  const unknown = Object.keys(value).find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw new Error(`${field} has no "${unknown}": known are ${allowed.join(', ')}`);
  return value as Record<string, unknown>;
}
