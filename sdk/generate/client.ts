import type { Document, Operation } from './document.ts';
import { type ClientName, type Method, methodsOf } from './operations.ts';
import { body, choices, comment, declarations, union } from './type-text.ts';

const HEADER = '// Made from the OpenAPI document of the service: run the tests of the SDK with -u to make it again.\n';

/** Interfaces with members that are written by hand in sdk/client/src/helpers.ts. */
const helpers: Readonly<Record<string, string>> = {
  'platform quotes': 'QuoteHelpers',
  'platform transactions': 'TransactionHelpers',
  'platform webhooks': 'WebhookHelpers',
};

const interfaces: Readonly<Record<ClientName, { name: string; summary: string }>> = {
  platform: { name: 'Client', summary: 'Operations of a platform.' },
  agent: { name: 'AgentClient', summary: 'Operations of an agent, within its policy.' },
  operator: { name: 'OperatorClient', summary: 'Operations of the people who run the service.' },
};

/** Types of every schema of the document: the text of sdk/client/src/generated/types.ts. */
export function generateTypes(document: Document): string {
  const { schemas } = document.components;
  const reasons = [...new Set(methodsOf(document).flatMap(({ errorReasons }) => errorReasons))].sort();
  const reason = `\n/** Every value of \`details.reason\` of an error. */\n${union('ErrorReason', reasons.map(quoted))}`;
  return [HEADER, ...declarations(Object.keys(schemas), schemas), reason, ''].join('\n').replace('\n\n\n', '\n\n');
}

/** One table per client, a line per namespace: the text of sdk/client/src/generated/routes.ts. */
export function generateRoutes(document: Document): string {
  const methods = methodsOf(document);
  const tables = Object.keys(interfaces).map((client) => {
    const own = methods.filter((method) => method.client === client);
    const namespaces = [...new Set(own.map(namespaceName))];
    const lines = namespaces.map((name) =>
      routeLine(
        name,
        own.filter((method) => namespaceName(method) === name),
      ),
    );
    return `export const ${client}Routes = \`\n${lines.join('\n')}\`;\n`;
  });
  const [basePath = ''] = /^\/api\/[^/]+/.exec(Object.keys(document.paths)[0] ?? '') ?? [];
  return [HEADER, `export const BASE_PATH = '${basePath}';\n`, ...tables].join('\n');
}

const namespaceName = ({ name }: Method): string => name.split('.').slice(0, -1).join('.');

/** `quotes /quotes create:Pbk get/{}:G`: namespace, common path, and each method with the rest of its path and flags. */
function routeLine(namespace: string, methods: readonly Method[]): string {
  const paths = methods.map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}').split('/'));
  const [first = []] = paths;
  const length = first.findIndex((segment, i) => paths.some((path) => path[i] !== segment));
  const common = first.slice(0, length < 0 ? first.length : length);
  const entries = methods.map((method, i) => {
    const rest = (paths[i] ?? []).slice(common.length).map((segment) => `/${segment}`);
    return `${method.name.split('.').at(-1)}${rest.join('')}:${flagsOf(method)}`;
  });
  return [namespace, common.join('/'), ...entries].join(' ');
}

const verbs: Readonly<Record<string, string>> = { GET: 'G', POST: 'P', PATCH: 'A', PUT: 'U', DELETE: 'D' };

const flagsOf = ({ httpMethod, values, query, body: content, ...method }: Method): string =>
  [
    verbs[httpMethod],
    query && 'q',
    content && (content.isForm ? 'f' : 'b'),
    method.isKeyed && 'k',
    method.isSigned && 's',
    method.isFile && 'r',
    httpMethod === 'DELETE' && values.length === 0 && !method.isSigned && 'd',
  ]
    .filter(Boolean)
    .join('');

