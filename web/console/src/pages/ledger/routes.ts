import { BookOpen, ListTree, Scale, ShieldCheck, Waypoints } from 'lucide-react';
import { hasPlatform, type PageRoute } from '../../page-route.ts';

const section = 'Ledger';

export const ledgerRoutes: readonly PageRoute[] = [
  {
    path: '/ledger',
    load: () => import('./trial-balance-page.tsx'),
    menu: { section, label: 'Trial balance', icon: Scale, key: 'l' },
    isFor: hasPlatform,
  },
  {
    path: '/ledger/accounts',
    load: () => import('./accounts-page.tsx'),
    menu: { section, label: 'Accounts', icon: BookOpen },
    isFor: hasPlatform,
  },
  { path: '/ledger/accounts/:id', load: () => import('./account-page.tsx'), isFor: hasPlatform },
  {
    path: '/ledger/entries',
    load: () => import('./entries-page.tsx'),
    menu: { section, label: 'Entries', icon: ListTree },
    isFor: hasPlatform,
  },
  {
    path: '/ledger/flows',
    load: () => import('./flows-page.tsx'),
    menu: { section, label: 'Flows', icon: Waypoints },
    isFor: hasPlatform,
  },
  {
    path: '/ledger/checks',
    load: () => import('./checks-page.tsx'),
    menu: { section, label: 'Checks', icon: ShieldCheck },
    isFor: hasPlatform,
  },
];
