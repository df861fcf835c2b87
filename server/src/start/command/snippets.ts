export const snippetKinds = ['curl', 'ts', 'test'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/** A request of the log. */
export interface Snippet {
  method: string;
  path: string;
  status: number;
  code?: string | undefined;
  requestBody?: unknown;
  /** The same request as a method of the client library; without it the code uses its `fetch`. */
  call?: ClientCall | undefined;
}

/** Method of the client library and its arguments. */
export interface ClientCall {
  name: string;
  args: readonly unknown[];
}

/** A request of the log as code that repeats it. Credentials are read from the environment. Runs in browsers as well. */
export const snippetOf = (request: Snippet, kind: SnippetKind, url: string): string => writers[kind](request, url);

const writers: Readonly<Record<SnippetKind, (request: Snippet, url: string) => string>> = {
  curl: ({ method, path, requestBody }, url) =>
    [
      `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X ${method} ${quoted(url + path)}`,
      ...(requestBody ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(requestBody))}`] : []),
    ].join(' \\\n  '),
  // Not strict and without repetitions, so that the response is the one that the log shows.
  ts: (request) => `import { Causeway } from '@causeway/client';

const cw = Causeway.fromEnvironment({ strict: false, maxRetries: 0 });
${
  request.call
    ? `console.log(await ${callText('cw', request.call)});`
    : `const response = await ${fetchText('cw', request)};
console.log(response.status, await response.text());`
}`,
  test: (request) => `import { expect } from 'vitest';
import { test } from '@causeway/testing/vitest';

test(${JSON.stringify(titleOf(request))}, async ({ platform }) => {
${[...foreignIds(request), ...expectation(request)].map((line) => `  ${line.replaceAll('\n', '\n  ')}\n`).join('')}});`,
};

const titleOf = ({ method, path, status, code }: Snippet): string =>
  `${method} ${path} returns ${status}${code ? ` ${code}` : ''}`;

function expectation(request: Snippet): string[] {
  const { call, status, code } = request;
  if (!call) {
    return [
      `const response = await ${fetchText('platform.api', request)};`,
      `expect(response.status).toBe(${status});`,
    ];
  }
  const sent = callText('platform.api', call);
  if (status < 400) return [`await ${sent};`];
  const error = `{ status: ${status}${code ? `, code: '${code}'` : ''} }`;
  return [`await expect(${sent}).rejects.toMatchObject(${error});`];
}

/** The platform of a test is new: it has nothing of the platform of the log. */
function foreignIds({ path, requestBody }: Snippet): string[] {
  const ids = (path + JSON.stringify(requestBody ?? '')).match(/\b[A-Z]\w+:[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  return ids.length > 0 ? [`// Create these in the platform of the test first: ${[...new Set(ids)].join(', ')}`] : [];
}

const callText = (client: string, { name, args }: ClientCall): string =>
  `${client}.${name}(${args.map(literal).join(', ')})`;

/** `fetch` of the client takes paths below the version of the API. */
function fetchText(client: string, { method, path, requestBody }: Snippet): string {
  const below = literal(path.replace(/^\/api\/[^/]+/, ''));
  const headers = "headers: { 'content-type': 'application/json' }";
  const body = requestBody ? `, ${headers}, body: JSON.stringify(${literal(requestBody)})` : '';
  return `${client}.fetch(${below}, { method: '${method}'${body} })`;
}

/** JSON without the quotes that names need in JSON only. Texts have no line breaks, so a line begins with a name. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');

/** One argument of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
