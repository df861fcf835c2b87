import { type TSchema, Type } from '@sinclair/typebox';
import { IdOf, Timestamp } from '../http/schemas.ts';
import { eventResources } from './events.ts';

type ResourceName = (typeof eventResources)[keyof typeof eventResources];

/** Every event type with the schema of its envelope, for the OpenAPI document. */
export function webhookDocs(resources: Record<ResourceName, TSchema>) {
  return Object.entries(eventResources).map(([type, resource]) => ({
    name: type,
    summary: `${resource} as its GET returns it`,
    payload: Type.Object({
      id: IdOf('Webhook'),
      type: Type.Literal(type),
      timestamp: Timestamp,
      sequence: Type.Integer({ description: 'orders the events of one resource' }),
      data: resources[resource],
    }),
  }));
}
