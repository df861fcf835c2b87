const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const typedId = new RegExp(`^[A-Z][A-Za-z]+:${UUID}$`);
const idsInPath = new RegExp(`/([A-Z][A-Za-z]+)(?::|%3[Aa])(${UUID})`, 'g');
/** Excluded, because every response of a platform would contain these ids. */
const everywhere = /^Platform(Config)?:/;
/** Maximum depth of objects whose ids are used: `quote.source.accountId`. */
const MAX_DEPTH = 2;
const MAX_IDS = 12;

/** Ids in the path of a request and in its response. Lists are skipped, because they concern no single resource. */
export function resourceIdsOf(path: string, answer: unknown): string[] | null {
  const ids = new Set<string>();
  for (const [, type, uuid] of path.matchAll(idsInPath)) ids.add(`${type}:${uuid}`);
  addAnswered(ids, answer, 0);
  return ids.size === 0 ? null : [...ids].slice(0, MAX_IDS);
}

function addAnswered(ids: Set<string>, value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > MAX_DEPTH) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'object') addAnswered(ids, member, depth + 1);
    else if (isIdName(name) && isResourceId(member)) ids.add(member);
  }
}

const isIdName = (name: string): boolean => name === 'id' || name.endsWith('Id');

const isResourceId = (value: unknown): value is string =>
  typeof value === 'string' && typedId.test(value) && !everywhere.test(value);