/** An interface per client and namespace: the text of sdk/client/src/generated/client.ts. */
export function generateClient(document: Document): string {
  const methods = methodsOf(document);
  const common = commonErrors(methods);
  const parts = Object.entries(interfaces).flatMap(([client, { name, summary }]) => {
    const tree = namespaceOf(methods.filter((method) => method.client === client));
    return interfacesOf(tree, { name, prefix: client === 'platform' ? '' : pascal(client), client, summary, common });
  });
  const queries = methods.flatMap((method) =>
    method.query ? [`export interface ${queryName(method)} ${body(method.query, '')}\n`] : [],
  );
  const text = [
    `/** Error codes of every operation. */\n${union('CommonErrorCode', common.codes.map(quoted))}\n`,
    `/** Values of \`details.reason\` of every operation. */\n${union('CommonErrorReason', common.reasons.map(quoted))}\n`,
    ...methods.flatMap((method) => [
      ...(codesOf(method, common).declaration ?? []),
      ...(reasonsOf(method, common).declaration ?? []),
    ]),
    ...queries,
    ...parts,
  ].join('\n');
  return [HEADER, importsOf(text, document), text].join('\n');
}

/** Codes and reasons that every operation with the credentials of a platform can return: they share one type. */
interface CommonErrors {
  codes: readonly string[];
  reasons: readonly string[];
}

function commonErrors(methods: readonly Method[]): CommonErrors {
  const shared = (clients: readonly ClientName[], valuesOf: (method: Method) => readonly string[]) =>
    methods
      .filter(({ client, operation }) => clients.includes(client) && operation.security.length > 0)
      .map(valuesOf)
      .reduce((common, values) => common.filter((value) => values.includes(value)));
  return {
    codes: shared(['platform', 'agent'], ({ errorCodes }) => errorCodes),
    reasons: shared(['platform'], ({ errorReasons }) => errorReasons),
  };
}

interface ErrorType {
  type: string;
  /** Set if the operation has error codes or reasons besides the common ones. */
  declaration?: readonly string[];
}

const codesOf = (method: Method, { codes }: CommonErrors): ErrorType =>
  errorType(method, 'ErrorCode', { values: method.errorCodes, common: codes });

const reasonsOf = (method: Method, { reasons }: CommonErrors): ErrorType =>
  errorType(method, 'ErrorReason', { values: method.errorReasons, common: reasons });

function errorType(
  method: Method,
  kind: 'ErrorCode' | 'ErrorReason',
  { values, common }: { values: readonly string[]; common: readonly string[] },
): ErrorType {
  if (values.length === 0) return { type: 'never' };
  const hasCommon = common.every((value) => values.includes(value));
  const own = hasCommon ? values.filter((value) => !common.includes(value)) : values;
  if (own.length === 0) return { type: `Common${kind}` };
  const type = `${typeName(method)}${kind}`;
  return { type, declaration: [`${union(type, [...(hasCommon ? [`Common${kind}`] : []), ...own.map(quoted)])}\n`] };
}

const quoted = (value: string): string => `'${value}'`;

function importsOf(text: string, { components }: Document): string {
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, '');
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).sort();
  const from = (names: readonly string[], path: string) =>
    `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';\n`;
  return [
    from(used(['Call', 'ListCall', 'SignedCall']), '../call.ts'),
    from(used(['ClientBase', ...Object.values(helpers)]), '../helpers.ts'),
    from(used(['RequestOptions', 'KeyedOptions', 'SignedOptions', 'KeyedSignedOptions']), '../options.ts'),
    from(used(Object.keys(components.schemas)), './types.ts'),
  ].join('');
}

interface Namespace {
  methods: Method[];
  children: Map<string, Namespace>;
}

function namespaceOf(methods: readonly Method[]): Namespace {
  const root: Namespace = { methods: [], children: new Map() };
  for (const method of methods) {
    let parent = root;
    for (const name of method.name.split('.').slice(0, -1)) {
      const child = parent.children.get(name) ?? { methods: [], children: new Map() };
      parent.children.set(name, child);
      parent = child;
    }
    parent.methods.push(method);
  }
  return root;
}

