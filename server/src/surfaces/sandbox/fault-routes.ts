import { matchesTemplate } from '../../engine/http/path-template.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { AccessCache } from '../../parties/platforms/access.ts';
import { type FaultInput, FaultList, FaultRequest, SandboxFault } from './fault-schemas.ts';
import { createFault, deleteFaults, FAULTS_PATH, listFaults } from './faults.ts';

interface Deps {
  db: Database;
  accessCache: AccessCache;
  /** Operations for which faults can be configured. */
  operations: readonly Route[];
}

const tag = 'Sandbox';

/** Faults belong to a platform, so operations without a platform cannot have faults. */
const canFail = ({ access }: Route): boolean => access !== 'OPERATOR' && access !== 'PUBLIC';

const isOperation =
  ({ operations }: Deps) =>
  ({ method, path }: Pick<FaultInput, 'method' | 'path'>): boolean =>
    operations.some(
      (route) =>
        canFail(route) &&
        (method === undefined || method === route.method) &&
        (route.path === path || matchesTemplate(route.path, path)),
    );

export const faultRoutes = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: FAULTS_PATH,
    operationId: 'createSandboxFault',
    tag,
    summary: 'Disturb the next requests of the platform',
    description:
      'Tests the retries of a client: an error, a lost request, a lost response or a delay for the next requests to one operation. Credentials, permissions and rate limits are checked first.',
    access: 'MANAGE',
    onlyFor: 'SANDBOX',
    body: FaultRequest,
    idempotency: 'OPTIONAL',
    responses: { 201: SandboxFault },
    errors: ['INVALID_INPUT', 'CONFLICT'],
    reasons: { CONFLICT: ['TOO_MANY_FAULTS'] },
    handle: async ({ caller: { platform }, body: input, now, receipt }) => {
      const fault = { platform, input, isOperation: isOperation(deps), now, receipt };
      return { status: 201, text: await createFault(deps, fault) };
    },
  }),
  route({
    method: 'GET',
    path: FAULTS_PATH,
    operationId: 'listSandboxFaults',
    tag,
    summary: 'List the faults of the platform',
    description: 'Oldest first, with the number of requests that each still disturbs.',
    access: 'VIEW',
    onlyFor: 'SANDBOX',
    responses: { 200: FaultList },
    errors: [],
    handle: async ({ caller }) => ok({ data: await listFaults(deps.db, caller.platform.id) }),
  }),
  route({
    method: 'DELETE',
    path: FAULTS_PATH,
    operationId: 'deleteSandboxFaults',
    tag,
    summary: 'Remove all faults of the platform',
    access: 'MANAGE',
    onlyFor: 'SANDBOX',
    responses: { 204: null },
    errors: [],
    handle: async ({ caller }) => {
      await deleteFaults(deps, caller.platform.id);
      return noContent;
    },
  }),
];
