import { ScrollText, Webhook, Workflow } from 'lucide-react';
import { api } from '../../api/client.ts';
import { hasPlatform, isSandbox, type PageRoute, reads } from '../../page-route.ts';

const requestFilters = ['statusClass', 'method', 'route', 'code', 'field', 'resourceId'];

/** The request of the open sheet as it was sent, or the list of requests. */
const shownRequest: PageRoute['request'] = (params, search) => {
  const id = search.get('request');
  return id ? api.requestLog.get(id) : reads('/request-log', requestFilters)(params, search);
};

const shownEvent: PageRoute['request'] = (params, search) => {
  const id = search.get('event');
  return id
    ? reads('/webhooks/events/:id')({ id }, search)
    : reads('/webhooks/events', ['type', 'status', 'resourceId'])(params, search);
};

export const developersRoutes: readonly PageRoute[] = [
  {
    path: '/developers/requests',
    load: () => import('./requests-page.tsx'),
    menu: { section: 'Developers', label: 'Requests', icon: ScrollText, key: 'r' },
    request: shownRequest,
    isFor: hasPlatform,
  },
  {
    path: '/developers/webhooks',
    load: () => import('./webhooks-page.tsx'),
    menu: { section: 'Developers', label: 'Webhooks', icon: Webhook, key: 'w' },
    request: shownEvent,
    isFor: hasPlatform,
  },
  {
    path: '/developers/flows',
    load: () => import('./flows-page.tsx'),
    menu: { section: 'Developers', label: 'Flow builder', icon: Workflow, key: 'f' },
    isFor: isSandbox,
  },
];
