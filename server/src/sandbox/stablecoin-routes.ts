import { Type } from '@sinclair/typebox';
import { type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import { fundsArrived } from '../stablecoins/follow.ts';
import type { StablecoinNeeds } from '../stablecoins/needs.ts';
import { Operation } from '../stablecoins/schemas.ts';

/** The funds that mints and burns wait for. */
export const stablecoinFundingRoutes = (needs: StablecoinNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/sandbox/stablecoin-operations/{stablecoinOperationId}/fund',
    operationId: 'sandboxFundStablecoinOperation',
    tag: 'Sandbox',
    summary: 'Let the funds arrive that a mint or a burn waits for',
    description: 'For operations in PENDING_FUNDING, as if the wire or the coins had come.',
    access: 'TRANSACT',
    onlyFor: 'SANDBOX',
    params: Type.Object({ stablecoinOperationId: IdOf('StablecoinOperation') }),
    idempotency: 'OPTIONAL',
    answers: { 200: Operation },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'INVALID_STATE_TRANSITION'],
    handle: async ({ caller, params, now, receipt }) => ({
      status: 200,
      text: await fundsArrived(needs, { platform: caller.platform, now, receipt }, params.stablecoinOperationId),
    }),
  }),
];
