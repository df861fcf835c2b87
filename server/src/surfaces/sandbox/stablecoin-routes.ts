import { Type } from '@sinclair/typebox';
import { type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { StablecoinDeps } from '../../payments/stablecoins/deps.ts';
import { confirmFunds } from '../../payments/stablecoins/jobs.ts';
import { Operation } from '../../payments/stablecoins/schemas.ts';

/** Simulated funding of mints and burns. */
export const stablecoinFundingRoutes = (deps: StablecoinDeps): Route[] => [
  route({
    method: 'POST',
    path: '/sandbox/stablecoin-operations/{stablecoinOperationId}/fund',
    operationId: 'sandboxFundStablecoinOperation',
    tag: 'Sandbox',
    summary: 'Simulate the funding of a mint or a burn',
    description: 'For operations in PENDING_FUNDING: the wire or the coins arrive.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    params: Type.Object({ stablecoinOperationId: IdOf('StablecoinOperation') }),
    idempotency: 'OPTIONAL',
    responses: { 200: Operation },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'INVALID_STATE_TRANSITION'],
    handle: async ({ caller, params, now, receipt }) => ({
      status: 200,
      text: await confirmFunds(deps, { platform: caller.platform, now, receipt }, params.stablecoinOperationId),
    }),
  }),
];
