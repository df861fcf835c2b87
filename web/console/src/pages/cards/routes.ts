import type { PageRoute } from '../../page-route.ts';

export const cardsRoutes: readonly PageRoute[] = [];
