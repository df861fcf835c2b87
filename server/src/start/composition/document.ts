import type { FastifyInstance } from 'fastify';
import type { ApiDocument } from '../../engine/docs/document.ts';
import { addDocsSite } from '../../engine/docs/routes.ts';
import { openApiDocument } from '../../engine/http/openapi.ts';
import type { Json } from '../../engine/http/openapi-components.ts';
import { addOpenApi } from '../../engine/http/openapi-routes.ts';
import type { Route } from '../../engine/http/route.ts';
import { webhookDocs } from '../../engine/webhooks/schemas.ts';
import { BASE_PATH, type Config, VERSION } from '../../foundation/config.ts';
import { once } from '../../foundation/kernel/memo.ts';
import { wireWordsOf } from '../../foundation/kernel/product-word.ts';
import { eventSchemas } from './event-schemas.ts';

/** OpenAPI document of all routes and events, with the configured names (HEADER_PREFIX). */
export function documentOf(routes: readonly Route[], publicUrl: string, { headerPrefix }: Config): Json {
  const webhooks = webhookDocs(eventSchemas, headerPrefix);
  const document = openApiDocument({ routes, webhooks, basePath: BASE_PATH, publicUrl, version: VERSION });
  return wireWordsOf(headerPrefix).renamed(document);
}

interface Documentation {
  makeDocument: () => Json;
  /** Directory of the style sheet and the script. */
  docs: URL;
  guides: URL;
}

/** Serves the OpenAPI document and the pages generated from it. */
export function addDocumentation(
  http: FastifyInstance,
  { headerPrefix }: Config,
  { makeDocument, docs, guides }: Documentation,
): void {
  const document = once(makeDocument);
  addOpenApi(http, document);
  addDocsSite(http, {
    makeDocument: () => document() as unknown as ApiDocument,
    directory: docs,
    guides,
    renamed: (code) => wireWordsOf(headerPrefix).renamed(code),
  });
}
