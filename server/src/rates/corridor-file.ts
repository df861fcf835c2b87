import { type CorridorOverride, type CorridorTable, defaultCorridors } from './corridor-table.ts';
import { currencies } from './currencies.ts';
import { parseMoney } from './money-text.ts';

/** The defaults with what the operator's file says in their place; throws an Error that names the wrong value. */
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
  isRight: (value: unknown) => boolean;
  /** Completes "<place> must be ...". */
  wanted: string;
}

const isWhole = (value: unknown, minimum: number, maximum: number): boolean =>
  Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;

const isListOf = (value: unknown, names: Iterable<string>): boolean => {
  const known = new Set(names);
  return Array.isArray(value) && value.length > 0 && value.every((name) => known.has(name));
};

const money: Check = {
  isRight: (value) => typeof value === 'string' && parseMoney(value) !== undefined,
  wanted: 'an amount and its currency, such as "0.25 USD"',
};
const seconds: Check = { isRight: (value) => isWhole(value, 0, 30 * 86_400), wanted: 'whole seconds, 30 days at most' };
const windowSeconds: Check = { isRight: (value) => isWhole(value, 1, 86_400), wanted: 'whole seconds from 1 to 86400' };
/** A fee or a spread of everything would leave nothing to pay. */
const points: Check = { isRight: (value) => isWhole(value, 0, 5_000), wanted: 'a whole number from 0 to 5000' };
const flag: Check = { isRight: (value) => typeof value === 'boolean', wanted: 'true or false' };
const codes: Check = { isRight: (value) => isListOf(value, currencies.keys()), wanted: 'a list of currencies' };
const names: Check = {
  isRight: (value) => isListOf(value, Object.keys(defaultCorridors.rails)),
  wanted: `a list of ${Object.keys(defaultCorridors.rails).join(', ')}`,
};

const railChecks: Readonly<Record<string, Check>> = {
  fixedFee: money,
  variableFeeBps: points,
  min: money,
  max: money,
  windowSeconds,
  settlementSeconds: seconds,
};

const overrideChecks: Readonly<Record<string, Check>> = {
  ...railChecks,
  from: codes,
  to: codes,
  rail: names,
  spreadBps: points,
  requiresPurpose: flag,
  fundingWindowSeconds: windowSeconds,
  isClosed: flag,
};

const limitChecks: Readonly<Record<string, Check>> = { transactionMax: money, dailyMax: money };

function checked(place: string, value: unknown, checks: Readonly<Record<string, Check>>): Record<string, never> {
  const members = membersOf(place, value, Object.keys(checks));
  for (const [name, member] of Object.entries(members)) {
    if (!checks[name]?.isRight(member)) throw new Error(`${place}.${name} must be ${checks[name]?.wanted}`);
  }
  return members as Record<string, never>;
}

/** A misspelt name would otherwise be a setting that silently does nothing. */
function membersOf(place: string, value: unknown, allowed: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${place} must be an object`);
  const stranger = Object.keys(value).find((name) => !allowed.includes(name));
  if (stranger !== undefined) throw new Error(`${place} has no "${stranger}": known are ${allowed.join(', ')}`);
  return value as Record<string, unknown>;
}
