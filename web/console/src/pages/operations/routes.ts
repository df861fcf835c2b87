import { Activity, ClipboardCheck, FileSearch, ListX, PiggyBank, ScrollText, UserCog } from 'lucide-react';
import { isOperator, operatorReads, type PageRoute } from '../../page-route.ts';

const section = 'Operations';

/** Pages of the people who operate the service. */
export const operationsRoutes: readonly PageRoute[] = [
  {
    path: '/operations/reviews',
    load: () => import('./reviews-page.tsx'),
    menu: { section, label: 'Reviews', icon: ClipboardCheck, key: 'v' },
    request: operatorReads('/operator/reviews'),
    isFor: isOperator,
  },
  {
    path: '/operations/reviews/:id',
    load: () => import('./review-page.tsx'),
    request: operatorReads('/operator/reviews/:id'),
    isFor: isOperator,
  },
  {
    path: '/operations/suspense',
    load: () => import('./suspense-page.tsx'),
    menu: { section, label: 'Suspense', icon: PiggyBank },
    request: operatorReads('/operator/transactions/suspended'),
    isFor: isOperator,
  },
  {
    path: '/operations/jobs',
    load: () => import('./jobs-page.tsx'),
    menu: { section, label: 'Jobs', icon: ListX, key: 'j' },
    request: operatorReads('/operator/jobs'),
    isFor: isOperator,
  },
  {
    path: '/operations/findings',
    load: () => import('./findings-page.tsx'),
    menu: { section, label: 'Bank files', icon: FileSearch },
    request: operatorReads('/operator/bank-files/findings'),
    isFor: isOperator,
  },
  {
    path: '/operations/actions',
    load: () => import('./actions-page.tsx'),
    menu: { section, label: 'Actions', icon: ScrollText },
    request: operatorReads('/operator/actions', ['operatorId', 'action', 'resourceId']),
    isFor: isOperator,
  },
  {
    path: '/operations/system',
    load: () => import('./system-page.tsx'),
    menu: { section, label: 'System', icon: Activity },
    request: operatorReads('/operator/status'),
    isFor: isOperator,
  },
  {
    path: '/operations/people',
    load: () => import('./people-page.tsx'),
    menu: { section, label: 'People', icon: UserCog },
    request: operatorReads('/operator/people'),
    isFor: isOperator,
  },
];
