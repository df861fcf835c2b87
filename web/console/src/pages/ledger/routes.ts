import { BookOpen, ListTree, Scale, ShieldCheck, Waypoints } from 'lucide-react';
import { hasPlatform, type PageRoute, reads } from '../../page-route.ts';

const section = 'Ledger';

export const ledgerRoutes: readonly PageRoute[] = [
  {
    path: '/ledger',
    load: () => import('./trial-balance-page.tsx'),
    menu: { section, label: 'Trial balance', icon: Scale, key: 'l' },
    request: reads('/ledger/trial-balance', ['asOf']),
    isFor: hasPlatform,
  },
  {
    path: '/ledger/accounts',
    load: () => import('./accounts-page.tsx'),
    menu: { section, label: 'Accounts', icon: BookOpen },
    request: reads('/ledger/accounts', ['kind', 'currency', 'asOf']),
    isFor: hasPlatform,
  },
  {
    path: '/ledger/accounts/:id',
    load: () => import('./account-page.tsx'),
    request: reads('/ledger/accounts/:id/entries', ['since', 'until']),
    isFor: hasPlatform,
  },
  {
    path: '/ledger/entries',
    load: () => import('./entries-page.tsx'),
    menu: { section, label: 'Entries', icon: ListTree },
    request: reads('/ledger/entries', ['since', 'until', 'currency', 'debitKind', 'creditKind']),
    isFor: hasPlatform,
  },
  {
    path: '/ledger/flows',
    load: () => import('./flows-page.tsx'),
    menu: { section, label: 'Flows', icon: Waypoints },
    request: reads('/ledger/flows', ['since', 'until', 'currency']),
    isFor: hasPlatform,
  },
  {
    path: '/ledger/checks',
    load: () => import('./checks-page.tsx'),
    menu: { section, label: 'Checks', icon: ShieldCheck },
    request: reads('/ledger/checks'),
    isFor: hasPlatform,
  },
];
