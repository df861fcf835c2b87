/** JSON Schema as the OpenAPI document of the service uses it: no allOf, and every oneOf has a discriminator. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  format?: string;
  pattern?: string;
  enum?: readonly (string | number)[];
  const?: string;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  discriminator?: { propertyName: string; mapping: Readonly<Record<string, string>> };
  additionalProperties?: Schema | boolean;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  /** Method of the client library: `customers.create`. */
  clientMethod: string;
  method: string;
  /** With the base path. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  body: OperationBody | undefined;
  hasIdempotencyKey: boolean;
}

export interface OperationBody {
  schema: Schema;
  isForm: boolean;
  isRequired: boolean;
  examples: readonly unknown[];
}

/** Resolves references. A description beside a reference replaces that of its target. */
export type Resolve = (schema: Schema) => Schema;

export type Kind =
  | 'CONST'
  | 'VARIANTS'
  | 'CHOICE'
  | 'YES_NO'
  | 'NUMBER'
  | 'DATE'
  | 'FILE'
  | 'LIST'
  | 'GROUP'
  | 'JSON'
  | 'TEXT';

/** The control that a schema gets. */
export function kindOf(schema: Schema): Kind {
  if (schema.const !== undefined) return 'CONST';
  if (schema.oneOf && schema.discriminator) return 'VARIANTS';
  if (schema.enum) return 'CHOICE';
  const type = typeOf(schema);
  if (type === 'boolean') return 'YES_NO';
  if (type === 'integer' || type === 'number') return 'NUMBER';
  if (type === 'array') return schema.items ? 'LIST' : 'JSON';
  if (type === 'object') return schema.properties && Object.keys(schema.properties).length > 0 ? 'GROUP' : 'JSON';
  if (type === undefined) return isText(schema) ? 'TEXT' : 'JSON';
  if (schema.format === 'date') return 'DATE';
  return schema.format === 'binary' ? 'FILE' : 'TEXT';
}

/** The type besides null. */
function typeOf({ type, anyOf }: Schema): string | undefined {
  if (typeof type === 'string') return type;
  const own = type?.find((one) => one !== 'null');
  const variants = anyOf?.map(typeOf).filter((one) => one !== 'null') ?? [];
  return own ?? (variants.length === 1 ? variants[0] : undefined);
}

const isText = ({ anyOf = [] }: Schema): boolean => anyOf.length > 0 && anyOf.every((one) => typeOf(one) === 'string');

/** Variants of a discriminated schema by the value of the discriminator. */
export function variantsOf(schema: Schema, resolve: Resolve): Map<string, Schema> {
  const { propertyName = '', mapping = {} } = schema.discriminator ?? {};
  return new Map(
    Object.entries(mapping).map(([value, $ref]) => {
      const { properties = {}, ...variant } = resolve({ $ref });
      const { [propertyName]: _discriminator, ...members } = properties;
      return [value, { ...variant, properties: members }];
    }),
  );
}

/** `lockedCurrencyAmount` as `Locked currency amount`; abbreviations stay together. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .replaceAll(/\b(id|iban|url|uma|bic|kyc|ip|mcc|sca|vasp)\b/g, (word) => word.toUpperCase())
    .replaceAll(/\bID\b/g, 'id');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
