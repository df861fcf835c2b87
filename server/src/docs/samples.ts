import { type ApiDocument, exampleOf, type Operation, type Parameter, parameterOf, schemaOf } from './document.ts';

/** A call as an integrator would send it: with curl, and with the client library where the operation has a method. */
export function sampleText(
  document: ApiDocument,
  call: { method: string; path: string; operation: Operation },
): string {
  const { operation } = call;
  const curl = curlText(document, call);
  const client = clientText(document, operation);
  return [curl, client].filter(Boolean).join('\n\n');
}

function curlText(document: ApiDocument, { method, path, operation }: Parameters<typeof sampleText>[1]): string {
  const [server] = document.servers;
  const address = `${server?.url ?? ''}${filled(document, path, operation)}`;
  const body = jsonBody(operation);
  const isKeyed = parametersOf(document, operation).some(({ name }) => name === 'Idempotency-Key');
  const parts = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${address}'`,
    credentials(operation),
    ...(isKeyed ? [`-H 'Idempotency-Key: your-key'`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${quoted(JSON.stringify(body, null, 2))}'`]),
  ].filter(Boolean);
  return fence('sh', parts.join(' \\\n  '));
}

function credentials({ description = '' }: Operation): string {
  if (description.includes('Requires no credentials')) return '';
  return description.includes('For agents')
    ? `-H "Authorization: Bearer $ACCESS_TOKEN"`
    : '-u "$CLIENT_ID:$CLIENT_SECRET"';
}

/** Arguments in the order of the client library: path parameters, then the body or the query. */
function clientText(document: ApiDocument, operation: Operation): string {
  const name = operation['x-causeway-method'];
  if (name === undefined) return '';
  const ids = parametersOf(document, operation).filter((parameter) => parameter.in === 'path');
  const body = jsonBody(operation);
  const args = [
    ...ids.map((parameter) => literal(exampleValue(document, parameter))),
    ...(body === undefined ? [] : [literal(body)]),
  ];
  return fence('ts', `const answer = await causeway.${name}(${args.join(', ')});`);
}

const parametersOf = (document: ApiDocument, { parameters = [] }: Operation) =>
  parameters.map((parameter) => parameterOf(document, parameter));

const jsonBody = ({ requestBody }: Operation): unknown => exampleOf(requestBody?.content['application/json']);

function filled(document: ApiDocument, path: string, operation: Operation): string {
  const parameters = parametersOf(document, operation);
  return path.replaceAll(/\{(\w+)\}/g, (template, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? exampleValue(document, parameter) : template;
  });
}

const exampleValue = (document: ApiDocument, { name, schema }: Parameter): string =>
  String(schema.examples?.[0] ?? schemaOf(document, schema).examples?.[0] ?? `{${name}}`);

/** A JSON value as TypeScript: names need no quotes. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\']|\\[^"])*)"/g, "'$1'");

const quoted = (text: string): string => text.replaceAll("'", "'\\''");

export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
