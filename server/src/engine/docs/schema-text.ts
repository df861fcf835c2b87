import { type ApiDocument, refName, type Schema, schemaOf } from './document.ts';
import { pageUrl, table } from './page.ts';

/** Maximum nesting depth of listed members. Deeper members have a page of their own or are described by their type. */
const MAX_DEPTH = 3;
const MAX_CHOICES = 12;

export const schemaPath = (name: string): string => `/schemas/${name}`;

/** Describes a schema as Markdown: a table of members, a list of choices, or one line. */
export function schemaText(document: ApiDocument, schema: Schema): string {
  const own = schemaOf(document, schema);
  const choices = own.oneOf ?? own.anyOf;
  const rows = memberRows(document, own);
  if (rows.length > 0) return table(['Member', 'Type', 'Description'], rows);
  if (choices) return choiceList(document, choices);
  return [`Type: ${typeText(own)}.`, own.description ? sentence(own.description) : ''].filter(Boolean).join(' ');
}

const choiceList = (document: ApiDocument, choices: readonly Schema[]): string =>
  ['One of:', '', ...choices.map((choice) => `- ${choiceText(document, choice)}`)].join('\n');

function choiceText(document: ApiDocument, choice: Schema): string {
  const { properties = {} } = schemaOf(document, choice);
  const tags = Object.entries(properties).flatMap(([name, { const: value }]) =>
    value === undefined ? [] : [`\`${name}\` is \`${value}\``],
  );
  return [typeText(choice), tags.slice(0, 1).join('')].filter(Boolean).join(': ');
}

function memberRows(document: ApiDocument, schema: Schema, prefix = '', depth = 1): string[][] {
  const own = schemaOf(document, schema);
  const parts = (own.allOf ?? []).flatMap((part) => memberRows(document, part, prefix, depth));
  const members = Object.entries(own.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const isRequired = own.required?.includes(name) ?? false;
    const row = [`\`${path}\`${isRequired ? ' *' : ''}`, typeText(member), memberText(document, member)];
    return [row, ...innerRows(document, member, path, depth)];
  });
  return [...parts, ...members];
}

/** Rows for the members of an anonymous object or of the items of a list. */
function innerRows(document: ApiDocument, member: Schema, path: string, depth: number): string[][] {
  if (depth >= MAX_DEPTH || refName(member) !== undefined) return [];
  if (member.properties) return memberRows(document, member, `${path}.`, depth + 1);
  const { items } = member;
  return items?.properties ? memberRows(document, items, `${path}[].`, depth + 1) : [];
}

function memberText(document: ApiDocument, member: Schema): string {
  const own = schemaOf(document, member);
  const description = member.description ?? own.description;
  const parts = [description ? sentence(description) : '', choicesText(own), limitsText(own), defaultText(own)];
  return parts.filter(Boolean).join(' ');
}

const sentence = (text: string): string => {
  const begun = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};

function choicesText({ enum: choices, items }: Schema): string {
  const values = choices ?? items?.enum;
  if (!values) return '';
  const shown = values.slice(0, MAX_CHOICES).map((value) => `\`${value}\``);
  const more = values.length > MAX_CHOICES ? ` and ${values.length - MAX_CHOICES} more` : '';
  return `One of ${shown.join(', ')}${more}.`;
}

function limitsText({ minimum, maximum, minLength, maxLength }: Schema): string {
  const isAmountLimit = maximum !== undefined && maximum >= 9e15;
  const parts = [
    minimum !== undefined && minimum !== 0 ? `at least ${minimum}` : '',
    maximum !== undefined && !isAmountLimit ? `at most ${maximum}` : '',
    minLength !== undefined && minLength > 1 ? `at least ${minLength} characters` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
  ].filter(Boolean);
  return parts.length > 0 ? sentence(parts.join(', ')) : '';
}

const defaultText = (schema: Schema): string =>
  schema.default === undefined ? '' : `Default: \`${JSON.stringify(schema.default)}\`.`;

/** `list of Quote`, with a link if the type has a page. */
export function typeText(schema: Schema): string {
  const name = refName(schema);
  if (name !== undefined) return `[${name}](${pageUrl({ path: schemaPath(name) })})`;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.items) return `list of ${typeText(schema.items)}`;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(typeText).join(' or ');
  if (schema.format && schema.type === 'string') return schema.format;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
}
