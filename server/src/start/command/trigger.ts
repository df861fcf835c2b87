import { suggestName } from '../../engine/http/name-suggestion.ts';
import { type EventType, eventResources } from '../../engine/webhooks/events.ts';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import { TimedOut, UsageError } from '../../foundation/runtime/errors.ts';
import type { Api, Json } from './api.ts';
import { connect, type ServerOptions } from './connect.ts';
import type { Ended, Invocation } from './invocation.ts';
import { Scene, type Settings, settable } from './scene.ts';
import { triggers, untriggered } from './trigger-table.ts';

const WAIT_SECONDS = 20;
const PAGE = 100;

interface TriggerOptions extends ServerOptions {
  event?: string;
  set?: Settings;
  using?: readonly string[];
  list?: boolean;
}

/** Creates resources through the API until the event happens, and prints their ids. */
export async function trigger(invocation: Invocation<TriggerOptions>): Promise<Ended> {
  const { options, print } = invocation;
  if (options.list) return listTriggers(print);
  const type = requireType(options.event);
  const steps = triggers[type];
  if (!steps) throw new UsageError(`The sandbox cannot cause ${type}: ${untriggered[type]}.`, LIST_HINT);
  rejectUnknownSettings(options.set ?? {});
  const api = await connect(invocation);
  const last = await lastEvent(api);
  const scene = new Scene(api, { settings: options.set ?? {}, print });
  for (const id of options.using ?? []) scene.use(id);
  for (const step of steps) await step(scene);
  const event = await waitForEvent(api, { type, after: last, resources: scene.ids });
  print(
    { resource: 'Webhook', id: event.id, type, resourceId: event.resourceId },
    `${'Webhook'.padEnd(16)} ${event.id}`,
  );
  return { exit: 'OK' };
}

const LIST_HINT = '"causeway trigger --list" lists the events.';

function listTriggers(print: Invocation['print']): Ended {
  for (const type of Object.keys(eventResources) as EventType[]) {
    const reason = untriggered[type];
    const item = { type, resource: eventResources[type], isTriggered: triggers[type] !== undefined };
    print(item, reason ? `${type}  (not: ${reason})` : type);
  }
  return { exit: 'OK' };
}

function requireType(given: string | undefined): EventType {
  if (given === undefined) throw new UsageError('Name an event.', LIST_HINT);
  const types = Object.keys(eventResources);
  const name = given.toUpperCase();
  if (types.includes(name)) return name as EventType;
  const similar = suggestName(name, types);
  throw new UsageError(`There is no event ${given}.${similar ? ` Did you mean ${similar}?` : ''}`, LIST_HINT);
}

function rejectUnknownSettings(settings: Settings): void {
  const names = Object.keys(settable);
  const unknown = Object.keys(settings).find((name) => !names.includes(name));
  if (unknown) throw new UsageError(`--set has no ${unknown}.`, `It takes ${names.join(', ')}.`);
}

async function lastEvent(api: Api): Promise<string | undefined> {
  const { data } = await api.get('/webhooks/events?limit=1');
  return data[0]?.id;
}

interface Expected {
  type: EventType;
  after: string | undefined;
  resources: readonly string[];
}

/** Waits for an event of a created resource; other resources may have events of the same type. */
async function waitForEvent(api: Api, { type, after, resources }: Expected): Promise<Json> {
  const deadline = AbortSignal.timeout(WAIT_SECONDS * SECOND_MS);
  const fits = (event: Json): boolean => event.type === type;
  const seen: Json[] = [];
  for (let last = after; !deadline.aborted; last = seen.at(-1)?.id ?? last) {
    const cursor = last ? `&after=${last}` : '';
    const { data } = await api.get(`/webhooks/events?wait=1&limit=${PAGE}${cursor}`, { wait: 1 });
    seen.push(...data);
    const ofScene = seen.find((event) => fits(event) && resources.includes(event.resourceId));
    const found = ofScene ?? (data.length === 0 ? seen.find(fits) : undefined);
    if (found) return found;
  }
  throw new TimedOut(`No event ${type} within ${WAIT_SECONDS} seconds.`, { hint: 'Its resources are listed above.' });
}
