import { type ApiDocument, isSuccess, type Operation } from './document.ts';
import { exampleBody, exampleValue, parametersOf, sampleQuery } from './example-values.ts';
import { Code, literal } from './literal.ts';
import { fence, pageUrl } from './page.ts';

interface SampleClient {
  variable: string;
  creation: string;
  entry: string;
}

/** Client libraries by type of credentials: variable in the sample, code that creates the client, package. */
const clients: Readonly<Record<string, SampleClient>> = {
  BasicAuth: {
    variable: 'causeway',
    creation: 'Causeway.fromEnvironment()',
    entry: '@causeway/client',
  },
  AgentAuth: {
    variable: 'agent',
    creation: 'createAgentClient({ baseUrl, accessToken })',
    entry: '@causeway/client',
  },
  OperatorAuth: {
    variable: 'operator',
    creation: 'createOperatorClient({ baseUrl, operatorId, secret })',
    entry: '@causeway/client/operator',
  },
};

/** Sample code that creates a client and calls its method for an operation. */
export function clientSample(document: ApiDocument, operation: Operation): string {
  const [scheme = 'BasicAuth'] = Object.keys(operation.security[0] ?? {});
  const { variable = '', creation, entry } = clients[scheme] ?? {};
  const method = operation['x-causeway-method'].replace(new RegExp(`^${variable}\\.`), '');
  const call = `await ${variable}.${method}(${argumentsOf(document, operation).join(', ')});`;
  const hasValue = Object.entries(operation.responses).some(([status, { content }]) => isSuccess(status) && content);
  const imported = exampleBody(operation).form ? `import { openAsBlob } from 'node:fs';\n\n` : '';
  const introduction = `With [the client](${pageUrl({ path: '/guides/client' })}), created by \`${creation}\` of \`${entry}\`:`;
  return [introduction, fence('ts', `${imported}${hasValue ? 'const answer = ' : ''}${call}`)].join('\n\n');
}

/** Arguments in the order of the client library: ids, query, body. */
function argumentsOf(document: ApiDocument, operation: Operation): string[] {
  const parameters = parametersOf(document, operation);
  const ids = parameters.filter((parameter) => parameter.in === 'path');
  const query = sampleQuery(document, operation);
  const { form, json } = exampleBody(operation);
  const body = form ? { ...form, file: new Code(`await openAsBlob(${literal(form['file'])})`) } : json;
  const takesQuery = parameters.some((parameter) => parameter.in === 'query');
  const isQueryGiven = Object.keys(query).length > 0 || (takesQuery && body !== undefined);
  return [
    ...ids.map((parameter) => literal(exampleValue(document, parameter))),
    ...(isQueryGiven ? [literal(query)] : []),
    ...(body === undefined ? [] : [literal(body)]),
  ];
}
