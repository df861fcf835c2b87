import type { FastifyInstance } from 'fastify';
import { sendPage } from '../http/pages.ts';
import { html } from '../kernel/html.ts';

/** Target of sandbox liveness links: no provider hosts a page there. */
export function addLivenessPage(app: FastifyInstance): void {
  app.get('/verify/liveness/:token', async (_request, reply) => sendPage(reply, { content: page }));
}

const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Liveness check</title>
</head>
<body>
<main>
<h1>Liveness check</h1>
<p>You have nothing to do: in the sandbox the check completes by itself, five seconds after it was requested.</p>
</main>
</body>
</html>
`;
