import { Type } from '@sinclair/typebox';
import { hintTopics, operatorTopics } from '../../foundation/kernel/hints.ts';
import { type Route, route } from '../http/route.ts';
import { Enum } from '../http/schemas.ts';
import { type LiveDeps, openStream } from './open-stream.ts';

const MAX_SECONDS = 3_600;

export const liveRoutes = (deps: LiveDeps): Route[] => [
  route({
    method: 'GET',
    path: '/stream',
    operationId: 'openStream',
    tag: 'Webhooks',
    summary: 'Open a stream of changes',
    description:
      'Server-sent events that announce changes without their data: read the resource again with its GET operation. ' +
      'A frame `hint` has `topic`, `resourceId` and `at`. The first frame is `ready`; a frame `reset` says that ' +
      'changes were missed, so everything is to be read again. The stream ends with its time, when its credentials are ' +
      'revoked and when the server stops: connect again with Last-Event-ID, and changes of the last 60 seconds are ' +
      'announced. A change may be announced twice. Changes that another server of the installation makes follow within ' +
      'two seconds, except later attempts of a delivery and changes of an existing customer without an event.',
    access: 'VIEW',
    query: Type.Object({
      topics: Type.Array(Enum(hintTopics), {
        minItems: 1,
        maxItems: hintTopics.length,
        description:
          'Topics to announce, separated by commas; `bank-file` is announced to operators of the service only.',
      }),
      seconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_SECONDS,
          default: MAX_SECONDS,
          description: `Seconds after which the server ends the stream, at most ${MAX_SECONDS}.`,
        }),
      ),
    }),
    responses: { 200: null },
    fileTypes: ['text/event-stream'],
    isStream: true,
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query, stream: client }) => {
      const { seconds = MAX_SECONDS } = query;
      const topics = query.topics.filter((topic) => caller.isOperator || !operatorTopics.includes(topic));
      const chunks = await openStream(deps, { platformId: caller.platform.id, topics, seconds, client });
      return { status: 200, file: { type: 'text/event-stream; charset=utf-8', chunks } };
    },
  }),
];
