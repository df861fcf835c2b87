import type { PageRoute } from '../../page-route.ts';

export const ledgerRoutes: readonly PageRoute[] = [];
