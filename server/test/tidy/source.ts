import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { CODE, COMMENT, scan } from './scan.ts';

/** A source in the three views that the rules use. Blanks keep every offset. */
export interface SourceFile {
  /** Relative to the scanned directory, with forward slashes: `payments/quotes/routes.ts`. */
  readonly path: string;
  /** Without comments. */
  readonly text: string;
  /** Without comments and without the content of strings. */
  readonly code: string;
  /** Content of each string and template; the holes of a template are blank. */
  readonly literals: readonly Literal[];
  readonly imports: readonly Import[];
}

export interface Literal {
  readonly text: string;
  readonly at: number;
}

export interface Import {
  readonly specifier: string;
  /** The imported file, as a path like that of the importer; only for relative imports. */
  readonly path: string | undefined;
  readonly at: number;
}

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export function readTree(directory: string, wanted: (path: string) => boolean): SourceFile[] {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return paths.filter(wanted).map((path) => sourceFile(path, readFileSync(join(directory, path), 'utf8')));
}

export function sourceFile(path: string, content: string): SourceFile {
  if (path.endsWith('.sql')) return sqlFile(path, content);
  const marks = scan(content);
  const keep = (wanted: (mark: number) => boolean) => blankUnless(content, (i) => wanted(marks[i] ?? CODE));
  const text = keep((mark) => mark !== COMMENT);
  const code = keep((mark) => mark === CODE);
  return { path, text, code, literals: literalsOf(content, marks), imports: importsOf(path, text, code) };
}

export function finding(file: SourceFile, at: number, message: string): Finding {
  return { file: file.path, line: file.text.slice(0, at).split('\n').length, message };
}

/** Every place where `pattern` matches one of the views of a file. */
export function places(text: string, pattern: RegExp): { at: number; match: RegExpMatchArray }[] {
  const all = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''));
  return [...text.matchAll(all)].map((match) => ({ at: match.index, match }));
}

function sqlFile(path: string, content: string): SourceFile {
  const text = content.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return { path, text, code: '', literals: [{ text, at: 0 }], imports: [] };
}

function literalsOf(content: string, marks: Int32Array): Literal[] {
  const ranges = new Map<number, { from: number; to: number }>();
  for (const [i, mark] of marks.entries()) {
    if (mark > CODE) ranges.set(mark, { from: ranges.get(mark)?.from ?? i, to: i + 1 });
  }
  return [...ranges].map(([literal, { from, to }]) => ({
    text: blankUnless(content.slice(from, to), (i) => marks[from + i] === literal),
    at: from,
  }));
}

const IMPORT = /\b(?:import|export)\b(?!\s*\.)(?:[^'"`;]*?\bfrom)?\s*\(?\s*(['"])([^'"\n]+)\1/g;

function importsOf(path: string, text: string, code: string): Import[] {
  const real = places(text, IMPORT).filter(({ at }) => code[at] !== ' ');
  return real.map(({ at, match }) => {
    const specifier = match[2] ?? '';
    return { specifier, path: specifier.startsWith('.') ? resolve(path, specifier) : undefined, at };
  });
}

function resolve(importer: string, specifier: string): string {
  return posix.join(posix.dirname(importer), specifier).replace(/\.js$/, '.ts');
}

function blankUnless(content: string, isKept: (index: number) => boolean): string {
  return Array.from({ length: content.length }, (_, i) => (content[i] === '\n' || isKept(i) ? content[i] : ' ')).join(
    '',
  );
}
