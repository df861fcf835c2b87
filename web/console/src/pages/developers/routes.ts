import { ScrollText, Webhook, Workflow } from 'lucide-react';
import { hasPlatform, isSandbox, type PageRoute } from '../../page-route.ts';

export const developersRoutes: readonly PageRoute[] = [
  {
    path: '/developers/requests',
    load: () => import('./requests-page.tsx'),
    menu: { section: 'Developers', label: 'Requests', icon: ScrollText, key: 'r' },
    isFor: hasPlatform,
  },
  {
    path: '/developers/webhooks',
    load: () => import('./webhooks-page.tsx'),
    menu: { section: 'Developers', label: 'Webhooks', icon: Webhook, key: 'w' },
    isFor: hasPlatform,
  },
  {
    path: '/developers/flows',
    load: () => import('./flows-page.tsx'),
    menu: { section: 'Developers', label: 'Flow builder', icon: Workflow, key: 'f' },
    isFor: isSandbox,
  },
];
