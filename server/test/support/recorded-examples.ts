/** Examples of one operation, as server/src/engine/http/examples keeps them. */
export interface RecordedExamples {
  body?: readonly unknown[];
  responses?: Record<number, readonly unknown[]>;
}

type Json = Record<string, unknown>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Content of a PEM, between its first and last line. */
const PEM_CONTENT = /(?<=-----BEGIN [A-Z ]+-----)[^-]+(?=-----END)/g;
const PUBLIC_URL = 'https://causeway.example.com';

/** Replaces ids and the address of the server by constant ones. */
export class Sanitizer {
  readonly #ids = new Map<string, string>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#cleanText(value);
    return mapped(withoutMeasures(value), (item) => this.clean(item));
  }

  #cleanText(text: string): string {
    const plain = text.replaceAll(this.#url, PUBLIC_URL).replaceAll(PEM_CONTENT, '\n...\n');
    return plain.replaceAll(UUID, (uuid) => {
      const number = String(this.#ids.size + 1).padStart(12, '0');
      const id = this.#ids.get(uuid) ?? `019542f5-b3e7-7d02-8000-${number}`;
      this.#ids.set(uuid, id);
      return id;
    });
  }
}

/** Removes durations and request times, which come from the real clock. */
function withoutMeasures(value: unknown): unknown {
  if (isObject(value) && 'sizeBytes' in value && 'connections' in value) {
    return { ...value, sizeBytes: 27_000_000, connections: 7 };
  }
  if (isObject(value) && 'firstAt' in value && 'lastAt' in value) {
    return { ...value, count: 1, firstAt: '2026-01-15T09:30:00.000Z', lastAt: '2026-01-15T09:30:00.000Z' };
  }
  const measure = isObject(value) && ['durationMs', 'latencyMs'].find((name) => name in value);
  return measure ? { ...value, at: '2026-01-15T09:30:00.000Z', [measure]: 12.5 } : value;
}

/** Shortens lists to one item; of events, to the test event, which is short. */
export function shortened(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value['data']) || value['data'].length === 0) return value;
  const { nextCursor, ...list } = value;
  const data = [value['data'].find(isTestEvent) ?? value['data'][0]];
  return {
    ...list,
    data,
    ...('hasMore' in list && { hasMore: false }),
    ...('totalCount' in list && { totalCount: data.length }),
  };
}

/**
 * The part of two recordings that is the same in both. Random values, such as secrets and signatures, stay as they were
 * recorded before, so that a further recording changes nothing.
 */
export function settledExample(before: unknown, first: unknown, second: unknown): unknown {
  if (isObject(first) && isObject(second) && sameKeys(first, second)) {
    return mapObject(first, (value, name) => settledExample(memberOf(before, name), value, second[name]));
  }
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length) {
    return first.map((value, i) => settledExample(memberOf(before, i), value, second[i]));
  }
  return JSON.stringify(first) === JSON.stringify(second) ? first : (before ?? first);
}

/** The example with the ids and random values of a real call in their places. */
export function withRealValues(example: unknown, call: { real: unknown; clean: unknown; other: unknown }): unknown {
  const { real, clean, other } = call;
  const inner = (value: unknown, name: string | number): unknown =>
    withRealValues(value, {
      real: memberOf(real, name),
      clean: memberOf(clean, name),
      other: memberOf(other, name),
    });
  if (Array.isArray(example)) return example.map(inner);
  if (isObject(example)) return mapObject(example, inner);
  const isRandom = JSON.stringify(clean) !== JSON.stringify(other);
  return example === clean || isRandom ? (real ?? example) : example;
}

/** A form as an object: files are shown by their names. */
export const plainBody = (body: unknown): unknown =>
  body instanceof FormData
    ? Object.fromEntries([...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
    : body;

/** The form with these values; files stay. */
export function formWith(form: FormData, values: unknown): FormData {
  const copy = new FormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') copy.set(name, String((values as Json)[name]));
    else copy.set(name, value, value.name);
  }
  return copy;
}

const isTestEvent = (item: unknown): boolean => isObject(item) && item['type'] === 'TEST';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Json)[name] : undefined;

const sameKeys = (a: Json, b: Json): boolean => Object.keys(a).sort().join() === Object.keys(b).sort().join();

const mapObject = (value: Json, map: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item, name)]));

function mapped(value: unknown, map: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  return isObject(value) ? mapObject(value, map) : value;
}
