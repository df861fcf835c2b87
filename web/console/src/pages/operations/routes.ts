import { Activity, ClipboardCheck, FileSearch, ListX, PiggyBank, ScrollText, UserCog } from 'lucide-react';
import { isOperator, type PageRoute } from '../../page-route.ts';

const section = 'Operations';

/** Pages of the people who operate the service. */
export const operationsRoutes: readonly PageRoute[] = [
  {
    path: '/operations/reviews',
    load: () => import('./reviews-page.tsx'),
    menu: { section, label: 'Reviews', icon: ClipboardCheck, key: 'v' },
    isFor: isOperator,
  },
  { path: '/operations/reviews/:id', load: () => import('./review-page.tsx'), isFor: isOperator },
  {
    path: '/operations/suspense',
    load: () => import('./suspense-page.tsx'),
    menu: { section, label: 'Suspense', icon: PiggyBank },
    isFor: isOperator,
  },
  {
    path: '/operations/jobs',
    load: () => import('./jobs-page.tsx'),
    menu: { section, label: 'Jobs', icon: ListX, key: 'j' },
    isFor: isOperator,
  },
  {
    path: '/operations/findings',
    load: () => import('./findings-page.tsx'),
    menu: { section, label: 'Bank files', icon: FileSearch },
    isFor: isOperator,
  },
  {
    path: '/operations/actions',
    load: () => import('./actions-page.tsx'),
    menu: { section, label: 'Actions', icon: ScrollText },
    isFor: isOperator,
  },
  {
    path: '/operations/system',
    load: () => import('./system-page.tsx'),
    menu: { section, label: 'System', icon: Activity },
    isFor: isOperator,
  },
  {
    path: '/operations/people',
    load: () => import('./people-page.tsx'),
    menu: { section, label: 'People', icon: UserCog },
    isFor: isOperator,
  },
];
