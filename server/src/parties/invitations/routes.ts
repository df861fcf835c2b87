import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { Secret } from '../../engine/http/sensitivity.ts';
import {
  cancelInvitation,
  claimInvitation,
  createInvitation,
  type InvitationDeps,
  showInvitation,
} from './invitations.ts';
import { Invitation, InvitationClaim, InvitationCreate } from './schemas.ts';

const tag = 'Invitations';
const MAX_CODE = 64;
const CodePath = Type.Object({
  invitationCode: Secret(
    Type.String({
      minLength: 1,
      maxLength: MAX_CODE,
      examples: ['524ea884'],
      description: 'Code of the invitation, 8 hex digits.',
    }),
  ),
});

export const invitationRoutes = (deps: InvitationDeps): Route[] => [
  route({
    method: 'POST',
    path: '/invitations',
    operationId: 'createInvitation',
    tag,
    summary: 'Create an invitation of a customer',
    description:
      'amountToSend is only shown: after INVITATION.CLAIMED the platform makes the payment to the invitee. Without expiresAt an invitation expires after 30 days. A sandbox invitation can be claimed by sandbox platforms only, and a production invitation by production platforms.',
    access: 'MANAGE',
    body: InvitationCreate,
    idempotency: 'OPTIONAL',
    responses: { 201: Invitation },
    errors: ['INVALID_INPUT', 'INVALID_UMA_ADDRESS', 'INVITATIONS_NOT_CONFIGURED', 'CONFLICT'],
    handle: async ({ caller, body, now, receipt }) => ({
      status: 201,
      text: await createInvitation(deps, { platform: caller.platform, now, receipt }, body),
    }),
  }),
  route({
    method: 'GET',
    path: '/invitations/{invitationCode}',
    operationId: 'getInvitation',
    tag,
    summary: 'Read an invitation of any platform by its code',
    access: 'VIEW',
    params: CodePath,
    responses: { 200: Invitation },
    errors: ['INVITATION_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(await showInvitation(deps, caller.platform, params.invitationCode)),
  }),
  ...closingRoutes(deps),
];

const closingRoutes = (deps: InvitationDeps): Route[] => [
  route({
    method: 'POST',
    path: '/invitations/{invitationCode}/claim',
    operationId: 'claimInvitation',
    tag,
    summary: 'Claim an invitation of any platform for a customer',
    description: 'Succeeds once. The platform that created it receives INVITATION.CLAIMED.',
    access: 'MANAGE',
    params: CodePath,
    body: InvitationClaim,
    idempotency: 'OPTIONAL',
    responses: { 200: Invitation },
    errors: [
      'INVALID_INPUT',
      'INVALID_UMA_ADDRESS',
      'INVITATION_ALREADY_CLAIMED',
      'INVITATION_CANCELLED',
      'INVITATION_NOT_FOUND',
      'CONFLICT',
    ],
    reasons: { INVALID_INPUT: ['INVITATION_EXPIRED'] },
    handle: async ({ caller, params, body, now, receipt }) => {
      const request = { platform: caller.platform, now, receipt, code: params.invitationCode };
      return { status: 200, text: await claimInvitation(deps, { ...request, inviteeUma: body.inviteeUma }) };
    },
  }),
  route({
    method: 'POST',
    path: '/invitations/{invitationCode}/cancel',
    operationId: 'cancelInvitation',
    tag,
    summary: 'Cancel an invitation that is not claimed',
    access: 'MANAGE',
    params: CodePath,
    idempotency: 'OPTIONAL',
    responses: { 200: Invitation },
    errors: [
      'INVALID_INPUT',
      'INVITATION_ALREADY_CLAIMED',
      'INVITATION_CANCELLED',
      'FORBIDDEN',
      'INVITATION_NOT_FOUND',
      'CONFLICT',
    ],
    reasons: { INVALID_INPUT: ['INVITATION_EXPIRED'], FORBIDDEN: ['NOT_OWN_INVITATION'] },
    handle: async ({ caller, params, now, receipt }) => {
      const request = { platform: caller.platform, now, receipt, code: params.invitationCode };
      return { status: 200, text: await cancelInvitation(deps, request) };
    },
  }),
];
