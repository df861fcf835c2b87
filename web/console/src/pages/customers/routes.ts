import { Users } from 'lucide-react';
import { hasPlatform, type PageRoute, reads } from '../../page-route.ts';

export const customersRoutes: readonly PageRoute[] = [
  {
    path: '/customers',
    load: () => import('./customers-page.tsx'),
    menu: { section: 'Money', label: 'Customers', icon: Users, key: 'c' },
    request: reads('/customers', ['customerType', 'platformCustomerId', 'region']),
    isFor: hasPlatform,
  },
  {
    path: '/customers/:id',
    load: () => import('./customer-page.tsx'),
    request: reads('/customers/:id'),
    isFor: hasPlatform,
  },
];
