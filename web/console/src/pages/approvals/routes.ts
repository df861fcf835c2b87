import type { PageRoute } from '../../page-route.ts';

export const approvalsRoutes: readonly PageRoute[] = [];
