import { isFace, MAGIC_TABLE } from './import-rules.ts';
import { isSlice, moduleOf, sharedTables } from './layers.ts';
import { type Finding, finding, places, type SourceFile } from './source.ts';

export function routesHoldNoSql(files: readonly SourceFile[]): Finding[] {
  const faces = files.filter((file) => isFace(file.path));
  return inCode(faces, /\bsql\s*(?:<[^>`]*>)?\s*`|\.query\s*(?:<[^>(]*>)?\(/, 'SQL belongs in the <noun>.ts beside it');
}

export function onlyConfigReadsTheEnvironment(files: readonly SourceFile[]): Finding[] {
  const others = files.filter((file) => file.path !== 'foundation/config.ts');
  const message = 'only config.ts reads the environment';
  return [
    ...inCode(others, /\bprocess\s*(?:\?\.|\.)\s*env\b|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/, message),
    ...inText(
      others,
      /\bprocess\s*\[\s*['"]env['"]|\{[^{}]*\benv\b[^{}]*\}\s*from\s*['"](?:node:)?process['"]/,
      message,
    ),
  ];
}

export function timeAndChanceComeFromTheKernel(files: readonly SourceFile[]): Finding[] {
  const others = files.filter((file) => moduleOf(file.path) !== 'kernel');
  const pattern = anyOf(
    /\bDate\.now\b|\bperformance\.now\b|\bprocess\.hrtime\b|\bMath\.random\b/,
    /\bnew Date\b(?!\s*\(\s*[^\s)])|(?<!new )\bDate\(\s*\)/,
  );
  return inCode(others, pattern, 'time is a parameter and chance is handed in: only kernel/ asks the machine');
}

export function sqlAsksNoClock(files: readonly SourceFile[]): Finding[] {
  const pattern = anyOf(
    /\b(?:now|(?:clock|statement|transaction)_timestamp|timeofday)\s*\(/i,
    /\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b|'now'/i,
  );
  return inLiterals(files, pattern, 'SQL takes the time as a parameter');
}

const KNOWS_MODES = ['composition', 'app.ts', 'command', 'providers', 'platforms', 'sandbox', 'operator'];

export function slicesKnowNoMode(files: readonly SourceFile[]): Finding[] {
  const others = files.filter((file) => !KNOWS_MODES.includes(moduleOf(file.path)));
  const slices = others.filter((file) => isSlice(file.path));
  const message = 'no `if (sandbox)`: composition provides the adapters of the mode';
  return [
    ...inText(others, /[!=]==?\s*['"](?:SANDBOX|PRODUCTION)['"]|(?:\bcase\s*)['"](?:SANDBOX|PRODUCTION)['"]/, message),
    ...inText(others, /['"](?:SANDBOX|PRODUCTION)['"]\s*[!=]==?/, message),
    ...inCode(
      slices,
      /\b(?:if|while)\s*\([^{};]*?sandbox|\bisSandbox\b|\bsandbox\w*\s*(?:\?(?![.?:])|&&|\|\|)/i,
      message,
    ),
  ];
}

/** Names of the services in `composition/services.ts`. */
const SERVICES = /^ {2}(?:payments|banking|bankFiles|verification|authentication|walletOwners|cards|webhooks)\??:/gm;
const MAX_SERVICES = 4;

export function slicesNameFewServices(files: readonly SourceFile[]): Finding[] {
  return files
    .filter((file) => isSlice(file.path))
    .flatMap((file) =>
      places(file.code, /\binterface \w*Deps\b[^{]*\{([^}]*)\}/)
        .filter(({ match }) => [...(match[1] ?? '').matchAll(SERVICES)].length > MAX_SERVICES)
        .map(({ at }) => finding(file, at, `a slice names at most ${MAX_SERVICES} services`)),
    );
}

export function onlyTheLedgerWritesMoney(files: readonly SourceFile[]): Finding[] {
  const others = files.filter((file) => moduleOf(file.path) !== 'ledger' && file.path.endsWith('.ts'));
  const pattern = anyOf(
    /\bUPDATE\s+accounts\b[^;]*?(?:\bSET|,)\s*(?:posted|held)\s*=/i,
    /\bUPDATE\s+accounts\b[^;]*?\bSET\s*\([^)]*\b(?:posted|held)\b/i,
    /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE)\s+(?:ledger_entries|pending_totals)\b/i,
  );
  return inLiterals(others, pattern, 'only ledger/ writes balances, pending totals and entries');
}

export function everyTableHasOneWriter(files: readonly SourceFile[]): Finding[] {
  const pattern = /\b(?:INSERT INTO|DELETE FROM)\s+([a-z_]+)|\bUPDATE\s+([a-z_]+)\s+(?:AS\s+)?(?:[a-z_]+\s+)?SET\b/;
  const writes = files
    .filter((file) => file.path.endsWith('.ts'))
    .flatMap((file) =>
      literalPlaces(file, pattern).map(({ at, match }) => ({ file, at, table: match[1] ?? match[2] ?? '' })),
    );
  return writes.flatMap(({ file, at, table }) => {
    const allowed = sharedTables[table] ?? [];
    const writers = new Set(writes.filter((write) => write.table === table).map((write) => moduleOf(write.file.path)));
    const tooMany = writers.size > 1 && [...writers].some((module) => !allowed.includes(module));
    return tooMany
      ? [finding(file, at, `${table} is written by ${[...writers].join(' and ')}: one of them owns it`)]
      : [];
  });
}

/** The outcomes that the sandbox documents for a value, by the shapes of such values. */
const MAGIC_LITERALS = /^sandbox-valid-|^(?:000000|123456)$|^\+slow$|^\$?(?:success|pending|fail)\.[a-z.]*[a-z]{3}\b/;
const MAGIC_SUFFIX = /(?:[!=]==?\s*|\bcase\s*|\bendsWith\(\s*)['"](?:00[1-7]|10[2-7])['"]/;
const KNOWS_MAGIC = ['composition', 'app.ts', 'providers', 'sandbox', 'command'];

export function magicValuesStayInTheirTable(files: readonly SourceFile[]): Finding[] {
  const others = files.filter((file) => file.path !== MAGIC_TABLE);
  const outside = others.filter((file) => !KNOWS_MAGIC.includes(moduleOf(file.path)));
  const message = `magic values are rows of ${MAGIC_TABLE}`;
  return [
    ...inLiterals(others, MAGIC_LITERALS, message),
    ...inText(others, MAGIC_SUFFIX, message),
    ...inCode(outside, /magic/i, `${message}: only sandbox adapters know of them`),
    ...inCode(outside, /\.slice\(\s*-3\s*\)/, `${message}: the suffix of a value means nothing outside of the sandbox`),
  ];
}

export function everyTestRuns(files: readonly SourceFile[]): Finding[] {
  return inCode(files, /\.(?:only|skip)\s*[.(]/, 'a test that is singled out or switched off');
}

/** The lock file works with any registry: a host in it would tie every checkout to one. */
export function lockNamesNoHost(lock: SourceFile): Finding[] {
  return inText([lock], /"resolved":\s*"https?:[^"]*"/, 'names a registry: set omit-lockfile-registry-resolved');
}

/** Patterns with the same flags, combined. */
function anyOf(...patterns: readonly [RegExp, ...RegExp[]]): RegExp {
  return new RegExp(patterns.map((pattern) => pattern.source).join('|'), patterns[0].flags);
}

function inCode(files: readonly SourceFile[], pattern: RegExp, message: string): Finding[] {
  return files.flatMap((file) => places(file.code, pattern).map(({ at }) => finding(file, at, message)));
}

function inText(files: readonly SourceFile[], pattern: RegExp, message: string): Finding[] {
  return files.flatMap((file) => places(file.text, pattern).map(({ at }) => finding(file, at, message)));
}

function inLiterals(files: readonly SourceFile[], pattern: RegExp, message: string): Finding[] {
  return files.flatMap((file) => literalPlaces(file, pattern).map(({ at }) => finding(file, at, message)));
}

function literalPlaces(file: SourceFile, pattern: RegExp) {
  return file.literals.flatMap((literal) =>
    places(literal.text, pattern).map(({ at, match }) => ({ at: literal.at + at, match })),
  );
}
