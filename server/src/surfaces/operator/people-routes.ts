import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import type { AccessCache } from '../../parties/platforms/access.ts';
import { INVITATION_HOURS, type Invitation, invitationUrl, inviteAgain, invitePerson } from './invitations.ts';
import { listOperators, operatorState, revokeOperator } from './operators.ts';
import { People, Person, PersonInvitation, PersonInvite } from './people-schemas.ts';

interface Deps {
  db: Database;
  vault: Vault;
  sites: Pick<Sites, 'consoleUrl'>;
  accessCache: Pick<AccessCache, 'refresh'>;
}

const tag = 'Operator';
const params = Type.Object({ operatorId: IdOf('Operator') });

export const peopleRoutes = (deps: Deps): Route[] => [
  listRoute(deps),
  ...invitationRoutes(deps),
  revocationRoute(deps),
];

const listRoute = ({ db }: Deps): Route =>
  route({
    method: 'GET',
    path: '/operator/people',
    operationId: 'operatorListPeople',
    tag,
    summary: 'List the operators',
    description: 'People who log in to the console, and credentials of the operator API. Newest first.',
    access: 'OPERATOR',
    responses: { 200: People },
    errors: [],
    handle: async ({ now }) => {
      const operators = await listOperators(db);
      return ok({ data: operators.map((operator) => ({ ...operator, state: operatorState(operator, now) })) });
    },
  });

const invitationRoutes = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/operator/people',
    operationId: 'operatorInvitePerson',
    tag,
    summary: 'Invite a person to operate the service',
    description: `The person opens the link within ${INVITATION_HOURS} hours, enrolls a passkey and logs in to the console with it.`,
    access: 'OPERATOR',
    stepUp: true,
    body: PersonInvite,
    secretResponse: true,
    responses: { 201: PersonInvitation },
    errors: ['INVALID_INPUT'],
    handle: async ({ operator: { operatorId }, body, now }) => {
      const invitation = await invitePerson(deps, body.name, { at: now, by: { operatorId } });
      return { status: 201, body: invitationJson(deps, invitation) };
    },
  }),
  route({
    method: 'POST',
    path: '/operator/people/{operatorId}/invite',
    operationId: 'operatorInvitePersonAgain',
    tag,
    summary: 'Invite a person again',
    description: 'For another passkey, or when the link has expired. It voids the link before; passkeys stay valid.',
    access: 'OPERATOR',
    stepUp: true,
    params,
    secretResponse: true,
    responses: { 200: PersonInvitation },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['NOT_INVITABLE'] },
    handle: async ({ operator: { operatorId }, params, now }) =>
      ok(invitationJson(deps, await inviteAgain(deps, params.operatorId, { at: now, by: { operatorId } }))),
  }),
];

const invitationJson = ({ sites }: Deps, { id, name, code, expiresAt }: Invitation) => ({
  id,
  name,
  url: invitationUrl(sites.consoleUrl(), code),
  expiresAt,
});

const revocationRoute = ({ db, accessCache }: Deps): Route =>
  route({
    method: 'POST',
    path: '/operator/people/{operatorId}/revoke',
    operationId: 'operatorRevokePerson',
    tag,
    summary: 'Revoke an operator',
    description: 'Credentials, passkeys, invitations and sessions of the operator are rejected from now on. Final.',
    access: 'OPERATOR',
    stepUp: true,
    params,
    responses: { 200: Person },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['OPERATOR_REVOKED'] },
    handle: async ({ operator: { operatorId }, params, now }) => {
      await revokeOperator(db, params.operatorId, { at: now, by: { operatorId } });
      await accessCache.refresh();
      const revoked = (await listOperators(db)).filter(({ id }) => id === params.operatorId);
      return ok(revoked.map((operator) => ({ ...operator, state: operatorState(operator, now) }))[0]);
    },
  });
