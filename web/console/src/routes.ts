import type { PageRoute } from './page-route.ts';
import { approvalsRoutes } from './pages/approvals/routes.ts';
import { cardsRoutes } from './pages/cards/routes.ts';
import { customersRoutes } from './pages/customers/routes.ts';
import { developersRoutes } from './pages/developers/routes.ts';
import { homeRoutes } from './pages/home/routes.ts';
import { ledgerRoutes } from './pages/ledger/routes.ts';
import { operationsRoutes } from './pages/operations/routes.ts';
import { paymentsRoutes } from './pages/payments/routes.ts';
import { sandboxRoutes } from './pages/sandbox/routes.ts';
import { settingsRoutes } from './pages/settings/routes.ts';

/** Every page. The order is that of the navigation within a section. */
export const routes: readonly PageRoute[] = [
  ...homeRoutes,
  ...sandboxRoutes,
  ...paymentsRoutes,
  ...approvalsRoutes,
  ...customersRoutes,
  ...cardsRoutes,
  ...ledgerRoutes,
  ...developersRoutes,
  ...operationsRoutes,
  ...settingsRoutes,
];
