import type { PageRoute } from '../../page-route.ts';

export const developersRoutes: readonly PageRoute[] = [];
