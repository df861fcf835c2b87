/** A page of the documentation. Its Markdown is rendered for browsers, served as `.md` and indexed for the search. */
export interface Page {
  /** Path below /docs, for example `/guides/webhooks`; empty for the first page. */
  path: string;
  title: string;
  /** Heading in the navigation. */
  section: string;
  /** Subheading in the navigation, such as the tag of an operation. */
  group?: string;
  text: string;
}

export const DOCS_PATH = '/docs';

export const pageUrl = ({ path }: Pick<Page, 'path'>): string => `${DOCS_PATH}${path}`;

/** Escapes a text for a table cell. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
