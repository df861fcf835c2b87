import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ignoredErrorsIn } from './tidy/ignored-errors.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Checked for the words of docs/language.md. That page and this file list them and are left out. */
const subjects = [
  ...['server/src', 'server/test', 'scripts', 'sdk', 'web', 'bench', 'examples', 'docs'],
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
];
const TEXT = /\.(ts|tsx|mjs|sql|md|html|css|svg)$/;
const SKIPPED = /(^|\/)(node_modules|dist)\/|^docs\/language\.md$|^server\/test\/language\.test\.ts$/;

/** Words that are not retired although a pattern matches them. */
const ALLOWED =
  /ECONNREFUSED|connection refused|HOUSE_ACCOUNTS_FILE|SCHEMA_REFUSED|providerStatus: 'refused'|fire-and-forget|clearing house|houseNumber|good standing|standing orders?|outstanding/gi;

const retired: readonly [word: RegExp, write: string][] = [
  [/\bhouses?\b/i, 'system account, service'],
  [/\bset(s|ting)? off\b|setOff|set_off/i, 'trigger'],
  [/\bstandings?\b/i, 'balance'],
  [/\btall(y|ies)\b/i, 'pending totals'],
  [/\bpurses?\b|[a-z]Purse/i, 'funding source of a card'],
  [/\bcouriers?\b/i, 'sender, delivery worker'],
  [/\bfurnish/i, 'compose'],
  [/\bnext[ -]?door\b|nextDoor/i, 'on-platform'],
  [/whyNot/, 'reasonNotX'],
  [/\binsist/i, 'retryOnConflict'],
  [/\brooms?\b/i, 'module, capacity'],
  [/\b(tell|tells|told|telling)\b|[a-z](?:Told|Tell)\b|\b(?:told|tell)[A-Z]/, 'notify, return, report, show'],
  [/\brefus(e|es|ed|al|als|ing)\b|[a-z]Refus/i, 'reject, decline, deny'],
  [/\bforg(et|ets|ot|otten)\b/i, 'expire, remove, purge, evict'],
  [/\bhand(s|ed|ing)?[ -]?over\b/i, 'schedule, enqueue, hand off'],
  [/\bke(pt|ep|eps) back\b/i, 'reserved, held'],
  [/\w+Needs\b|\bneeds[:.,]/, 'deps'],
  [/\bwho(m|se)?ever\b/i, 'name the subject'],
];

/** All patterns in one, because most lines match none. */
const ANY_RETIRED = new RegExp(retired.map(([word]) => word.source).join('|'), 'i');

/** A comment starts with the thing it describes or with a verb. */
const RELATIVE = /^(What|Who|Whose|Whom|Whoever|Whatever|Where|Which|Of)\b/;

/** A test name starts with the thing under test, with a verb, or continues the name of its group. It may follow a table. */
const RELATIVE_NAME =
  /(?:(?:^|\s)(?:test|it|describe)(?:\.\w+)*(?:\(.*\))?|^\s*\]\))\(\s*['"`](what|who(?:se|m|ever)?|whatever|where|which)\b/i;

function findingsIn(path: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const found = ANY_RETIRED.test(line) ? retiredIn(line).map((word) => `${path}:${i + 1}  ${word}`) : [];
    const opening = commentAt(lines, i)?.match(RELATIVE);
    if (opening) found.push(`${path}:${i + 1}  a comment begins with "${opening[0]}"`);
    const name = line.match(RELATIVE_NAME);
    if (name) found.push(`${path}:${i + 1}  a test name begins with "${name[1]}"`);
    return found;
  });
}

function retiredIn(line: string): string[] {
  const checked = line.replace(ALLOWED, '');
  return retired.flatMap(([word, write]) => {
    const match = checked.match(word);
    return match ? [`"${match[0]}": write ${write}`] : [];
  });
}

