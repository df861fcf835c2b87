import { Marked, type Tokens } from 'marked';
import { html } from '../../foundation/pages/html.ts';
import { guidePath } from './guides.ts';
import { DOCS_PATH } from './page.ts';

/** Heading of level two or three, for the table of contents. */
export interface Heading {
  depth: number;
  text: string;
  anchor: string;
}

/** Renders trusted Markdown as HTML. `exists` returns true for pages of the site; other links become plain text. */
export function renderMarkdown(text: string, exists: (path: string) => boolean): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const marked = new Marked({
    gfm: true,
    // Plain links are off, because UMA addresses look like emails.
    tokenizer: { url: () => undefined },
    renderer: {
      heading(token: Tokens.Heading): string {
        const content = this.parser.parseInline(token.tokens);
        const anchor = anchorOf(token.text);
        if (token.depth > 1) headings.push({ depth: token.depth, text: content.replaceAll(/<[^>]+>/g, ''), anchor });
        return token.depth === 1
          ? `<h1>${content}</h1>\n`
          : `<h${token.depth} id="${anchor}"><a class="anchor" href="#${anchor}">${content}</a></h${token.depth}>\n`;
      },
      link(token: Tokens.Link): string {
        const content = this.parser.parseInline(token.tokens);
        const address = addressOf(token.href, exists);
        return address === undefined ? content : `${html`<a href="${address}">`.markup}${content}</a>`;
      },
      image: ({ text: alternative }: Tokens.Image): string => html`${alternative}`.markup,
      // Focusable, so that wide blocks can be scrolled by keyboard.
      code: ({ text: code, lang = '' }: Tokens.Code): string =>
        html`<pre tabindex="0" data-language="${lang}"><code>${code}</code></pre>\n`.markup,
      table(token: Tokens.Table): string {
        const head = token.header
          .map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`)
          .join('');
        const rows = token.rows.map(
          (cells) => `<tr>${cells.map(({ tokens }) => `<td>${this.parser.parseInline(tokens)}</td>`).join('')}</tr>`,
        );
        const body = `<thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody>`;
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${body}</table></div>\n`;
      },
    },
  });
  return { html: marked.parse(text, { async: false }), headings };
}

/** Derives anchors as GitHub does. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll('`', '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Address of a link. Guides link to each other by file name. */
function addressOf(href: string, exists: (path: string) => boolean): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const path = guidePath(file.replace(/\.md$/, ''));
  if (!file.endsWith('.md') || !exists(path)) return undefined;
  return `${DOCS_PATH}${path}${anchor === undefined ? '' : `#${anchor}`}`;
}
