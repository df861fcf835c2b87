import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { browserContext } from '../../foundation/texts/page-context.ts';
import { notFoundPage } from './not-found-page.ts';
import { sendPage } from './pages.ts';
import { matchesTemplate } from './path-template.ts';
import type { Route } from './route.ts';
import { urlOf } from './route-url.ts';
import type { HttpOptions } from './server-options.ts';

/** True if a browser opens a path outside of the API. */
export function isForPeople({ routes, basePath }: HttpOptions, { method, url, headers }: FastifyRequest): boolean {
  const isReading = method === 'GET' || method === 'HEAD';
  const firstPart = (path: string): string | undefined => /^\/[^/?]+/.exec(path)?.[0];
  const isApi = routes.some((route) => firstPart(urlOf(basePath, route)) === firstPart(url));
  return isReading && !isApi && headers.accept?.includes('text/html') === true;
}

export function showNotFound({ url, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const context = browserContext(headers['accept-language']);
  const content = notFoundPage(context, url.split('?')[0] ?? '');
  return sendPage(reply, { status: 404, content, language: context.language });
}

export function notFound({ routes, basePath }: HttpOptions, request: FastifyRequest): ApiError {
  const [path = ''] = request.url.split('?');
  const allowed = closest(routes.filter((route) => matchesTemplate(urlOf(basePath, route), path))).flatMap(
    ({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]),
  );
  if (allowed.length === 0) {
    const hint = `Operations are under ${basePath}; /docs lists them.`;
    return new ApiError('REFERENCE_NOT_FOUND', `There is no ${path}.`, { hint });
  }
  const message = `${request.method} is not allowed here.`;
  const hint = `Use ${allowed.filter((method) => method !== 'HEAD').join(' or ')}.`;
  return new ApiError('METHOD_NOT_ALLOWED', message, { allowed, hint }, { headers: { allow: allowed.join(', ') } });
}

/** Prefers a literal path to a template that matches the same URL. */
function closest(routes: readonly Route[]): readonly Route[] {
  const parametersOf = ({ path }: Route): number => path.split('{').length;
  const fewest = Math.min(...routes.map(parametersOf));
  return routes.filter((route) => parametersOf(route) === fewest);
}
