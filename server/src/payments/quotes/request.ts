import type { Static } from '@sinclair/typebox';
import type { QuoteRequest as Schema } from './schemas.ts';

export type QuoteRequest = Static<typeof Schema>;

type Source = QuoteRequest['source'];
type Destination = QuoteRequest['destination'];

export type AccountSourceRequest = Extract<Source, { sourceType: 'ACCOUNT' }>;
export type RealtimeSourceRequest = Extract<Source, { sourceType: 'REALTIME_FUNDING' }>;
export type AccountDestinationRequest = Extract<Destination, { destinationType: 'ACCOUNT' }>;
export type UmaDestinationRequest = Extract<Destination, { destinationType: 'UMA_ADDRESS' }>;
