export const snippetKinds = ['curl', 'ts', 'test'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/** A request in the request log. */
export interface Snippet {
  method: string;
  path: string;
  status: number;
  code?: string | undefined;
  requestBody?: unknown;
  /** Client library method for this request; if absent, the code uses the library's `fetch`. */
  call?: ClientCall | undefined;
}

/** Client library method with its arguments. */
export interface ClientCall {
  name: string;
  args: readonly unknown[];
}

/** Code that repeats a logged request. Reads credentials from the environment. Runs in browsers as well. */
export const snippetOf = (request: Snippet, kind: SnippetKind, url: string): string => writers[kind](request, url);

const writers: Readonly<Record<SnippetKind, (request: Snippet, url: string) => string>> = {
  curl: ({ method, path, requestBody }, url) =>
    [
      `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X ${method} ${quoted(url + path)}`,
      ...(requestBody ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(requestBody))}`] : []),
    ].join(' \\\n  '),
  // Without validation and retries, so that the response matches the logged one.
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

/** A test has a new platform, which lacks the resources of the logged request. */
function foreignIds({ path, requestBody }: Snippet): string[] {
  const ids = (path + JSON.stringify(requestBody ?? '')).match(/\b[A-Z]\w+:[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  return ids.length > 0 ? [`// Create these in the platform of the test first: ${[...new Set(ids)].join(', ')}`] : [];
}

const callText = (client: string, { name, args }: ClientCall): string =>
  `${client}.${name}(${args.map(literal).join(', ')})`;

/** The client's `fetch` expects paths without the version of the API. */
function fetchText(client: string, { method, path, requestBody }: Snippet): string {
  const below = literal(path.replace(/^\/api\/[^/]+/, ''));
  const headers = "headers: { 'content-type': 'application/json' }";
  const body = requestBody ? `, ${headers}, body: JSON.stringify(${literal(requestBody)})` : '';
  return `${client}.fetch(${below}, { method: '${method}'${body} })`;
}

/** Removes the quotes around member names. JSON escapes line breaks, so a line can only begin with a name. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');

/** Quotes one argument for a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
