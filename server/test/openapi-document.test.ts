import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { Annotated } from '../src/engine/http/named-schemas.ts';
import { openApiDocument } from '../src/engine/http/openapi.ts';
import { type Route, route } from '../src/engine/http/route.ts';
import { IdOf } from '../src/engine/http/schemas.ts';

type Json = Record<string, any>;

const Order = Type.Object(
  { id: IdOf('Quote', { description: 'of the order' }), amount: Type.Integer() },
  {
    $id: 'Order',
    examples: [
      { id: 'Quote:1', amount: 5 },
      { id: 'Quote:2', amount: 7 },
    ],
  },
);

const create = (parts: Partial<Route> = {}): Route =>
  route({
    method: 'POST',
    path: '/orders',
    operationId: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order',
    access: 'TRANSACT',
    body: Order,
    responses: { 201: Order },
    errors: [],
    handle: async () => ({ status: 201 }),
    ...parts,
  } as Route);

const documentOf = (...routes: Route[]): Json =>
  openApiDocument({ routes, webhooks: [], basePath: '', publicUrl: 'http://localhost', version: '1.0.0' });

const contentOf = (document: Json) => {
  const { requestBody, responses } = document['paths']['/orders'].post;
  return { body: requestBody.content['application/json'], answer: responses['201'].content['application/json'] };
};

describe('examples of a document', () => {
  it('are those of the schemas, which operations share', () => {
    const document = documentOf(create());
    const { body, answer } = contentOf(document);
    const examples = {
      example: { $ref: '#/components/examples/Order' },
      example2: { $ref: '#/components/examples/Order2' },
    };
    expect(body).toEqual({ schema: { $ref: '#/components/schemas/Order' }, examples });
    expect(answer.examples).toEqual(examples);
    const { examples: shared, schemas } = document['components'];
    expect(shared).toEqual({
      Order: { value: { id: 'Quote:1', amount: 5 } },
      Order2: { value: { id: 'Quote:2', amount: 7 } },
    });
    expect(schemas.Order).not.toHaveProperty('examples');
  });

  it('are those of the route where it has any', () => {
    const own = [{ id: 'Quote:3', amount: 9 }];
    const { body, answer } = contentOf(documentOf(create({ examples: { body: own, responses: { 201: own } } })));
    expect(body.examples).toEqual({ example: { value: own[0] } });
    expect(answer.examples).toEqual({ example: { value: own[0] } });
  });

  it('stand in the operation where the schema has no name', () => {
    const { body } = contentOf(documentOf(create({ body: Type.Object({}, { examples: [{ note: 'x' }] }) })));
    expect(body.examples).toEqual({ example: { value: { note: 'x' } } });
  });
});

describe('uses of a named schema', () => {
  it('refer to it and add their own annotations only', () => {
    const Price = Type.Object({}, { $id: 'Price', description: 'any price' });
    const body = Type.Object({
      first: Annotated(Price, { description: 'the first price' }),
      second: Type.Optional(Price),
      examples: Type.Array(Price),
    });
    const document = documentOf(create({ body }));
    const reference = { $ref: '#/components/schemas/Price' };
    expect(contentOf(document).body.schema.properties).toEqual({
      first: { ...reference, description: 'the first price' },
      second: reference,
      examples: { type: 'array', items: reference },
    });
    expect(document['components'].schemas.Price.description).toBe('any price');
    expect(document['components'].schemas.Order.properties.id).toEqual({
      $ref: '#/components/schemas/QuoteId',
      description: 'of the order',
    });
  });
});
