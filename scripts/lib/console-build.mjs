import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { consoleDirectory, root } from './paths.mjs';

const FOLDER = 'console';
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** @typedef {{ name: string, content: string | Uint8Array }} OutputFile */

/**
 * Builds the console: a first script, a chunk for each page, and one style sheet. Style sheets of chunks are joined,
 * because browsers do not load the sheet of a chunk with the chunk, and all sheets together are small.
 * @param {Set<string>} [inputs] receives the paths of the sources
 * @returns {Promise<OutputFile[]>}
 */
export async function buildConsole(inputs) {
  const entry = join(consoleDirectory, 'src/index.tsx');
  const { outputFiles, metafile } = await build({
    entryPoints: { index: entry },
    outdir: FOLDER,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const path of Object.keys(metafile.inputs)) inputs?.add(path);
  const scripts = outputFiles.filter(({ path }) => path.endsWith('.js'));
  const styles = outputFiles.filter(({ path }) => path.endsWith('.css'));
  const script = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('src/index.tsx'));
  const style = joined(styles, script?.[1].cssBundle);
  const files = [...scripts.map(({ path, contents }) => ({ name: basename(path), content: contents })), style];
  const manifest = {
    script: basename(script?.[0] ?? ''),
    styles: [style.name],
    preload: firstLoaded(metafile.outputs, script?.[0] ?? '').map((path) => basename(path)),
    files: files.map(({ name }) => name).sort(),
  };
  return [...files.flatMap(withCompressed), { name: 'manifest.json', content: JSON.stringify(manifest) }].map(
    ({ name, content }) => ({ name: join(FOLDER, name), content }),
  );
}

/**
 * Chunks that the first script imports, directly or through others. Pages are loaded on demand.
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @param {string} script
 */
function firstLoaded(outputs, script) {
  const found = new Set([script]);
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') found.add(imported);
    }
  }
  found.delete(script);
  return [...found].sort();
}

/**
 * Joins the style sheets, that of the first script first. Sheets of pages repeat the rules of shared parts: only the
 * first copy of a rule is kept, so that rules of pages still override it.
 * @param {import('esbuild').OutputFile[]} styles
 * @param {string | undefined} first
 */
function joined(styles, first) {
  const isFirst = (/** @type {string} */ path) => first !== undefined && basename(path) === basename(first);
  const ordered = styles.toSorted(
    (a, b) => Number(isFirst(b.path)) - Number(isFirst(a.path)) || (a.path < b.path ? -1 : 1),
  );
  const text = [...new Set(ordered.flatMap((style) => rulesOf(style.text)))].join('');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { name: `index-${hash}.css`, content: text };
}

/**
 * Rules of a minified style sheet. Ignores braces inside strings, such as "}".
 * @param {string} sheet
 */
function rulesOf(sheet) {
  /** @type {string[]} */
  const rules = [];
  let depth = 0;
  let start = 0;
  for (const { 0: found, index } of sheet.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g)) {
    if (found === '{') depth += 1;
    if (found === '}') depth -= 1;
    if (depth > 0 || (found !== '}' && found !== ';')) continue;
    rules.push(sheet.slice(start, index + 1).trim());
    start = index + 1;
  }
  rules.push(sheet.slice(start).trim());
  return rules.filter((rule) => rule !== '');
}

/** @param {OutputFile} file */
function withCompressed({ name, content }) {
  return [
    { name, content },
    { name: `${name}.br`, content: brotliCompressSync(content, BROTLI) },
    { name: `${name}.gz`, content: gzipSync(content, { level: 9 }) },
  ];
}
