import { Type } from '@sinclair/typebox';
import { type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { ScaDeps } from './deps.ts';
import { TrustConfirm, TrustConfirmRequest, TrustStart, TrustStartRequest } from './schemas.ts';
import { confirmTrust, startTrust, type TrustChange, trustChanges } from './trusted-beneficiaries.ts';

export const trustRoutes = (deps: ScaDeps): Route[] => operations.flatMap((operation) => routesOf(operation, deps));

interface TrustOperation {
  verb: string;
  change: TrustChange;
  start: { operationId: string; summary: string };
  confirm: { operationId: string; summary: string };
}

const operations: readonly TrustOperation[] = [
  {
    verb: 'trust',
    change: trustChanges.trust,
    start: { operationId: 'startBeneficiaryTrust', summary: 'Start to trust a payee' },
    confirm: { operationId: 'confirmBeneficiaryTrust', summary: 'Trust a payee' },
  },
  {
    verb: 'untrust',
    change: trustChanges.untrust,
    start: { operationId: 'startBeneficiaryUntrust', summary: 'Start to remove the trust in a payee' },
    confirm: { operationId: 'confirmBeneficiaryUntrust', summary: 'Remove the trust in a payee' },
  },
];

const tag = 'Strong Customer Authentication';
const AccountPath = Type.Object({ externalAccountId: IdOf('ExternalAccount') });

const routesOf = ({ verb, change, start, confirm }: TrustOperation, deps: ScaDeps): Route[] => [
  route({
    method: 'POST',
    path: `/customers/external-accounts/{externalAccountId}/${verb}`,
    ...start,
    tag,
    description:
      'Payments to a trusted payee need no proof. The response is empty if the payee is in the requested state already. Only addresses that receive USDC can be trusted.',
    access: 'TRANSACT_OR_MANAGE',
    params: AccountPath,
    body: TrustStartRequest,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    responses: { 200: TrustStart },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'],
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED', 'PHONE_NOT_VERIFIED'] },
    handle: async ({ caller, params, body, now, receipt }) => {
      const request = { platform: caller.platform, accountId: params.externalAccountId, change, now, receipt };
      return { status: 200, text: await startTrust(deps, { ...request, factor: body?.scaFactor }) };
    },
  }),
  route({
    method: 'POST',
    path: `/customers/external-accounts/{externalAccountId}/${verb}/confirm`,
    ...confirm,
    tag,
    description: 'Takes the proof of the challenge: exactly one of code and passkeyAssertion.',
    access: 'TRANSACT_OR_MANAGE',
    params: AccountPath,
    body: TrustConfirmRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: TrustConfirm },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT', 'ACCOUNT_LOCKED'],
    reasons: { CONFLICT: ['SCA_NOT_REQUIRED', 'NO_PENDING_CHALLENGE', 'PROOF_ALREADY_USED'] },
    handle: async ({ caller, params, body, now, receipt }) => {
      const request = { platform: caller.platform, accountId: params.externalAccountId, change, now, receipt };
      const { challengeId, ...proof } = body;
      return { status: 200, text: await confirmTrust(deps, { ...request, challengeId, proof }) };
    },
  }),
];
