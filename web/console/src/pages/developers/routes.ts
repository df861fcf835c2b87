import { ScrollText, Webhook } from 'lucide-react';
import { hasPlatform, type PageRoute } from '../../page-route.ts';

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
];
