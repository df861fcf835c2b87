/** Parts of an OpenAPI 3.1 document that the generators read. */
export interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, { post: { requestBody: Body } }>>;
  components: { schemas: Schemas; responses: Readonly<Record<string, Response>> };
}

export type Schemas = Readonly<Record<string, Schema>>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  description?: string;
  deprecated?: boolean;
}

export interface Operation {
  operationId: string;
  'x-causeway-method': string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  security: readonly Readonly<Record<string, unknown>>[];
  parameters: readonly Parameter[];
  requestBody?: Body & { required: boolean };
  responses: Readonly<Record<string, Response>>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

interface Body {
  content: Content;
}

type Content = Readonly<Record<string, { schema: Schema }>>;

interface Response {
  $ref?: string;
  content?: Content;
}

/** Last part of a reference. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';
