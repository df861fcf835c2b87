import type { Api, Json } from './api.ts';
import type { ClientRoute } from './client-call.ts';

/** Operations of a platform and their client library methods, read from the server's OpenAPI document. */
export async function readClientRoutes(api: Api): Promise<ClientRoute[]> {
  const { paths } = await api.document();
  return Object.entries<Json>(paths).flatMap(([path, operations]) =>
    Object.entries<Json>(operations)
      .filter(([, { security }]) => security.some((scheme: object) => 'BasicAuth' in scheme))
      .map(([method, operation]) => ({
        name: operation['x-causeway-method'],
        method: method.toUpperCase(),
        path: path.replace(/^\/api\/[^/]+/, '').replaceAll(/\{\w+\}/g, '{}'),
        hasQuery: operation.parameters.some((parameter: Json) => parameter.in === 'query'),
        body: bodyKind(operation),
      })),
  );
}

function bodyKind({ requestBody }: Json): ClientRoute['body'] {
  if (!requestBody) return undefined;
  return 'multipart/form-data' in requestBody.content ? 'form' : 'json';
}
