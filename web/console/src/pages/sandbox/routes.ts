import type { PageRoute } from '../../page-route.ts';

export const sandboxRoutes: readonly PageRoute[] = [];
