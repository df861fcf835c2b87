/** One operation of the API. */
export interface Route {
  /** Name of the method: `quotes.create`. */
  name: string;
  method: string;
  /** Path template: `{}` stands for an id. */
  path: string;
  hasQuery: boolean;
  body: 'json' | 'form' | undefined;
  /** Accepts an idempotency key. */
  isKeyed: boolean;
  /** May return a challenge to sign. */
  isSigned: boolean;
  /** Returns a file. */
  isFile: boolean;
  /** Removes something, without a signature, and returns no content. */
  isRemoval: boolean;
}

const verbs: Readonly<Record<string, string>> = { G: 'GET', P: 'POST', A: 'PATCH', U: 'PUT', D: 'DELETE' };

/**
 * Parses a generated table. A line has a namespace, the common path of its operations, and one entry per method: name,
 * rest of the path, colon, letter of the HTTP method, letters of the flags (`quotes /quotes create:Pbk get/{}:G`).
 */
export function parseRoutes(table: string): Route[] {
  return table.split('\n').flatMap((line) => {
    const [namespace, base = '', ...entries] = line.split(' ');
    return entries.map((entry) => {
      const [, name, rest, verb = '', flags = ''] = /(\w+)(.*):(.)(.*)/.exec(entry) ?? [];
      return {
        name: namespace ? `${namespace}.${name}` : `${name}`,
        method: verbs[verb] ?? '',
        path: base + rest,
        hasQuery: flags.includes('q'),
        body: flags.includes('b') ? 'json' : flags.includes('f') ? 'form' : undefined,
        isKeyed: flags.includes('k'),
        isSigned: flags.includes('s'),
        isFile: flags.includes('r'),
        isRemoval: flags.includes('d'),
      };
    });
  });
}