/** The text of a comment that begins in this line. */
function commentAt(lines: readonly string[], i: number): string | undefined {
  const line = lines[i] ?? '';
  const before = lines[i - 1]?.trim() ?? '';
  const [, block] = line.match(/^\s*\/\*\*\s+(.*)/) ?? [];
  if (block !== undefined) return block;
  if (before === '/**') return line.replace(/^\s*\*\s*/, '');
  const [, indent, marker, inline] = line.match(/^(\s*)(\/\/|--)\s+(.*)/) ?? [];
  if (inline === undefined || indent === undefined || marker === undefined) return undefined;
  return before.startsWith(marker) && !/[.:]$/.test(before) ? undefined : inline;
}

describe('the standard of docs/language.md', () => {
  test.each([
    ['// The house pays.', 1],
    ['const told = 1;', 1],
    ['/** What a customer has. */', 1],
    ['/**\n * Of many, one.\n */', 1],
    ['-- Who writes first', 1],
    ['// The platform decides\n// Where it is asked', 0],
    ['/** Where clause of the list. */', 1],
    ['throw new Error("ECONNREFUSED at the clearing house")', 0],
    ['interface QuoteNeeds {}', 1],
    ["test('what is frozen cannot pay', () => {});", 1],
    ["  it.each(accounts)('which has %s', () => {});", 1],
    ["  ])('whose id ends in %s is rejected', () => {});", 1],
    ["test('rejects a quote whose source account is frozen', () => {});", 0],
  ])('finds a retired word or a relative opening in: %s', (text, count) => {
    expect(findingsIn('x.ts', text)).toHaveLength(count);
  });

  test('no file uses a retired word, or begins a comment or a test name with a relative pronoun', () => {
    const paths = subjects.flatMap(filesOf);
    const found = paths.flatMap((path) => findingsIn(path, readFileSync(join(root, path), 'utf8')));
    expect(found.join('\n')).toBe('');
  });
});

describe('an ignored error', () => {
  test.each([
    ['await close().catch(() => {});', 1],
    ['await close().catch(() => undefined);', 1],
    ['const text = await read().catch(() => []);', 1],
    ['await close().catch((error) => null);', 1],
    ['await close().catch(noop);', 1],
    ['await close().catch(_.noop);', 1],
    ['function onEnd() {}\nawait close().catch(onEnd);', 1],
    ['await close().then(next, () => {});', 1],
    ['await Promise.allSettled(all);', 1],
    ["socket.on('error', () => {});", 1],
    ["process.once('unhandledRejection', () => {});", 1],
    ['try { close(); } catch {}', 1],
    ['function read() {\n  try {\n    return parse();\n  } catch (error) {\n    return undefined;\n  }\n}', 1],
    ['/** @returns {string} */\nfunction read() { try { return parse(); } catch { return ""; } }', 1],
    ['// The socket is gone.\nawait close().catch(() => {});', 0],
    ['try { close(); } catch {\n  // It is closed already.\n}', 0],
    ['await close().catch(() => log.warn(1));', 0],
    ['await close().catch((error) => { failure = error; });', 0],
    ['await close().catch(() => { isOpen = false; });', 0],
    ['try { close(); } catch { throw new Error(); }', 0],
    ['function onEnd() { retry(); }\nawait close().catch(onEnd);', 0],
    ['const [one] = await Promise.allSettled(all);', 0],
  ])('is found unless a comment says why, or it is handled: %s', (text, count) => {
    expect(ignoredErrorsIn('x.ts', text)).toHaveLength(count);
  });

  test('has a comment that says why in all sources', () => {
    const sources = ['server/src', 'sdk', 'web', 'scripts', 'examples'].flatMap(filesOf);
    const found = sources
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\btest\//.test(path))
      .flatMap((path) => ignoredErrorsIn(path, readFileSync(join(root, path), 'utf8')));
    expect(found.join('\n')).toBe('');
    // Loading the parser takes seconds on a busy machine.
  }, 60_000);
});

function filesOf(subject: string): string[] {
  if (!existsSync(join(root, subject))) return [];
  if (statSync(join(root, subject)).isFile()) return [subject];
  return readdirSync(join(root, subject), { recursive: true, encoding: 'utf8' })
    .map((path) => join(subject, path))
    .filter((path) => TEXT.test(path) && !SKIPPED.test(path));
}
