import type { Route } from './route.ts';

export const urlOf = (basePath: string, route: Route): string =>
  route.access === 'OPERATOR' ? route.path : `${basePath}${route.path}`;
