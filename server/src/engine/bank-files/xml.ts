import { SaxesParser } from 'saxes';
import { runAtOnce, type Steps } from './interruptible-work.ts';

/** A bank's file in an unsupported format, or one that violates its format. */
export class UnreadableFile extends Error {}

/** An element to write. */
export interface Element {
  name: string;
  content: string | readonly Element[];
  attributes?: Readonly<Record<string, string>>;
}

type Content = string | undefined | readonly (Element | undefined)[];

/** Returns undefined for an element without content. */
export function element(name: string, content: Content, attributes?: Element['attributes']): Element | undefined {
  const kept = typeof content === 'string' ? content : (content ?? []).filter((child) => child !== undefined);
  return kept.length === 0 ? undefined : { name, content: kept, ...(attributes && { attributes }) };
}

export const writeXml = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '')}`;

function lines({ name, content, attributes = {} }: Element, indent: string): string {
  const head = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ');
  if (typeof content === 'string') return `${indent}<${head}>${escaped(content)}</${name}>\n`;
  const inner = content.map((child) => lines(child, `${indent}  `)).join('');
  return `${indent}<${head}>\n${inner}${indent}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&${entities[character]};`);

/** A parsed element, without namespace prefix. `text` excludes the text of its children. */
export interface Node {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Node[];
  text: string;
}

const MAX_DEPTH = 40;
/** Characters that the parser reads in one step. */
const CHUNK = 32_768;

export const readXml = (text: string): Node => runAtOnce(xmlSteps(text));

/** Reads a document in steps. Document types are rejected, which prevents XXE and entity expansion. */
export function* xmlSteps(text: string): Steps<Node> {
  const tree = new Tree();
  for (let from = 0; from < text.length; from += CHUNK) {
    tree.add(text.slice(from, from + CHUNK));
    yield;
  }
  return tree.end();
}

interface OpenNode extends Node {
  children: OpenNode[];
}

/** Builds the nodes of a document while its text is parsed. */
class Tree {
  readonly #parser = new SaxesParser({ xmlns: false });
  readonly #open: OpenNode[] = [];
  #root: OpenNode | undefined;

  constructor() {
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      throw new UnreadableFile(`not well-formed XML, line ${message}`);
    });
    parser.on('doctype', () => {
      throw new UnreadableFile('a document type is not allowed');
    });
    parser.on('opentag', ({ name, attributes }) => this.#enter(name, attributes));
    parser.on('closetag', () => this.#leave());
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
  }

  add(text: string): void {
    this.#parser.write(text);
  }

  end(): Node {
    this.#parser.close();
    if (!this.#root) throw new UnreadableFile('an XML document must have one root element');
    return this.#root;
  }

  #enter(name: string, attributes: Node['attributes']): void {
    if (this.#open.length >= MAX_DEPTH) throw new UnreadableFile(`elements are nested more than ${MAX_DEPTH} deep`);
    const node: OpenNode = { name: name.slice(name.indexOf(':') + 1), attributes, children: [], text: '' };
    this.#root ??= node;
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  #leave(): void {
    const node = this.#open.pop();
    if (node) node.text = node.text.trim();
  }

  #addText(text: string): void {
    const node = this.#open.at(-1);
    if (node) node.text += text;
  }
}

/** Returns all elements at the end of a path. */
export function all(node: Node | undefined, ...path: readonly string[]): Node[] {
  return path.reduce<Node[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    node ? [node] : [],
  );
}

/** Returns the first element at the end of a path. */
export const first = (node: Node | undefined, ...path: readonly string[]): Node | undefined =>
  node && firstIn(node, path);

function firstIn(node: Node, path: readonly string[], depth = 0): Node | undefined {
  if (depth === path.length) return node;
  for (const child of node.children) {
    const found = child.name === path[depth] ? firstIn(child, path, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

export const textAt = (node: Node | undefined, ...path: readonly string[]): string | undefined =>
  first(node, ...path)?.text || undefined;
