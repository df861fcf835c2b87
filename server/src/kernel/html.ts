/**
 * HTML by hand: a tagged template whose holes are escaped, and whose nested fragments stay markup. Nothing that a person
 * typed can ever be markup. Attributes are always written in double quotes.
 */
export interface Html {
  readonly markup: string;
}

export type Hole = Html | string | number | readonly Hole[] | false | null | undefined;

export function html(strings: TemplateStringsArray, ...holes: Hole[]): Html {
  const markup = strings.reduce((text, string, i) => `${text}${render(holes[i - 1])}${string}`);
  return { markup };
}

/** Attributes by name: true stands alone, what is false or missing is left out. */
export function attributes(values: Record<string, string | number | boolean | null | undefined>): Html {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== false);
  const texts = given.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`));
  return { markup: texts.join('') };
}

function render(hole: Hole): string {
  if (hole === undefined || hole === null || hole === false) return '';
  if (Array.isArray(hole)) return hole.map(render).join('');
  return typeof hole === 'object' ? (hole as Html).markup : escaped(String(hole));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
