import { KeyRound, SlidersHorizontal } from 'lucide-react';
import { hasPlatform, type PageRoute, reads } from '../../page-route.ts';

export const settingsRoutes: readonly PageRoute[] = [
  {
    path: '/settings/tokens',
    load: () => import('./tokens-page.tsx'),
    menu: { section: 'Settings', label: 'API tokens', icon: KeyRound, key: 't' },
    request: reads('/tokens'),
    isFor: hasPlatform,
  },
  {
    path: '/settings/platform',
    load: () => import('./platform-page.tsx'),
    menu: { section: 'Settings', label: 'Platform', icon: SlidersHorizontal, key: 'e' },
    request: reads('/config'),
    isFor: hasPlatform,
  },
];
