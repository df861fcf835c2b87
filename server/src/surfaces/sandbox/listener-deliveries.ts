import { readEndpoint } from '../../engine/webhooks/endpoints.ts';
import { type LogPlace, type LogRow, placeAt, placeOf, readLog } from '../../engine/webhooks/event-log.ts';
import type { EventWaits } from '../../engine/webhooks/event-waits.ts';
import { requireListener } from '../../engine/webhooks/listeners.ts';
import type { Webhooks } from '../../engine/webhooks/service.ts';
import { payloadOf } from '../../engine/webhooks/stored-event.ts';
import type { Database } from '../../foundation/db/database.ts';
import { makeCursor, readCursor } from '../../foundation/db/page.ts';
import { addMs, type Clock, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { earliestId } from '../../foundation/kernel/ids.ts';

const DEFAULT_LIMIT = 50;

interface Deps {
  db: Database;
  clock: Clock;
  webhooks: Pick<Webhooks, 'sender'>;
  eventWaits: EventWaits;
}

interface DeliveryRequest {
  platformId: string;
  listenerId: string;
  cursor: string;
  wait?: number | undefined;
  limit?: number | undefined;
}

/** Next events of a listener, signed when read, because signatures contain the time of the delivery. */
export async function listDeliveries(deps: Deps, request: DeliveryRequest) {
  const { db, clock, eventWaits } = deps;
  const { platformId, listenerId, wait = 0, limit = DEFAULT_LIMIT } = request;
  const after = placeOfCursor(request.cursor);
  await requireListener(db, { platformId, id: listenerId, wallNow: clock.now() });
  const read = () => readLog(db, { platformId, after, now: clock.now(), limit, withResends: true });
  const { events, hasMore } = await eventWaits.read(read, wait);
  const hasRequest = events.some(isRequest);
  const isDecider = hasRequest && (await readEndpoint(db, platformId)) === undefined;
  const data = await Promise.all(
    events.map(async (row) => ({
      ...(await signedDelivery(deps, platformId, row)),
      awaitsDecision: isDecider && isRequest(row),
    })),
  );
  const end = events.reduce((place, row) => placeOf(row, place), after);
  return { data, hasMore, nextCursor: cursorOf(end) };
}

const isRequest = ({ type, is_resent: isResent }: LogRow): boolean => type === 'INCOMING_PAYMENT.PENDING' && !isResent;

async function signedDelivery({ webhooks, clock }: Deps, platformId: string, row: LogRow) {
  const { id, type, resource_id: resourceId, sequence, is_resent: isResend } = row;
  const signed = await webhooks.sender.sign({ platformId, id, payload: payloadOf(row) }, clock.now());
  return { id, type, resourceId, sequence: Number(sequence), isResend, ...signed };
}

/** Cursor before all events from now on, or from `lookbackSeconds` ago. */
export const startCursor = (wallNow: Date, lookbackSeconds: number): string =>
  cursorOf(placeAt(earliestId('Webhook', addMs(wallNow, -lookbackSeconds * SECOND_MS))));

const cursorOf = ({ place, sequence, id, from }: LogPlace): string => makeCursor([place, sequence, id, from].join(' '));

const PLACE = /^(\d{1,20}) (\d{1,18}) (Webhook:[0-9a-f-]{36}|) (Webhook:[0-9a-f-]{36})$/;

function placeOfCursor(cursor: string): LogPlace {
  const [, place = '', sequence = '', id = '', from = ''] =
    PLACE.exec(readCursor(cursor, (key) => PLACE.test(key))) ?? [];
  return { place, sequence, id, from };
}
