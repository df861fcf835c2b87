import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const MAX_AGE_SECONDS = 300;

const compress = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => promisify(gzip)(text),
} as const;
type Encoding = keyof typeof compress;
const encodings = Object.keys(compress) as Encoding[];

/** A large text for all callers, compressed once and revalidated by its ETag. */
export class CachedText {
  readonly #type: string;
  readonly #make: () => string;
  #text: string | undefined;
  #etag = '';
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  /** `make` creates the text at the first request. */
  constructor(type: string, make: () => string) {
    this.#type = type;
    this.#make = make;
  }

  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const text = this.#read();
    reply
      .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
      .header('etag', this.#etag)
      .header('vary', 'Accept-Encoding');
    if (matches(headers['if-none-match'], this.#etag)) return reply.status(304).send();
    reply.type(this.#type);
    const encoding = encodings.find((name) => accepts(headers['accept-encoding'], name));
    return encoding
      ? reply.header('content-encoding', encoding).send(await this.#encoded(encoding, text))
      : reply.send(text);
  }

  #read(): string {
    if (this.#text === undefined) {
      this.#text = this.#make();
      // Weak ETag, because all encodings share it.
      this.#etag = `W/"${createHash('sha256').update(this.#text).digest('base64url').slice(0, 27)}"`;
    }
    return this.#text;
  }

  #encoded(encoding: Encoding, text: string): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compress[encoding](text);
    this.#compressed.set(encoding, known);
    return known;
  }
}

/** RFC 9110: If-None-Match is a list of tags, or `*` for any. */
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', etag, etag.slice(2)].includes(tag.trim()));

/** RFC 9110: a weight of 0 excludes an encoding. */
export function accepts(header: string | string[] | undefined, encoding: Encoding): boolean {
  return String(header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((text) => text.trim());
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}
