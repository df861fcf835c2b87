import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

const markdownIn = (folder: string, recursive = false): string[] =>
  readdirSync(new URL(folder, root), { recursive })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`)
    .sort();

const docs = markdownIn('docs/', true);
const sdks = readdirSync(new URL('sdk/', root)).map((name) => `sdk/${name}/README.md`);
const examples = readdirSync(new URL('examples/', root)).map((name) => `examples/${name}/README.md`);
const others = [...markdownIn('bench/'), ...markdownIn('.github/', true)];
const pages = [...markdownIn('./'), ...docs, ...sdks, ...examples, ...others];

const read = (path: string | URL): string => readFileSync(new URL(path, root), 'utf8');
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

const linksOf = (path: string): string[] =>
  [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(https?|mailto):/.test(link));

describe('links of the documents', () => {
  it.each(pages)('every relative link of %s leads to an existing file and heading', (path) => {
    expect(linksOf(path).filter((link) => !resolves(path, link))).toEqual([]);
  });

  it('every page of docs/ is reachable from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const link of linksOf(page)) {
        const target = targetOf(page, link);
        if (target.endsWith('.md') && existsSync(new URL(target, root))) reached.add(target);
      }
    }
    expect(docs.filter((page) => !reached.has(page))).toEqual([]);
  });
});

/** The path of the linked file from the root of the repository. */
function targetOf(page: string, link: string): string {
  const url = new URL(link, new URL(page, root));
  return url.pathname.slice(root.pathname.length);
}

function resolves(page: string, link: string): boolean {
  const file = new URL(targetOf(page, link), root);
  const [, anchor] = link.split('#');
  return existsSync(file) && (anchor === undefined || anchorsOf(read(file)).includes(anchor));
}

/** Headings as GitHub turns them into anchors. */
function anchorsOf(text: string): string[] {
  const headings = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}
