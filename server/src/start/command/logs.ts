import { setTimeout as sleep } from 'node:timers/promises';
import { isObservation } from '../../engine/request-log/log.ts';
import type { Api, Json } from './api.ts';
import { type ClientRoute, clientCallOf } from './client-call.ts';
import { readClientRoutes } from './client-routes.ts';
import { connect, type ServerOptions } from './connect.ts';
import { untilSignalled } from './interruption.ts';
import type { Ended, Invocation } from './invocation.ts';
import { type SnippetKind, snippetOf } from './snippets.ts';

const POLL_MS = 500;
const PAGE = 100;

export interface TailOptions extends ServerOptions {
  /** A status such as 404, or a class such as 4xx. */
  status?: string;
  as?: SnippetKind;
  /** Number of earlier requests to show. */
  last: number;
  /** False ends the command after the earlier requests. */
  follow: boolean;
}

/** Prints requests of the platform as they arrive. */
export async function tail(invocation: Invocation<TailOptions>): Promise<Ended> {
  const { options } = invocation;
  const api = await connect(invocation);
  const signal = untilSignalled();
  const { data: before } = await api.get(`/request-log?limit=${PAGE}`);
  const past = before.filter((one: Json) => isShown(one, options.status)).slice(0, options.last);
  await show(invocation, api, past.toReversed());
  const seen = new Set<string>(before.map(({ id }: Json) => id));
  while (options.follow && !signal.aborted) {
    // The end of the command cuts the pause short.
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    const { data } = await api.get(`/request-log?limit=${PAGE}`);
    await show(invocation, api, data.filter(({ id }: Json) => !seen.has(id)).toReversed());
    for (const { id } of data) seen.add(id);
  }
  return { exit: 'OK' };
}

async function show({ options, print }: Invocation<TailOptions>, api: Api, requests: readonly Json[]): Promise<void> {
  for (const request of requests.filter((one) => isShown(one, options.status))) {
    if (!options.as) {
      print(request, lineOf(request));
      continue;
    }
    const logged = await api.get(`/request-log/${request.id}`);
    const call = options.as === 'curl' ? undefined : clientCallOf(logged, await clientRoutes(api));
    const snippet = snippetOf({ ...logged, call }, options.as, api.credentials.url);
    print({ id: request.id, snippet }, `${snippet}\n`);
  }
}

let knownRoutes: Promise<ClientRoute[]> | undefined;

/** Reads the document once rather than for each request. */
function clientRoutes(api: Api): Promise<ClientRoute[]> {
  knownRoutes ??= readClientRoutes(api);
  return knownRoutes;
}

const isShown = ({ status, path }: Json, wanted: string | undefined): boolean =>
  !isObservation(path) && (wanted === undefined || matches(status, wanted));

const matches = (status: number, wanted: string): boolean =>
  new RegExp(`^${wanted.toLowerCase().replaceAll('x', '\\d')}$`).test(String(status));

const lineOf = ({ at, method, path, status, code, durationMs }: Json): string =>
  `${at} ${method.padEnd(6)} ${path} ${status}${code ? ` ${code}` : ''} ${Math.round(durationMs)} ms`;
