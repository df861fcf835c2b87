import type { PageRoute } from '../../page-route.ts';

export const paymentsRoutes: readonly PageRoute[] = [];
