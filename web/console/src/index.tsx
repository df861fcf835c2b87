import './global.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { CausewayError } from './api/client.ts';
import { App } from './app.tsx';
import { listenForShortcuts } from './shell/shortcuts.ts';

const MAX_RETRIES = 2;

/** A rejection by the service does not change by asking again; a lost connection may. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && error instanceof CausewayError && (error.status === undefined || error.status >= 500);

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 1_000, refetchOnWindowFocus: true } },
});

listenForShortcuts();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  );
}
