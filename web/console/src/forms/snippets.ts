import { type PreparedRequest, pathFor } from './prepared-request.ts';

/** The request for a shell, with credentials from the environment. */
export function curlText(request: PreparedRequest): string {
  const { operation, body } = request;
  const lines = [
    `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X ${operation.method} '${location.origin}${pathFor(request)}'`,
  ];
  if (operation.body?.isForm) {
    for (const [name, value] of Object.entries((body ?? {}) as object)) {
      lines.push(`-F ${quoted(`${name}=${value instanceof File ? `@${value.name}` : value}`)}`);
    }
  } else if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request with the client library. */
export function typescriptText({ operation, path, query, body }: PreparedRequest): string {
  const inputs = [
    ...path.map((value) => JSON.stringify(value)),
    ...(Object.keys(query).length > 0 ? [objectText(query)] : []),
    ...(body === undefined ? [] : [objectText(body)]),
  ];
  return [
    "import { createClient } from '@causeway/client';",
    '',
    'const cw = createClient({',
    `  baseUrl: '${location.origin}',`,
    "  clientId: process.env.CAUSEWAY_CLIENT_ID ?? '',",
    "  clientSecret: process.env.CAUSEWAY_CLIENT_SECRET ?? '',",
    '});',
    `const answer = await cw.${operation.clientMethod}(${inputs.join(', ')});`,
  ].join('\n');
}

/** JSON without quotes around names. */
const objectText = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (part instanceof File ? `<${part.name}>` : part), 2).replaceAll(
    /^(\s*)"([A-Za-z_]\w*)":/gm,
    '$1$2:',
  );
