const WIDTH = 80;

/** TypeScript source that `literal` inserts without quotes. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Formats a JSON value as TypeScript source, with line breaks as a person would set them. */
export function literal(value: unknown, indent = ''): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return enclosed(
      value.map((item) => literal(item, inner)),
      { open: '[', close: ']', indent },
    );
  }
  const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${literal(member, inner)}`);
  return enclosed(members, { open: '{ ', close: ' }', indent });
}

/** Joins the parts on one line if they fit. */
function enclosed(parts: readonly string[], { open, close, indent }: Record<'open' | 'close' | 'indent', string>) {
  if (parts.length === 0) return open.trim() + close.trim();
  const line = `${open}${parts.join(', ')}${close}`;
  if (indent.length + line.length <= WIDTH && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close.trim()}`;
}

const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name));

/** JSON and TypeScript have the same escapes, apart from the quote. */
const stringLiteral = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
