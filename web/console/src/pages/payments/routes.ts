import { ArrowLeftRight } from 'lucide-react';
import { hasPlatform, type PageRoute, reads } from '../../page-route.ts';
import { periodOf } from './period.ts';

const filters = ['status', 'type', 'customerId', 'startDate', 'endDate'];

/** Converts the days of the filters to the period of the API. */
const shownPayments: PageRoute['request'] = (params, search) => {
  const period = Object.entries(periodOf({ since: search.get('since'), until: search.get('until') }));
  return reads('/transactions', filters)(params, new URLSearchParams([...search, ...period]));
};

export const paymentsRoutes: readonly PageRoute[] = [
  {
    path: '/payments',
    load: () => import('./payments-page.tsx'),
    menu: { section: 'Money', label: 'Payments', icon: ArrowLeftRight, key: 'p' },
    request: shownPayments,
    isFor: hasPlatform,
  },
  { path: '/payments/new', load: () => import('./new-payment-page.tsx'), isFor: hasPlatform },
  {
    path: '/payments/:id',
    load: () => import('./payment-page.tsx'),
    request: reads('/transactions/:id'),
    isFor: hasPlatform,
  },
];
