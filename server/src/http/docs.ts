import type { FastifyInstance } from 'fastify';

/** Serves the OpenAPI document. */
export function addDocs(app: FastifyInstance, makeDocument: () => object): void {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(makeDocument());
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
