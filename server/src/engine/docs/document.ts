/** Parts of the OpenAPI document that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, { value?: unknown }>>;
}

export interface Response {
  $ref?: string;
  description?: string;
  content?: Readonly<Record<string, Media>>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  tags?: readonly string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Readonly<Record<string, Media>> };
  responses: Readonly<Record<string, Response>>;
  /** Names of the accepted credentials; empty if the operation requires none. */
  security: readonly Readonly<Record<string, unknown>>[];
  'x-causeway-method': string;
}

/** An operation with its method and path. */
export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

export interface ApiDocument {
  info: { version: string; description?: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, { post: Operation }>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, Response>>;
    parameters?: Readonly<Record<string, Parameter>>;
  };
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Name of the component that a schema refers to. */
export const refName = ({ $ref }: Schema): string | undefined => ($ref === undefined ? undefined : nameOf($ref));

export function schemaOf({ components }: ApiDocument, schema: Schema): Schema {
  const name = refName(schema);
  return name === undefined ? schema : (components.schemas[name] ?? schema);
}

export const responseOf = ({ components }: ApiDocument, response: Response): Response =>
  response.$ref === undefined ? response : (components.responses[nameOf(response.$ref)] ?? response);

export const parameterOf = ({ components }: ApiDocument, parameter: Parameter): Parameter =>
  parameter.$ref === undefined ? parameter : (components.parameters?.[nameOf(parameter.$ref)] ?? parameter);

export const isSuccess = (status: string): boolean => status.startsWith('2');

/** The example of a body or a response. */
export function exampleOf(media: Media | undefined): unknown {
  const [first] = Object.values(media?.examples ?? {});
  return media?.example ?? first?.value ?? media?.schema?.examples?.[0];
}
