import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { html } from '../kernel/html.ts';
import { toYaml } from '../kernel/yaml.ts';
import { CachedText } from './cached-text.ts';
import { openApi30 } from './openapi-3.0.ts';
import type { Json } from './openapi-components.ts';
import { sendPage } from './pages.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const assets = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;
type Asset = keyof typeof assets;

/** Swagger UI uses inline styles and data URLs. */
const policy = { 'style-src': "'self' 'unsafe-inline'", 'img-src': "'self' data:" };

/** Serves the OpenAPI document in its forms, and a reference page that works offline. */
export function addDocs(app: FastifyInstance, makeDocument: () => Json): void {
  let made: Json | undefined;
  const document = (): Json => {
    made ??= makeDocument();
    return made;
  };
  const forms = {
    '/openapi.json': new CachedText(JSON_TYPE, () => JSON.stringify(document())),
    '/openapi.yaml': new CachedText('application/yaml; charset=utf-8', () => toYaml(document())),
    '/openapi-3.0.json': new CachedText(JSON_TYPE, () => JSON.stringify(openApi30(document()))),
  };
  for (const [path, form] of Object.entries(forms)) app.get(path, (request, reply) => form.send(request, reply));
  app.get('/docs', async (_request, reply) => sendPage(reply, { content: page, policy }));
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs'));
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(startScript));
  for (const [name, type] of Object.entries(assets)) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .send(await asset(name as Asset)),
    );
  }
}

function asset(name: Asset): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  return readFile(join(dirname(require.resolve('swagger-ui-dist/package.json')), name));
}

const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Causeway API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Resolves references itself, which is simple because all are local. The resolver of Swagger UI parses the whole
 * document for every part of it, which takes a browser many seconds.
 */
const startScript = `const follow = (node, document, seen) => {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((item) => follow(item, document, seen));
  const { $ref: ref, ...own } = node;
  if (typeof ref !== 'string') {
    return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, follow(item, document, seen)]));
  }
  if (seen.includes(ref)) return {};
  return { ...follow(at(document, ref.slice(2).split('/')), document, [...seen, ref]), ...own };
};
const at = (node, path) => path.reduce((inner, name) => inner?.[name], node);

SwaggerUIBundle({
  plugins: [
    () => ({
      fn: {
        resolveSubtree: async (document, path) => ({ spec: follow(at(document, path), document, []), errors: [] }),
      },
    }),
  ],
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
