import { basename } from 'node:path';
import { isSlice, layerOf, moduleOf, seenBy, sees } from './layers.ts';
import { type Finding, finding, type Import, type SourceFile } from './source.ts';

const ENTRY = 'start/cli.ts';

export function everyFileIsInALayer(files: readonly SourceFile[]): Finding[] {
  const strangers = files.filter((file) => layerOf(file.path) < 0);
  return strangers.map((file) => finding(file, 0, 'is in no layer of server/test/tidy/layers.ts'));
}

export function importsNeverRunUp(files: readonly SourceFile[]): Finding[] {
  return crossings(files)
    .filter(({ file, path }) => layerOf(path) > layerOf(file.path))
    .map(({ file, at, from, to }) => finding(file, at, `${from} imports ${to}, which is above it`));
}

export function modulesImportOnlyLowerLayers(files: readonly SourceFile[]): Finding[] {
  const blind = crossings(files).filter(({ from, to }) => sees[from] && !sees[from].includes(to));
  const hidden = crossings(files).filter(({ from, to }) => seenBy[to] && !seenBy[to].includes(from));
  return [
    ...blind.map(({ file, at, from, to }) => finding(file, at, `${from} may not import ${to}`)),
    ...hidden.map(({ file, at, from, to }) => finding(file, at, `${to} is not for ${from}: take what you need of it`)),
  ];
}

export function modulesFormNoCircle(files: readonly SourceFile[]): Finding[] {
  const level = crossings(files).filter(({ file, path }) => layerOf(file.path) === layerOf(path));
  const next = (module: string) => level.filter(({ from }) => from === module).map(({ to }) => to);
  return level
    .filter(({ from, to }) => reachable([to], next).has(from))
    .map(({ file, at, from, to }) => finding(file, at, `${from} imports ${to}, which leads back to ${from}`));
}

export function filesFormNoCircle(files: readonly SourceFile[]): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const next = (path: string) => (byPath.get(path)?.imports ?? []).flatMap((own) => own.path ?? []);
  const reachedFrom = new Map<string, Set<string>>();
  const isReached = (from: string, to: string) => {
    const reached = reachedFrom.get(from) ?? reachable([from], next);
    reachedFrom.set(from, reached);
    return reached.has(to);
  };
  return everyImport(files)
    .filter(({ file, path }) => path && moduleOf(path) === moduleOf(file.path))
    .filter(({ file, path }) => path && isReached(path, file.path))
    .map(({ file, at, path }) => finding(file, at, `${path} leads back to this file`));
}

export function everyFileIsImported(files: readonly SourceFile[]): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  if (!byPath.has(ENTRY)) return [];
  const reached = reachable([ENTRY], (path) => (byPath.get(path)?.imports ?? []).flatMap((i) => i.path ?? []));
  return files
    .filter((file) => file.path.endsWith('.ts') && !reached.has(file.path))
    .map((file) => finding(file, 0, `nothing that starts at ${ENTRY} imports this file`));
}

const WIRING = ['composition', 'app.ts'];

export function routesStayInTheirSlice(files: readonly SourceFile[]): Finding[] {
  return crossings(files)
    .filter(({ from, path }) => isRoutes(path) && !WIRING.includes(from))
    .map(({ file, at, path }) => finding(file, at, `${path} is for the wiring only: import what it calls`));
}

export function nounsKnowNoHttp(files: readonly SourceFile[]): Finding[] {
  return everyImport(files)
    .filter(({ file }) => isSlice(file.path) && !isFace(file.path))
    .filter(({ specifier, path }) => /^(@?fastify)\b/.test(specifier) || (path && moduleOf(path) === 'http'))
    .map(({ file, at, specifier }) =>
      finding(file, at, `${specifier} is for routes.ts: rules see no request or reply`),
    );
}

const BEHIND_PORTS = ['providers', 'bank-files'];

/** Interfaces: one port, or several that are used together. */
const PORTS = ['port.ts', 'services.ts'];

/** Formats and codes that both sides of a port use. */
const PROTOCOLS = 'engine/providers/protocols/';

/** The commands of developers use the values that the sandbox lists. */
const KNOW_MAGIC = ['sandbox', 'command'];

export function providersAreSeenThroughPorts(files: readonly SourceFile[]): Finding[] {
  return crossings(files)
    .filter(({ from, to }) => BEHIND_PORTS.includes(to) && !WIRING.includes(from))
    .filter(({ path }) => !PORTS.includes(basename(path)) && !path.startsWith(PROTOCOLS))
    .filter(({ from, path }) => !(KNOW_MAGIC.includes(from) && isMagicTable(path)))
    .map(({ file, at, path }) => finding(file, at, `${path} is provided by composition: import its port.ts`));
}

export function magicTableIsForSandboxAdapters(files: readonly SourceFile[]): Finding[] {
  return everyImport(files)
    .filter(({ file, path }) => path && isMagicTable(path) && moduleOf(file.path) === 'providers')
    .filter(({ file }) => !file.path.includes('sandbox'))
    .map(({ file, at }) => finding(file, at, 'only the sandbox adapters read the magic values'));
}

/** The files of a slice with HTTP: its routes and their schemas. */
export const isFace = (path: string): boolean => isRoutes(path) || /(^|[/-])schemas?\.ts$/.test(path);

export const MAGIC_TABLE = 'engine/providers/magic-values.ts';

const isRoutes = (path: string) => /(^|[/-])routes\.ts$/.test(path);
const isMagicTable = (path: string) => path === MAGIC_TABLE;

type OwnImport = Import & { readonly file: SourceFile };

function everyImport(files: readonly SourceFile[]): OwnImport[] {
  return files.flatMap((file) => file.imports.map((own) => ({ ...own, file })));
}

/** Imports from one module into another. */
function crossings(files: readonly SourceFile[]) {
  return everyImport(files).flatMap(({ file, at, path }) => {
    if (!path || path.startsWith('..')) return [];
    const [from, to] = [moduleOf(file.path), moduleOf(path)];
    return from === to ? [] : [{ file, at, path, from, to }];
  });
}

export function reachable(start: readonly string[], next: (node: string) => readonly string[]): Set<string> {
  const reached = new Set(start);
  for (const node of reached) for (const further of next(node)) reached.add(further);
  return reached;
}
