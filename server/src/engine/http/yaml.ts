/** Writes a JSON value as YAML in block style. Text that YAML could misread is written as a JSON string. */
export const toYaml = (value: unknown): string => `${lines(value).join('\n')}\n`;

function lines(value: unknown): string[] {
  if (!isBlock(value)) return [scalar(value)];
  if (Array.isArray(value)) return value.flatMap((item) => under('-', item));
  return Object.entries(value).flatMap(([name, item]) => under(`${plainOrQuoted(name)}:`, item));
}

/** Puts a scalar on the line of its key, and indents a block under the key. */
const under = (key: string, value: unknown): string[] =>
  isBlock(value) ? [key, ...lines(value).map((line) => `  ${line}`)] : [`${key} ${scalar(value)}`];

const isBlock = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const scalar = (value: unknown): string => (typeof value === 'string' ? plainOrQuoted(value) : JSON.stringify(value));

/** Text that every version of YAML reads as a string. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9_./-]*(?: [a-z0-9_./-]+)*$/i;

const plainOrQuoted = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text));
