import { LayoutDashboard } from 'lucide-react';
import type { PageRoute } from '../../page-route.ts';

export const homeRoutes: readonly PageRoute[] = [
  {
    path: '/',
    load: () => import('./home-page.tsx'),
    menu: { section: 'Overview', label: 'Home', icon: LayoutDashboard, key: 'h' },
  },
];
