/** Markup made by the `html` template, which escapes all values but nested markup. Attributes require `"` quotes. */
export interface Html {
  readonly markup: string;
}

type Hole = Html | string | number | readonly Hole[] | false | null | undefined;

export function html(strings: TemplateStringsArray, ...holes: Hole[]): Html {
  const markup = strings.reduce((text, string, i) => `${text}${render(holes[i - 1])}${string}`);
  return { markup };
}

/** Renders attributes: true renders the name alone; false, null and undefined are omitted. */
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
