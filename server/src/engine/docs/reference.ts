import {
  type ApiDocument,
  type Call,
  exampleOf,
  isSuccess,
  type Operation,
  parameterOf,
  type Response,
  responseOf,
  schemaOf,
} from './document.ts';
import { errorPath } from './errors.ts';
import { fence, type Page, pageUrl, table } from './page.ts';
import { sampleText } from './samples.ts';
import { schemaPath, schemaText, typeText } from './schema-text.ts';

const SECTION = 'Reference';

const tagPath = (tag: string): string => `/reference/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
/** Path of the page of an operation, below /docs. */
export const operationPath = ({ operationId }: Pick<Operation, 'operationId'>): string => `/operations/${operationId}`;

/** Meanings of error codes, by the code in the document (after HEADER_PREFIX). */
type Meanings = ReadonlyMap<string, string>;

/** Creates a page per tag, per operation and per named schema. */
export function referencePages(document: ApiDocument, meanings: Meanings): Page[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const ofTag = (tag: string): Call[] => calls.filter(({ operation }) => operation.tags?.includes(tag));
  return [
    ...document.tags.flatMap(({ name, description }) => [
      tagPage(name, description, ofTag(name)),
      ...ofTag(name).map((call) => operationPage(document, call, { tag: name, meanings })),
    ]),
    ...Object.keys(document.components.schemas).map((name) => schemaPage(document, name)),
  ];
}

function tagPage(tag: string, description: string | undefined, calls: readonly Call[]): Page {
  const rows = calls.map(({ method, path, operation }) => [
    `[${operation.summary}](${pageUrl({ path: operationPath(operation) })})`,
    `\`${method.toUpperCase()} ${path}\``,
  ]);
  const text = [`# ${tag}`, description ?? '', table(['Operation', 'Request'], rows)].filter(Boolean).join('\n\n');
  return { path: tagPath(tag), title: tag, section: SECTION, group: tag, text };
}

function operationPage(
  document: ApiDocument,
  call: Call,
  { tag, meanings }: { tag: string; meanings: Meanings },
): Page {
  const { method, path, operation } = call;
  const text = [
    `# ${operation.summary}`,
    fence('http', `${method.toUpperCase()} ${path}`),
    operation.deprecated ? '**Deprecated.**' : '',
    operation.description ?? '',
    parametersText(document, operation),
    bodyText(document, operation),
    `## Sample\n\n${sampleText(document, call)}`,
    responsesText(document, operation),
    errorsText(document, operation, meanings),
  ];
  return {
    path: operationPath(operation),
    title: operation.summary,
    section: SECTION,
    group: tag,
    text: text.filter(Boolean).join('\n\n'),
  };
}

function parametersText(document: ApiDocument, { parameters = [] }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map((given) => {
    const parameter = parameterOf(document, given);
    const name = `\`${parameter.name}\`${parameter.required ? ' *' : ''}`;
    const description = parameter.description ?? schemaOf(document, parameter.schema).description ?? '';
    return [name, parameter.in, typeText(parameter.schema), description];
  });
  return `## Parameters\n\n${table(['Name', 'In', 'Type', 'Description'], rows)}`;
}

function bodyText(document: ApiDocument, { requestBody }: Operation): string {
  if (!requestBody) return '';
  const parts = Object.entries(requestBody.content).map(([type, { schema = {} }]) =>
    [type === 'application/json' ? '' : `Sent as \`${type}\`.`, schemaText(document, schema)]
      .filter(Boolean)
      .join('\n\n'),
  );
  const optional = requestBody.required === false ? 'The body may be omitted.\n\n' : '';
  return `## Body\n\n${optional}${parts.join('\n\n')}\n\nMembers with * are required.`;
}

function responsesText(document: ApiDocument, { responses }: Operation): string {
  const successes = Object.entries(responses).filter(([status]) => isSuccess(status));
  const shown = new Map<string, string>();
  const texts = successes.map(([status, response]) => {
    const text = responseText(document, responseOf(document, response));
    const same = shown.get(text);
    shown.set(text, status);
    return `## Response ${status}\n\n${same === undefined ? text : `The same members as in ${same}.`}`;
  });
  return texts.join('\n\n');
}

function responseText(document: ApiDocument, response: Response): string {
  const [media] = Object.entries(response.content ?? {});
  if (!media) return 'No content.';
  const [type, content] = media;
  const { schema = {} } = content;
  const example = exampleOf(content);
  const isJson = type === 'application/json';
  return [
    isJson ? schemaText(document, schema) : `A file: \`${type}\`.`,
    isJson && example !== undefined ? fence('json', JSON.stringify(example, null, 2)) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Error codes of the operation; each links to the page with causes and fixes. */
function errorsText(document: ApiDocument, { responses }: Operation, meanings: Meanings): string {
  const rows = Object.entries(responses).flatMap(([status, response]) => {
    const codes = isSuccess(status) ? [] : codesOf(document, responseOf(document, response));
    return codes.map((code) => [status, `[${code}](${pageUrl({ path: errorPath(code) })})`, meanings.get(code) ?? '']);
  });
  return rows.length > 0 ? `## Errors\n\n${table(['Status', 'Code', 'Meaning'], rows)}` : '';
}

function codesOf(document: ApiDocument, { content }: Response): string[] {
  const body = schemaOf(document, content?.['application/json']?.schema ?? {});
  const { code = {} } = body.properties ?? {};
  const { enum: codes, const: only } = schemaOf(document, code);
  return (codes ?? (only === undefined ? [] : [only])).map(String);
}

function schemaPage(document: ApiDocument, name: string): Page {
  const schema = document.components.schemas[name] ?? {};
  const text = [`# ${name}`, schema.description ?? '', schemaText(document, schema)].filter(Boolean).join('\n\n');
  return { path: schemaPath(name), title: name, section: 'Schemas', text };
}
