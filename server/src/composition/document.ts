import { BASE_PATH, type Config, VERSION } from '../config.ts';
import { openApiDocument } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import { wireWordsOf } from '../kernel/wire-words.ts';
import { webhookDocs } from '../webhooks/schemas.ts';
import { eventSchemas } from './event-schemas.ts';

/** OpenAPI document of all routes and events, with the configured names (HEADER_PREFIX). */
export function documentOf(routes: readonly Route[], publicUrl: string, { headerPrefix }: Config): object {
  const webhooks = webhookDocs(eventSchemas, headerPrefix);
  const document = openApiDocument({ routes, webhooks, basePath: BASE_PATH, publicUrl, version: VERSION });
  return wireWordsOf(headerPrefix).renamed(document);
}
