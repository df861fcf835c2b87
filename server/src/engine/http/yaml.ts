/** Writes a JSON value as YAML: block style, with JSON strings for all text that YAML could misread. */
export const toYaml = (value: unknown): string => `${lines(value).join('\n')}\n`;

function lines(value: unknown): string[] {
  if (!isBlock(value)) return [scalar(value)];
  if (Array.isArray(value)) return value.flatMap((item) => under('-', item));
  return Object.entries(value).flatMap(([name, item]) => under(`${plainOrQuoted(name)}:`, item));
}

/** A scalar follows its key on the same line, a block is indented under it. */
const under = (key: string, value: unknown): string[] =>
  isBlock(value) ? [key, ...lines(value).map((line) => `  ${line}`)] : [`${key} ${scalar(value)}`];

const isBlock = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const scalar = (value: unknown): string => (typeof value === 'string' ? plainOrQuoted(value) : JSON.stringify(value));

/** Words and sentences that no version of YAML reads as anything but text. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9_./-]*(?: [a-z0-9_./-]+)*$/i;

const plainOrQuoted = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text));
