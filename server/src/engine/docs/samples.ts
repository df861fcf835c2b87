import { clientSample } from './client-sample.ts';
import type { ApiDocument, Call, Operation } from './document.ts';
import { exampleBody, exampleValue, parametersOf, sampleQuery } from './example-values.ts';
import { fence } from './page.ts';

/** Sample call of an operation, with curl and with the client library. */
export const sampleText = (document: ApiDocument, call: Call): string =>
  [fence('sh', curlText(document, call)), clientSample(document, call.operation)].join('\n\n');

function curlText(document: ApiDocument, call: Call): string {
  const { method, operation } = call;
  const isKeyed = parametersOf(document, operation).some(({ name }) => name === 'Idempotency-Key');
  const parts = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${quoted(addressOf(document, call))}'`,
    credentialsOf(operation),
    isKeyed ? `-H "Idempotency-Key: $(node -p 'crypto.randomUUID()')"` : '',
    ...bodyParts(operation),
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

const credentials: Readonly<Record<string, string>> = {
  BasicAuth: '-u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET"',
  AgentAuth: '-H "Authorization: Bearer $ACCESS_TOKEN"',
  OperatorAuth: '-u "$OPERATOR_ID:$OPERATOR_SECRET"',
};

const credentialsOf = ({ security }: Operation): string => credentials[Object.keys(security[0] ?? {})[0] ?? ''] ?? '';

function addressOf(document: ApiDocument, { path, operation }: Call): string {
  const parameters = parametersOf(document, operation);
  const [server] = document.servers;
  const filled = path.replaceAll(/\{(\w+)\}/g, (template, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? encodeURIComponent(exampleValue(document, parameter)).replaceAll('%3A', ':') : template;
  });
  const query = new URLSearchParams(sampleQuery(document, operation) as Record<string, string>);
  return `${server?.url ?? ''}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

function bodyParts(operation: Operation): string[] {
  const { form, json } = exampleBody(operation);
  if (form) {
    const { file, ...fields } = form;
    const parts = Object.entries({ ...fields, file: `@${file}` }).map(([name, value]) => `${name}=${value}`);
    return parts.map((part) => `-F '${quoted(part)}'`);
  }
  return json === undefined
    ? []
    : [`-H 'Content-Type: application/json'`, `-d '${quoted(JSON.stringify(json, null, 2))}'`];
}

const quoted = (text: string): string => text.replaceAll("'", "'\\''");
