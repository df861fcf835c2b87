import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf, Timestamp } from '../../engine/http/schemas.ts';
import type { Database } from '../../foundation/db/database.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import type { AccessCache } from '../../parties/platforms/access.ts';
import { recordAction } from '../operator/actions.ts';
import { listPersonSessions } from './session-list.ts';
import { endSession } from './session-record.ts';

interface Deps {
  db: Database;
  accessCache: Pick<AccessCache, 'refresh'>;
}

const tag = 'Operator';

const PersonSession = Type.Object(
  {
    id: IdOf('ConsoleSession'),
    operatorId: IdOf('Operator', { description: 'Person who is logged in.' }),
    operatorName: Type.String({ description: 'Name of the person.' }),
    createdAt: Described(Timestamp, 'Time of the login.'),
    usedAt: Described(Timestamp, 'Time of the latest request, to the minute.'),
    provedAt: Described(Timestamp, 'Time of the latest use of a passkey.'),
    expiresAt: Described(Timestamp, 'Time at which the session ends, twelve hours after the login.'),
  },
  { $id: 'OperatorSession', description: 'A session of a person in the console.' },
);

const PersonSessions = Type.Object(
  { data: Type.Array(PersonSession, { description: 'Open sessions, newest first.' }) },
  { $id: 'OperatorSessionListResponse', description: 'Sessions of the people who operate the service.' },
);

export const personSessionRoutes = ({ db, accessCache }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/operator/sessions',
    operationId: 'operatorListSessions',
    tag,
    summary: 'List the sessions of people in the console',
    description: 'A session ends after 30 minutes without a request, and 12 hours after the login. Newest first.',
    access: 'OPERATOR',
    responses: { 200: PersonSessions },
    errors: [],
    handle: async ({ now }) => ok({ data: await listPersonSessions(db, now) }),
  }),
  route({
    method: 'DELETE',
    path: '/operator/sessions/{sessionId}',
    operationId: 'operatorEndSession',
    tag,
    summary: 'End the session of a person',
    description: 'Every server rejects it within a second. The person can log in again.',
    access: 'OPERATOR',
    params: Type.Object({ sessionId: IdOf('ConsoleSession') }),
    responses: { 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator: { operatorId }, params: { sessionId }, now }) => {
      const action = { operatorId, action: 'SESSION_ENDED', resourceId: sessionId, details: {}, at: now } as const;
      if (!(await endSession(db, sessionId, [recordAction(action)]))) throw noSession();
      await accessCache.refresh();
      return noContent;
    },
  }),
];

const noSession = (): ApiError =>
  new ApiError('REFERENCE_NOT_FOUND', 'There is no such session.', { hint: 'GET /operator/sessions lists them.' });
