import type { PageRoute } from '../../page-route.ts';

export const operationsRoutes: readonly PageRoute[] = [];
