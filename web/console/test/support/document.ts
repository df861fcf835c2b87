/** An OpenAPI document with each kind of schema that the service uses. */
export const openApi = {
  paths: {
    '/api/customers/{customerId}/payments': {
      post: {
        operationId: 'createPayment',
        'x-causeway-method': 'payments.create',
        tags: ['Payments'],
        summary: 'Create a payment',
        parameters: [
          { name: 'customerId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
          { name: 'dryRun', in: 'query', required: false, schema: { type: 'boolean' } },
          { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Payment' },
              examples: { one: { $ref: '#/components/examples/Payment' }, two: { value: { amount: 5 } } },
            },
          },
        },
      },
      get: { operationId: 'listPayments' },
    },
    '/api/documents': {
      post: {
        operationId: 'uploadDocument',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    examples: {
      Payment: {
        value: {
          amount: 123_456,
          currency: 'USD',
          source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:01900000-0000-7000-8000-000000000001' },
          tags: ['rent', 'june'],
          isUrgent: false,
          dueOn: '2026-01-31',
          metadata: { order: { id: 7 } },
          fees: [{ amount: 50, currency: 'JPY' }],
        },
      },
    },
    schemas: {
      Payment: {
        type: 'object',
        required: ['amount', 'currency', 'source'],
        properties: {
          kind: { const: 'PAYMENT' },
          amount: { type: 'integer', format: 'int64', description: 'In the smallest unit.' },
          currency: { $ref: '#/components/schemas/Currency', description: 'Currency of the amount.' },
          source: { $ref: '#/components/schemas/Source' },
          speed: { enum: ['SLOW', 'FAST'] },
          level: { enum: [1, 2] },
          tags: { type: 'array', items: { type: 'string' } },
          isUrgent: { type: ['boolean', 'null'] },
          dueOn: { type: 'string', format: 'date' },
          rate: { type: 'number' },
          metadata: { type: 'object' },
          fees: { type: 'array', items: { $ref: '#/components/schemas/Fee' } },
          note: { anyOf: [{ $ref: '#/components/schemas/Currency' }, { type: 'null' }] },
        },
      },
      Currency: { type: 'string', description: 'Code of a currency.', examples: ['USD'] },
      Fee: {
        type: 'object',
        properties: { amount: { type: 'integer', format: 'int64' }, currency: { type: 'string' } },
      },
      Source: {
        oneOf: [{ $ref: '#/components/schemas/AccountSource' }, { $ref: '#/components/schemas/CardSource' }],
        discriminator: {
          propertyName: 'sourceType',
          mapping: { ACCOUNT: '#/components/schemas/AccountSource', CARD: '#/components/schemas/CardSource' },
        },
      },
      AccountSource: {
        type: 'object',
        description: 'An account pays.',
        properties: { sourceType: { const: 'ACCOUNT' }, accountId: { type: 'string' } },
      },
      CardSource: {
        type: 'object',
        properties: { sourceType: { const: 'CARD' }, last4: { type: 'string' }, month: { type: 'integer' } },
      },
    },
  },
};
