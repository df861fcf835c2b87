import { quoted } from '../../../../server/src/start/command/snippets.ts';
import { type PreparedRequest, pathFor } from './prepared-request.ts';

/** The request for a shell, with credentials from the environment. */
export function curlText(request: PreparedRequest): string {
  const { operation, body } = request;
  const lines = [
    `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X ${operation.method} ${quoted(location.origin + pathFor(request))}`,
  ];
  if (operation.body?.isForm) {
    for (const [name, value] of Object.entries((body ?? {}) as object)) {
      lines.push(
        value instanceof File
          ? `-F ${quoted(`${name}=@"${value.name.replaceAll(/["\\]/g, '\\$&')}"`)}`
          : `--form-string ${quoted(`${name}=${value}`)}`,
      );
    }
  } else if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

/** The request with the client library. */
export function typescriptText({ operation, path, query, body }: PreparedRequest): string {
  const hasQuery = operation.parameters.some((one) => one.in === 'query');
  const inputs = [
    ...path.map((value) => JSON.stringify(value)),
    ...(Object.keys(query).length > 0 || (hasQuery && body !== undefined) ? [objectText(query)] : []),
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
    `const response = await cw.${operation.clientMethod}(${inputs.join(', ')});`,
  ].join('\n');
}

/** JSON without quotes around names. */
const objectText = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (part instanceof File ? `<${part.name}>` : part), 2).replaceAll(
    /^(\s*)"([A-Za-z_]\w*)":/gm,
    '$1$2:',
  );
