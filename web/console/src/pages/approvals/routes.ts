import { Stamp } from 'lucide-react';
import { hasPlatform, type PageRoute, reads } from '../../page-route.ts';

export const approvalsRoutes: readonly PageRoute[] = [
  {
    path: '/approvals',
    load: () => import('./approvals-page.tsx'),
    menu: { section: 'Money', label: 'Approvals', icon: Stamp, key: 'a' },
    request: reads('/agents/approvals'),
    isFor: hasPlatform,
  },
];
