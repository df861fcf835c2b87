import { ArrowLeftRight } from 'lucide-react';
import { hasPlatform, type PageRoute } from '../../page-route.ts';

export const paymentsRoutes: readonly PageRoute[] = [
  {
    path: '/payments',
    load: () => import('./payments-page.tsx'),
    menu: { section: 'Money', label: 'Payments', icon: ArrowLeftRight, key: 'p' },
    isFor: hasPlatform,
  },
  { path: '/payments/new', load: () => import('./new-payment-page.tsx'), isFor: hasPlatform },
  { path: '/payments/:id', load: () => import('./payment-page.tsx'), isFor: hasPlatform },
];
