import { Users } from 'lucide-react';
import { hasPlatform, type PageRoute } from '../../page-route.ts';

export const customersRoutes: readonly PageRoute[] = [
  {
    path: '/customers',
    load: () => import('./customers-page.tsx'),
    menu: { section: 'Money', label: 'Customers', icon: Users, key: 'c' },
    isFor: hasPlatform,
  },
  { path: '/customers/:id', load: () => import('./customer-page.tsx'), isFor: hasPlatform },
];
