import type { TSchema } from '@sinclair/typebox';
import { originalOf } from './named-schemas.ts';
import { tagsOf } from './schema-members.ts';

export type Json = Record<string, unknown>;

/** Keywords that may be added beside the reference to a named schema. */
const ANNOTATIONS = ['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'];

/** Shared parts of the document, collected while its operations are described. */
export class Components {
  readonly #schemas = new Map<string, Json>();
  readonly #named = new Map<string, TSchema>();
  readonly #responses = new Map<string, Json>();
  readonly #examples = new Map<string, Json>();

  /** Describes a schema; a named schema moves to the components and is referred to. */
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

  /** Returns a reference to a shared response, described on first use. */
  response(name: string, describe: () => Json): Json {
    if (!this.#responses.has(name)) this.#responses.set(name, describe());
    return { $ref: `#/components/responses/${name}` };
  }

  /** Examples of a body: the examples of the route, or else the shared examples of the schema. */
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
      // Generators ignore patterns of names; every pattern in our schemas matches any name.
      ...(patternProperties && { additionalProperties: this.#inside(Object.values(patternProperties)[0]) }),
      ...(properties && {
        properties: mapValues<TSchema>(properties, (property) => this.schema(describedDefault(property))),
      }),
      ...(discriminator && { discriminator: { ...discriminator, ...mappingOf(schema) } }),
      // Examples of bodies are listed beside the schema.
      ...(examples && bodyExamplesOf(schema).length === 0 && { examples }),
    };
  }

  #inside(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#inside(item));
    return typeof value === 'object' && value !== null ? this.schema(value as TSchema) : value;
  }
}

/** Moves a default to the description: generators would make the member required, also in requests. */
function describedDefault({ default: value, ...property }: TSchema): TSchema {
  if (value === undefined) return property as TSchema;
  return { ...property, description: `${property['description']} Default: \`${value}\`.` } as TSchema;
}

const schemaRef = (name: string): string => `#/components/schemas/${name}`;

const bodyExamplesOf = ({ type, examples = [] }: TSchema): readonly unknown[] => (type === 'object' ? examples : []);

/** Without a mapping, generators use the name of a choice as the value of its tag. */
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

/** Converts `QUOTE_NOT_FOUND` to `QuoteNotFound`. */
export const pascalCase = (code: string): string =>
  code
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join('');