interface Naming {
  name: string;
  /** Prefix of the interface names of its namespaces. */
  prefix: string;
  client: string;
  summary?: string;
  common: CommonErrors;
}

function interfacesOf({ methods, children }: Namespace, naming: Naming): string[] {
  const nested = [...children].map(([key, child]) => ({ key, child, prefix: naming.prefix + pascal(key) }));
  const base = naming.summary ? 'ClientBase' : helpers[`${naming.client} ${naming.prefix.toLowerCase()}`];
  const members = [
    ...methods.map((method) => signature(method, naming.common)),
    ...nested.map(({ key, prefix }) => `  ${key}: ${prefix}Api;`),
  ];
  const head = `export interface ${naming.name}${base ? ` extends ${base}` : ''} {`;
  const doc = naming.summary ? `/** ${naming.summary} */\n` : '';
  return [
    `${doc}${head}\n${members.join('\n')}\n}\n`,
    ...nested.flatMap(({ child, prefix }) =>
      interfacesOf(child, { prefix, name: `${prefix}Api`, client: naming.client, common: naming.common }),
    ),
  ];
}

function signature(method: Method, common: CommonErrors): string {
  const { operation, body: content, query } = method;
  const ids = operation.parameters.filter((parameter) => parameter.in === 'path');
  const isQueryRequired = (query?.required ?? []).length > 0;
  const path = ids.map(({ name, schema }) => `${name}: ${typeOf([schema])}`);
  const inputs = [
    ...(query ? [`query${isQueryRequired ? '' : '?'}: ${queryName(method)}`] : []),
    ...(content ? [`body${content.isRequired ? '' : '?'}: ${typeOf([content.schema])}`] : []),
  ];
  const options = optionsOf(method);
  const documentation = comment(
    { description: textOf(operation), ...(operation.deprecated && { deprecated: true }) },
    '  ',
  );
  const declare = (...parameters: string[]) =>
    `  ${method.name.split('.').at(-1)}(${parameters.join(', ')}): ${resultOf(method, common)};`;
  const isInputOptional = inputs.length > 0 && !isQueryRequired && !content?.isRequired;
  // This overload comes first, because `Parameters<>` reads the last one.
  const withOptionsOnly = isInputOptional ? `${declare(...path, `options: ${options}`)}\n` : '';
  return `${withOptionsOnly}${documentation}${declare(...path, ...inputs, `options?: ${options}`)}`;
}

const textOf = ({ summary, description = '' }: Operation): string => `${summary.replace(/\.?$/, '.')}\n${description}`;

function resultOf(method: Method, common: CommonErrors): string {
  const { values, item, isSigned, isFile } = method;
  const errors = `${codesOf(method, common).type}, ${reasonsOf(method, common).type}`;
  const value = values.length === 0 ? 'void' : isFile ? 'Blob' : typeOf(values);
  if (item) return `ListCall<${value}, ${typeOf([item])}, ${errors}>`;
  return `${isSigned ? 'SignedCall' : 'Call'}<${value}, ${errors}>`;
}

function optionsOf({ isKeyed, acceptsSignature }: Method): string {
  if (acceptsSignature) return isKeyed ? 'KeyedSignedOptions' : 'SignedOptions';
  return isKeyed ? 'KeyedOptions' : 'RequestOptions';
}

const typeOf = (schemas: readonly Parameters<typeof choices>[0][]): string =>
  [...new Set(schemas.flatMap((schema) => choices(schema, '  ')))].join(' | ');

const queryName = (method: Method): string => `${typeName(method)}Query`;

/** Prefix of the types that belong to one method: `QuotesCreate`. */
const typeName = ({ client, name }: Method): string =>
  (client === 'platform' ? '' : pascal(client)) + name.split('.').map(pascal).join('');

const pascal = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
