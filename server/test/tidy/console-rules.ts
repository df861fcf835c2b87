import { reachable } from './import-rules.ts';
import { type Finding, finding, type SourceFile } from './source.ts';

/** Folders and files of web/console/src from the bottom up. An import runs down or stays in its folder. */
const layers = [
  ['api'],
  ['page-route.ts', 'parts'],
  ['copy-as', 'filters', 'forms', 'live'],
  ['pages'],
  ['routes.ts'],
  ['shell'],
  ['app.tsx'],
  ['index.tsx'],
];
/** Types of style modules. */
const OUTSIDE = ['css-modules.d.ts'];

const folderOf = (path: string): string => path.split('/')[0] ?? path;
const layerOf = (path: string): number => layers.findIndex((folders) => folders.includes(folderOf(path)));

export function consoleImportsRunDown(files: readonly SourceFile[]): Finding[] {
  const strangers = files.filter(({ path }) => layerOf(path) < 0 && !OUTSIDE.includes(path));
  const imports = ownImports(files).filter(({ file, path }) => folderOf(path) !== folderOf(file.path));
  return [
    ...strangers.map((file) => finding(file, 0, 'is in no layer of server/test/tidy/console-rules.ts')),
    ...imports
      .filter(({ file, path }) => layerOf(path) >= layerOf(file.path))
      .map(({ file, at, path }) => finding(file, at, `${path} is not below ${folderOf(file.path)}`)),
  ];
}

export function consoleFilesFormNoCircle(files: readonly SourceFile[]): Finding[] {
  const imports = ownImports(files);
  const next = (from: string) => imports.filter(({ file }) => file.path === from).map(({ path }) => path);
  return imports
    .filter(({ file, path }) => reachable([path], next).has(file.path))
    .map(({ file, at, path }) => finding(file, at, `${path} leads back to this file`));
}

/** Imports of other files of the console. */
function ownImports(files: readonly SourceFile[]) {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap((file) =>
    file.imports.flatMap(({ path, at }) => (path !== undefined && paths.has(path) ? [{ file, path, at }] : [])),
  );
}
