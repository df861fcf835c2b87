import { type Json, mapValues } from './openapi-components.ts';

/** Converts the document to OpenAPI 3.0, for generators that read no later version. Webhooks move to `x-webhooks`. */
export function openApi30(document: Json): Json {
  const { schemas } = document['components'] as { schemas: Record<string, Json> };
  const { info, webhooks, ...rest } = rewritten(document, schemas) as Json & { info: Json & { license: Json } };
  const { summary: _summary, license, ...described } = info;
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...described, license: { name: license['name'] } },
    'x-webhooks': webhooks,
  };
}

/** Named schemas by name. */
type Schemas = Readonly<Record<string, Json>>;

/** Rewrites every schema of the document. Other parts do not contain the rewritten keywords. */
function rewritten(node: unknown, schemas: Schemas): unknown {
  if (Array.isArray(node)) return node.map((item) => rewritten(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.entries(node).map(([name, value]) => [name, (inner.get(name) ?? rewritten)(value, schemas)]);
  return rewrites.reduce((schema, rewrite) => rewrite(schema, schemas), Object.fromEntries(copy));
}

const asIs = (value: unknown): unknown => value;

/** Members whose keys or values are data, which must not be taken for keywords. */
const inner = new Map<string, typeof rewritten>([
  ['properties', (properties, schemas) => mapValues(properties as Json, (schema) => rewritten(schema, schemas))],
  ...['example', 'examples', 'default', 'enum', 'const'].map((name) => [name, asIs] as const),
]);

type Rewrite = (schema: Json, schemas: Schemas) => Json;

const rewrites: readonly Rewrite[] = [
  function constant({ const: value, ...schema }) {
    return value === undefined ? schema : { ...schema, enum: [value] };
  },

  function example({ examples, ...schema }) {
    if (Array.isArray(examples)) return { ...schema, example: examples[0] };
    return examples === undefined ? schema : { ...schema, examples };
  },

  function exclusiveMinimum({ exclusiveMinimum: least, ...schema }) {
    return typeof least === 'number' ? { ...schema, minimum: least, exclusiveMinimum: true } : schema;
  },

  function nullableType({ type, ...schema }) {
    if (!Array.isArray(type)) return type === undefined ? schema : { type, ...schema };
    return { type: type.find((name) => name !== 'null'), nullable: true, ...schema };
  },

  function nullableChoice({ anyOf, ...schema }, schemas) {
    if (!Array.isArray(anyOf)) return schema;
    const others = anyOf.filter(({ type }: Json) => type !== 'null');
    if (others.length === anyOf.length) return { anyOf, ...schema };
    if (others.length > 1) return { nullable: true, anyOf: others, ...schema };
    const [choice] = others;
    const referred = schemas[String(choice.$ref).split('/').at(-1) ?? ''];
    // OpenAPI 3.0 applies `nullable` only beside a type.
    return { nullable: true, ...(referred && { type: referred['type'] }), ...withoutReference(choice), ...schema };
  },

  function annotatedReference(schema) {
    return Object.keys(schema).length > 1 ? withoutReference(schema) : schema;
  },
];

/** OpenAPI 3.0 ignores other members beside `$ref`. */
function withoutReference({ $ref, ...schema }: Json): Json {
  return typeof $ref === 'string' ? { allOf: [{ $ref }], ...schema } : schema;
}
