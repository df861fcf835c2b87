import type { FastifyInstance } from 'fastify';
import { CachedText } from './cached-text.ts';
import { openApi30 } from './openapi-3.0.ts';
import type { Json } from './openapi-components.ts';
import { toYaml } from './yaml.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Serves the OpenAPI document in all versions and formats. */
export function addOpenApi(app: FastifyInstance, document: () => Json): void {
  const forms = {
    '/openapi.json': new CachedText(JSON_TYPE, () => JSON.stringify(document())),
    '/openapi.yaml': new CachedText('application/yaml; charset=utf-8', () => toYaml(document())),
    '/openapi-3.0.json': new CachedText(JSON_TYPE, () => JSON.stringify(openApi30(document()))),
  };
  for (const [path, form] of Object.entries(forms)) app.get(path, (request, reply) => form.send(request, reply));
}
