import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Record<string, any>;

export interface Exchange {
  method: string;
  /** Includes the base path; a query is ignored. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Errors of requests that match no operation, and errors returned before a request reaches its operation. */
const WITHOUT_OPERATION = [400, 404, 405];
const BEFORE_OPERATION = [408, 413, 415, 431];

const known = new Map<string, Contract>();

/**
 * The contract checker of a server, built from the document that it serves. Servers of one process whose documents
 * differ only in the address share one: compiling a document takes longer than starting a server.
 */
export function contractOf(document: string, url: string): Contract {
  const said = document.replaceAll(url, '');
  const contract = known.get(said) ?? new Contract(JSON.parse(document));
  known.set(said, contract);
  return contract;
}

/** Checks responses and events against the served OpenAPI document, which must describe every member. */
export class Contract {
  readonly document: Json;
  /** Receives every valid value with its schema. */
  observer: ((schema: Json, value: unknown) => void) | undefined;
  // Not optimised: each schema validates only a few responses, so optimising would take longer than it saves.
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, code: { optimize: false } });
  readonly #compiled = new Map<string, ValidateFunction>();
  /** Operations by method and number of segments, for fast lookups: tests send tens of thousands of requests. */
  readonly #operations = new Map<string, { url: string; pattern: RegExp; responses: Json }[]>();

  constructor(document: object) {
    this.document = document;
    addFormats.default(this.#ajv);
    for (const informational of ['int64', 'binary', 'password']) this.#ajv.addFormat(informational, true);
    this.#ajv.addSchema(closed(document), 'document');
    for (const [url, methods] of Object.entries(this.document['paths'] as Json)) {
      const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      for (const [method, { responses }] of Object.entries(methods as Json)) {
        const key = keyOf(method.toUpperCase(), url);
        this.#operations.set(key, [...(this.#operations.get(key) ?? []), { url, pattern, responses }]);
      }
    }
  }

  check(exchange: Exchange): void {
    const problem = this.#problemOf(exchange);
    if (problem) {
      throw new Error(`${exchange.method} ${exchange.path} answered ${exchange.status}: ${problem}\n${exchange.text}`);
    }
  }

  /** A webhook payload, by its type. */
  checkEvent(payload: Json): void {
    const problem = this.#mismatch(['webhooks', payload['type'], 'post', 'requestBody'], payload);
    if (problem) throw new Error(`event ${payload['type']}: ${problem}\n${JSON.stringify(payload)}`);
  }

  #problemOf({ method, path, status, headers, text }: Exchange): string | undefined {
    if (!UUID.test(headers.get('x-request-id') ?? '')) return 'it has no X-Request-Id';
    if (method === 'HEAD') return text === '' ? undefined : 'HEAD has a body';
    if (status >= 400) {
      const shape = problemOfRejection(status, headers, text);
      if (shape) return shape;
    }
    const [plain = ''] = path.split('?');
    const operation = this.#operations.get(keyOf(method, plain))?.find(({ pattern }) => pattern.test(plain));
    const inline = ['paths', operation?.url ?? '', method.toLowerCase(), 'responses', String(status)];
    const [documented, place] = this.#followed(operation?.responses[status], inline);
    if (!operation || !documented) {
      if ((operation ? BEFORE_OPERATION : WITHOUT_OPERATION).includes(status)) return undefined;
      return operation ? 'this status is not documented' : 'there is no such operation';
    }
    const reason = status >= 400 && undocumentedReason(documented, text);
    if (reason) return reason;
    if (!documented.content) return text === '' ? undefined : 'it has a body, and is documented without one';
    if (!documented.content['application/json']) return undefined;
    return this.#mismatch(place, JSON.parse(text));
  }

  /** A response and its position; error responses are shared by reference. */
  #followed(response: Json | undefined, inline: string[]): [Json | undefined, string[]] {
    const name = response?.['$ref']?.split('/').at(-1);
    if (!name) return [response, inline];
    return [this.document['components'].responses[name], ['components', 'responses', name]];
  }

  #mismatch(place: string[], value: unknown): string | undefined {
    const parts = [...place, 'content', 'application/json', 'schema'];
    const pointer = parts.map(escapePointer).join('/');
    let validate = this.#compiled.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `document#/${pointer}` });
      this.#compiled.set(pointer, validate);
    }
    if (validate(value)) {
      this.observer?.(
        parts.reduce((node, part) => node[part], this.document),
        value,
      );
      return undefined;
    }
    return (validate.errors ?? [])
      .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
      .join('; ');
  }
}

function problemOfRejection(status: number, headers: Headers, text: string): string | undefined {
  if (!headers.get('content-type')?.startsWith('application/json')) return 'an error response is JSON';
  const body = JSON.parse(text);
  if (body.status !== status) return `the body says status ${body.status}`;
  if (!/^[A-Z_]+$/.test(body.code)) return `the body says code ${body.code}`;
  if (typeof body.message !== 'string' || body.message === '') return 'the body has no message';
  if (body.details !== undefined && typeof body.details !== 'object') return 'details is not an object';
  return undefined;
}

/** `details` of an error is open, except for its reason, which each operation lists. */
function undocumentedReason({ content }: Json, text: string): string | undefined {
  const { reason } = JSON.parse(text).details ?? {};
  const { reason: documented } = content['application/json'].schema.properties.details.properties;
  if (reason === undefined || documented?.enum.includes(reason)) return undefined;
  return `the reason ${reason} is not documented for this operation`;
}

const keyOf = (method: string, path: string): string => `${method} ${path.split('/').length}`;

const escapePointer = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');

/**
 * The document with its objects closed, so that undocumented members are found. Error responses stay open: their
 * details are free-form. Parts of an `allOf` stay open too; the whole is closed in their place.
 */
function closed(node: unknown, isPart = false): object {
  if (Array.isArray(node)) return node.map((item) => closed(item, isPart));
  if (typeof node !== 'object' || node === null) return node as never;
  const object = node as Json;
  const copy = Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      isRejection(name, value) ? value : closed(value, name === 'allOf'),
    ]),
  );
  const isObjectSchema = object['type'] === 'object' && 'properties' in object && !('additionalProperties' in object);
  return (isObjectSchema || 'allOf' in object) && !isPart ? { ...copy, unevaluatedProperties: false } : copy;
}

const isRejection = (name: string, value: unknown): boolean =>
  /^(Error)?[45]\d\d/.test(name) && typeof value === 'object' && value !== null && 'description' in value;
