import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A file of a bank that does not have a supported format or violates it. */
export class UnreadableFile extends Error {}

/** An element to be written. */
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

/** An element that was read, without namespace prefix. `text` excludes that of its children. */
export interface Node {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Node[];
  text: string;
}

/** Entities and external documents are disabled, against XXE and entity expansion. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 40,
});

export function readXml(text: string): Node {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableFile('a document type is not allowed');
  const validation = XMLValidator.validate(text);
  if (validation !== true)
    throw new UnreadableFile(`not well-formed XML, line ${validation.err.line}: ${validation.err.msg}`);
  const roots = parsed(text).filter((one) => !('#text' in one));
  const [root] = roots;
  if (!root || roots.length !== 1) throw new UnreadableFile('an XML document must have one root element');
  return toNode(root);
}

type Parsed = Record<string, Parsed[] | Record<string, string> | string>;

function parsed(text: string): Parsed[] {
  try {
    return parser.parse(text) as Parsed[];
  } catch (error) {
    throw new UnreadableFile(error instanceof Error ? error.message : String(error));
  }
}

function toNode(from: Parsed): Node {
  const [tag = ''] = Object.keys(from).filter((key) => key !== ':@');
  const inside = (from[tag] ?? []) as Parsed[];
  return {
    name: tag.replace(/^.*:/, ''),
    attributes: (from[':@'] ?? {}) as Record<string, string>,
    children: inside.filter((one) => !('#text' in one || '#cdata' in one)).map(toNode),
    text: inside.map(textOf).join('').trim(),
  };
}

/** Entities are not resolved inside CDATA. */
function textOf(part: Parsed): string {
  if (Array.isArray(part['#cdata'])) return part['#cdata'].map((one) => String(one['#text'] ?? '')).join('');
  return typeof part['#text'] === 'string' ? unescaped(part['#text']) : '';
}

const predefined = new Map(Object.entries(entities).map(([character, name]) => [name, character]));

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/g, (whole, hex, decimal, name) => {
    if (name) return predefined.get(name) ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The elements at the end of a path. */
export function all(node: Node | undefined, ...path: readonly string[]): Node[] {
  return path.reduce<Node[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    node ? [node] : [],
  );
}

export const first = (node: Node | undefined, ...path: readonly string[]): Node | undefined => all(node, ...path)[0];

export const textAt = (node: Node | undefined, ...path: readonly string[]): string | undefined =>
  first(node, ...path)?.text || undefined;
