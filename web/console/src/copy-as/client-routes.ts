import { platformRoutes } from '../../../../sdk/client/src/generated/routes.ts';
import { parseRoutes } from '../../../../sdk/client/src/routes.ts';

/** Operations of a platform as the client library calls them. */
export const clientRoutes = parseRoutes(platformRoutes);
