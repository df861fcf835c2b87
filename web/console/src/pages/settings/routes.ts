import type { PageRoute } from '../../page-route.ts';

export const settingsRoutes: readonly PageRoute[] = [];
