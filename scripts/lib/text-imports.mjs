import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.mjs';

const QUERY = '?text';
const NAMESPACE = 'text';

/**
 * Builds imports such as `page.css?text` for browsers, so that the server contains the scripts and style sheets of its
 * pages as text.
 * @type {import('esbuild').Plugin}
 */
export const textImports = {
  name: 'text-imports',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /\?text$/ }, ({ path, resolveDir }) => ({
      path: relative(root, join(resolveDir, path.slice(0, -QUERY.length))),
      namespace: NAMESPACE,
    }));
    onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => ({
      contents: await browserText(join(root, path)),
      loader: 'text',
    }));
  },
};

/** @param {string} file */
async function browserText(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    target: 'es2020',
    format: 'iife',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}
