import type { TSchema } from '@sinclair/typebox';
import { originalOf } from './named-schemas.ts';
import { tagsOf } from './schema-members.ts';

export type Json = Record<string, unknown>;

/** Keywords that a use of a named schema may add beside the reference. */
const ANNOTATIONS = ['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'];

/** Parts of the document that operations refer to, collected while the operations are described. */
export class Components {
  readonly #schemas = new Map<string, Json>();
  readonly #named = new Map<string, TSchema>();
  readonly #responses = new Map<string, Json>();
  readonly #examples = new Map<string, Json>();

  /** Describes a schema; a named one moves to the components. */
  schema(schema: TSchema): Json {
    const original = originalOf(schema);
    const { $id } = original;
    if ($id === undefined) return this.#described(schema);
    const first = this.#named.get($id) ?? original;
    if (!this.#named.has($id)) {
      this.#named.set($id, original);
      this.#schemas.set($id, this.#described(original));
    }
    return { $ref: schemaRef($id), ...annotationsOf(schema, first) };
  }

  /** Refers to a response that operations share under this name. */
  response(name: string, describe: () => Json): Json {
    if (!this.#responses.has(name)) this.#responses.set(name, describe());
    return { $ref: `#/components/responses/${name}` };
  }

  /** Examples of a body: those of the route, or those of the schema, which are shared. */
  examples(schema: TSchema, ofRoute?: readonly unknown[]): Json {
    const { $id, ...named } = originalOf(schema);
    const values: readonly unknown[] = ofRoute ?? bodyExamplesOf(named as TSchema);
    if (values.length === 0) return {};
    const isShared = !ofRoute && $id !== undefined;
    const examples = values.map((value, i) => {
      const number = i === 0 ? '' : i + 1;
      return [`example${number}`, isShared ? this.#example(`${$id}${number}`, value) : { value }];
    });
    return { examples: Object.fromEntries(examples) };
  }

  toJson(): Json {
    return {
      responses: sorted(this.#responses),
      ...(this.#examples.size > 0 && { examples: sorted(this.#examples) }),
      schemas: sorted(this.#schemas),
    };
  }

  #example(name: string, value: unknown): Json {
    this.#examples.set(name, { value });
    return { $ref: `#/components/examples/${name}` };
  }

  #described(schema: TSchema): Json {
    const { $id, properties, patternProperties, discriminator, examples, ...rest } = schema;
    return {
      ...mapValues(rest, (value) => this.#inside(value)),
      // Generators ignore patterns of names; all patterns here match every name.
      ...(patternProperties && { additionalProperties: this.#inside(Object.values(patternProperties)[0]) }),
      ...(properties && {
        properties: mapValues<TSchema>(properties, (property) => this.schema(describedDefault(property))),
      }),
      ...(discriminator && { discriminator: { ...discriminator, ...mappingOf(schema) } }),
      // Examples of bodies stand beside the schema.
      ...(examples && bodyExamplesOf(schema).length === 0 && { examples }),
    };
  }

  #inside(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#inside(item));
    return typeof value === 'object' && value !== null ? this.schema(value as TSchema) : value;
  }
}

/** Generators make members with a `default` required, also in requests, so their descriptions have it. */
function describedDefault({ default: value, ...property }: TSchema): TSchema {
  if (value === undefined) return property as TSchema;
  return { ...property, description: `${property['description']} Default: \`${value}\`.` } as TSchema;
}

const schemaRef = (name: string): string => `#/components/schemas/${name}`;

const bodyExamplesOf = ({ type, examples = [] }: TSchema): readonly unknown[] => (type === 'object' ? examples : []);

/** Without a mapping generators take the name of a choice for the value of its tag. */
function mappingOf({ discriminator, oneOf = [] }: TSchema): Json {
  const mapping = (oneOf as TSchema[]).flatMap((choice) =>
    tagsOf([choice], discriminator.propertyName).map((tag) => [tag, schemaRef(String(originalOf(choice).$id))]),
  );
  return { mapping: Object.fromEntries(mapping) };
}

function annotationsOf(schema: TSchema, named: TSchema): Json {
  const own = ANNOTATIONS.filter((name) => schema[name] !== undefined && schema[name] !== named[name]);
  return Object.fromEntries(own.map((name) => [name, schema[name]]));
}

const sorted = (map: Map<string, unknown>): Json => Object.fromEntries([...map].sort(([a], [b]) => a.localeCompare(b)));

export const mapValues = <T>(object: Readonly<Record<string, T>>, map: (value: T) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));

/** `QUOTE_NOT_FOUND` as `QuoteNotFound`. */
export const pascalCase = (code: string): string =>
  code
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join('');
