import type { FastifyInstance } from 'fastify';
import { sendPage } from '../http/pages.ts';
import { html } from '../kernel/html.ts';

/** Where the link of a liveness check leads as long as no provider shows a page of its own. */
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
<p>Nothing is needed from you: in the sandbox the check ends by itself, five seconds after it was asked for.</p>
</main>
</body>
</html>
`;
