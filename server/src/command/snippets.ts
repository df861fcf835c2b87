import type { Json } from './api.ts';

export const snippetKinds = ['curl', 'ts', 'test'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/** A request of the log as code that repeats it. Credentials are read from the environment. */
export const snippetOf = (request: Json, kind: SnippetKind, url: string): string => writers[kind](request, url);

const writers: Readonly<Record<SnippetKind, (request: Json, url: string) => string>> = {
  curl: ({ method, path, requestBody }, url) =>
    [
      `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X ${method} '${url}${path}'`,
      ...(requestBody ? ["-H 'content-type: application/json'", `-d '${quotedJson(requestBody)}'`] : []),
    ].join(' \\\n  '),
  ts: (request) => `const answer = ${fetchOf(request)};`,
  test: (request) => {
    const { method, path, status, code } = request;
    return [
      `test('${method} ${path} answers ${status}${code ? ` ${code}` : ''}', async () => {`,
      `  const answer = ${fetchOf(request).replaceAll('\n', '\n  ')};`,
      `  assert.equal(answer.status, ${status});`,
      ...(code ? [`  assert.equal((await answer.json()).code, '${code}');`] : []),
      '});',
    ].join('\n');
  },
};

const AUTHORIZATION =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: part of the code that is written.
  '`Basic ${btoa(`${process.env.CAUSEWAY_CLIENT_ID}:${process.env.CAUSEWAY_CLIENT_SECRET}`)}`';

const fetchOf = ({ method, path, requestBody }: Json): string =>
  [
    `await fetch(\`\${process.env.CAUSEWAY_URL}${path}\`, {`,
    `  method: '${method}',`,
    `  headers: { authorization: ${AUTHORIZATION}${requestBody ? ", 'content-type': 'application/json'" : ''} },`,
    ...(requestBody ? [`  body: JSON.stringify(${indented(requestBody)}),`] : []),
    '})',
  ].join('\n');

const indented = (body: unknown): string => JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');

const quotedJson = (body: unknown): string => JSON.stringify(body).replaceAll("'", "'\\''");
