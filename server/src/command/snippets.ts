export const snippetKinds = ['curl', 'ts', 'test'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/** A request of the log. */
export interface Snippet {
  method: string;
  path: string;
  status: number;
  code?: string | undefined;
  requestBody?: unknown;
  /** The same request with the client library; without it the code uses fetch. */
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
      `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X ${method} '${url}${path}'`,
      ...(requestBody ? ["-H 'content-type: application/json'", `-d '${quotedJson(requestBody)}'`] : []),
    ].join(' \\\n  '),
  ts: ({ call, ...request }, url) =>
    call
      ? [CLIENT_IMPORT, '', ...clientOf(url), '', `console.log(await ${callText(call)});`].join('\n')
      : `const answer = ${fetchOf(request)};`,
  test: ({ call, ...request }, url) =>
    call
      ? [...TEST_IMPORTS, CLIENT_IMPORT, '', ...clientOf(url), '', testOf(request, clientLines(call, request))].join(
          '\n',
        )
      : testOf(request, fetchLines(request)),
};

const CLIENT_IMPORT = "import { createClient } from '@causeway/client';";
const TEST_IMPORTS = ["import assert from 'node:assert/strict';", "import test from 'node:test';"];

/** Not strict and without repetitions, so that the answer is the one that the log shows. */
const clientOf = (url: string): string[] => [
  'const causeway = createClient({',
  `  baseUrl: process.env.CAUSEWAY_URL ?? '${url}',`,
  "  clientId: process.env.CAUSEWAY_CLIENT_ID ?? '',",
  "  clientSecret: process.env.CAUSEWAY_CLIENT_SECRET ?? '',",
  '  strict: false,',
  '  maxRetries: 0,',
  '});',
];

const callText = ({ name, args }: ClientCall): string => `causeway.${name}(${args.map(literal).join(', ')})`;

/** JSON without the quotes that names need in JSON only. Texts have no line breaks, so a line begins with a name. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');

const testOf = ({ method, path, status, code }: Snippet, lines: readonly string[]): string =>
  [
    `test(${JSON.stringify(`${method} ${path} answers ${status}${code ? ` ${code}` : ''}`)}, async () => {`,
    ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`),
    '});',
  ].join('\n');

function clientLines(call: ClientCall, { status, code }: Snippet): string[] {
  if (status < 400) return [`await ${callText(call)};`];
  const expected = JSON.stringify({ status, ...(code && { code }) });
  return [`await assert.rejects(async () => await ${callText(call)}, ${expected});`];
}

const fetchLines = (request: Snippet): string[] => [
  `const answer = ${fetchOf(request)};`,
  `assert.equal(answer.status, ${request.status});`,
  ...(request.code ? [`assert.equal((await answer.json()).code, '${request.code}');`] : []),
];

const AUTHORIZATION =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the code that is written.
  '`Basic ${btoa(`${process.env.CAUSEWAY_CLIENT_ID}:${process.env.CAUSEWAY_CLIENT_SECRET}`)}`';

const fetchOf = ({ method, path, requestBody }: Snippet): string =>
  [
    `await fetch(\`\${process.env.CAUSEWAY_URL}${path}\`, {`,
    `  method: '${method}',`,
    `  headers: { authorization: ${AUTHORIZATION}${requestBody ? ", 'content-type': 'application/json'" : ''} },`,
    ...(requestBody ? [`  body: JSON.stringify(${indented(requestBody)}),`] : []),
    '})',
  ].join('\n');

const indented = (body: unknown): string => JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');

const quotedJson = (body: unknown): string => JSON.stringify(body).replaceAll("'", "'\\''");
