import { readdirSync, readFileSync } from 'node:fs';

/** A fenced block of a Markdown page. */
interface Block {
  language: string;
  /** Text after the language: `no-run` keeps a sample from being executed. */
  marker: string;
  text: string;
  line: number;
}

/** An output as a page shows it. */
export interface Shown {
  language: string;
  text: string;
}

/** A shell sample and the output the page shows for it, if it shows one. */
export interface Sample {
  script: string;
  shown?: Shown;
  line: number;
}

export interface Page {
  path: string;
  text: string;
  samples: Sample[];
}

const FENCE = /^```(\w*) ?([^\n]*)\n([\s\S]*?)^```$/gm;

export function readPage(root: URL, path: string): Page {
  const text = readFileSync(new URL(path, root), 'utf8');
  const blocks = [...text.matchAll(FENCE)].map((match) => ({
    language: match[1] ?? '',
    marker: match[2] ?? '',
    text: match[3] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
  return { path, text, samples: samplesOf(blocks) };
}

/** A block of json or text that follows a shell sample is its output. */
function samplesOf(blocks: readonly Block[]): Sample[] {
  return blocks.flatMap(({ language, marker, text, line }, i) => {
    if (language !== 'sh' || marker !== '') return [];
    const next = blocks[i + 1];
    const isOutput = next?.language === 'json' || next?.language === 'text';
    return [{ script: text, line, ...(isOutput && { shown: { language: next.language, text: next.text } }) }];
  });
}

export const root = new URL('../../../', import.meta.url);
const docs = readdirSync(new URL('docs', root)).filter((name) => name.endsWith('.md'));
/** The README and the pages of the documentation. */
export const pages = ['README.md', ...docs.sort().map((name) => `docs/${name}`)].map((path) => readPage(root, path));
export const pageAt = (path: string): string => pages.find((page) => page.path === path)?.text ?? '';

/** The rows of the table whose first heading is this, without the heading. */
export function tableRows(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (start < 0) throw new Error(`there is no table that begins with ${heading}`);
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  const rows = lines.slice(start + 2, end < 0 ? lines.length : end);
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Volatile values are compared by shape. */
export function normalized(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/\b[0-9a-f]{32,}\b/g, '<hex>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replaceAll(/ready in \d+\.\d s/g, 'ready in <seconds> s')
    .replaceAll(/("durationMs": ?)[\d.]+/g, '$10')
    .replaceAll(/[\t ]*\r?\n/g, '\n')
    .trim();
}

const MORE = '...';

/**
 * Compares an output with the one a page shows. Pages abbreviate: `"...": "..."` stands for more
 * members of an object, a last "..." for more items of a list, a line of three dots for more lines.
 */
export function isAsShown(shown: Shown, output: string): boolean {
  const [expected, actual] = [normalized(shown.text), normalized(output)];
  if (shown.language === 'json') return matches(JSON.parse(expected), JSON.parse(actual));
  return matchLines(expected.split('\n'), actual.split('\n'));
}

function matchLines(expected: readonly string[], actual: readonly string[]): boolean {
  const [line, ...rest] = expected;
  if (line === undefined) return actual.length === 0;
  if (line === MORE) return actual.some((_, i) => matchLines(rest, actual.slice(i))) || rest.length === 0;
  return line === actual[0] && matchLines(rest, actual.slice(1));
}

function matches(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected)) return Array.isArray(actual) && matchItems(expected, actual);
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
  const { [MORE]: more, ...members } = expected as Record<string, unknown>;
  const given = actual as Record<string, unknown>;
  const isWhole = more !== undefined || Object.keys(given).length === Object.keys(members).length;
  return isWhole && Object.entries(members).every(([name, value]) => matches(value, given[name]));
}

function matchItems(expected: readonly unknown[], actual: readonly unknown[]): boolean {
  const hasMore = expected.at(-1) === MORE;
  const items = hasMore ? expected.slice(0, -1) : expected;
  if (hasMore ? actual.length < items.length : actual.length !== items.length) return false;
  return items.every((item, i) => matches(item, actual[i]));
}
