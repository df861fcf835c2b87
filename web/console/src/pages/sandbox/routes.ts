import { FlaskConical, SquareTerminal } from 'lucide-react';
import { hasPlatform, isSandbox, type PageRoute } from '../../page-route.ts';

export const sandboxRoutes: readonly PageRoute[] = [
  {
    path: '/sandbox',
    load: () => import('./sandbox-page.tsx'),
    menu: { section: 'Developers', label: 'Sandbox', icon: FlaskConical, key: 's' },
    isFor: isSandbox,
  },
  { path: '/sandbox/magic-values', load: () => import('./magic-values-page.tsx'), isFor: isSandbox },
  {
    path: '/new',
    load: () => import('./operations-page.tsx'),
    menu: { section: 'Developers', label: 'Operations', icon: SquareTerminal, key: 'o' },
    isFor: hasPlatform,
  },
  { path: '/new/:operation', load: () => import('./operation-page.tsx'), isFor: hasPlatform },
];
