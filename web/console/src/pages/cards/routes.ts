import { CreditCard } from 'lucide-react';
import { hasPlatform, type PageRoute, reads } from '../../page-route.ts';

export const cardsRoutes: readonly PageRoute[] = [
  {
    path: '/cards',
    load: () => import('./cards-page.tsx'),
    menu: { section: 'Money', label: 'Cards', icon: CreditCard, key: 'd' },
    request: reads('/cards'),
    isFor: hasPlatform,
  },
  { path: '/cards/:id', load: () => import('./card-page.tsx'), request: reads('/cards/:id'), isFor: hasPlatform },
];
