import MiniSearch from 'minisearch';
import { errorPath } from '../../engine/docs/errors.ts';
import { pageUrl } from '../../engine/docs/page.ts';
import { operationPath } from '../../engine/docs/reference.ts';
import { searchOptions, searchPages } from '../../engine/docs/search-options.ts';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import { RequestRejected, ServerUnreachable } from '../../foundation/runtime/errors.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_HITS = 8;
/** Maximum characters of a page; its URL has the rest. */
const MAX_PAGE = 24_000;

interface Hit {
  title: string;
  section: string;
  url: string;
}

/** Documentation served by the server, which matches its version and settings. */
export class ServerDocs {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns the best pages, and the text of the first. */
  async search(query: string): Promise<{ pages: Hit[]; text: string | undefined }> {
    const index = MiniSearch.loadJSON<Hit>((await this.#read('/docs/search.json')) ?? '{}', searchOptions);
    const pages = searchPages(index, query)
      .slice(0, MAX_HITS)
      .map(({ title, section, url }) => ({ title, section, url: `${url}.md` }));
    return { pages, text: pages[0] && (await this.#page(pages[0].url)) };
  }

  async operation(operationId: string): Promise<string> {
    return (await this.#page(markdownOf(operationPath({ operationId })))) ?? this.#missing(`operation ${operationId}`);
  }

  async error(code: string): Promise<string> {
    return (await this.#page(markdownOf(errorPath(code)))) ?? this.#missing(`error code ${code}`);
  }

  async #page(path: string): Promise<string | undefined> {
    const text = await this.#read(path);
    if (text === undefined || text.length <= MAX_PAGE) return text;
    return `${text.slice(0, MAX_PAGE)}\n\nThe rest is at ${this.#url}${path}.`;
  }

  async #read(path: string): Promise<string | undefined> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${this.#url}${path}`, { signal }).catch((error: Error) =>
      this.#unreadable(error.message),
    );
    if (answer.ok) return answer.text();
    return answer.status === 404 ? undefined : this.#unreadable(`status ${answer.status}`);
  }

  #unreadable(reason: string): never {
    throw new ServerUnreachable(`The documentation of ${this.#url} cannot be read (${reason}).`, {
      hint: 'Start the server with "causeway start".',
    });
  }

  #missing(subject: string): never {
    throw new RequestRejected(`There is no ${subject}.`, { hint: 'Find the name with search_docs.' });
  }
}

const markdownOf = (path: string): string => `${pageUrl({ path: encodeURI(path) })}.md`;
