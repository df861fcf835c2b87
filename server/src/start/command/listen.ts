import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { RequestRejected, ServerUnreachable } from '../../foundation/runtime/errors.ts';
import { quoted } from '../../foundation/runtime/sandbox-file.ts';
import type { Api, Json } from './api.ts';
import { askReceiver, relayResponse } from './approval-relay.ts';
import { connect, type ServerOptions } from './connect.ts';
import { type Forwarded, forward } from './forwarding.ts';
import { untilSignalled } from './interruption.ts';
import type { Ended, Invocation } from './invocation.ts';
import { webhookSecret } from './webhook-secret.ts';

const WAIT_SECONDS = 20;
const RENEW_MS = 20_000;
const RETRY_MS = 500;

export interface ListenOptions extends ServerOptions {
  forwardTo?: string;
  /** Patterns such as CARD.*; all events by default. */
  events?: readonly string[];
  /** In seconds. */
  since?: number;
  printSecret?: boolean;
  envFile?: string;
}

interface Listener {
  api: Api;
  id: string;
  cursor: string;
}

/**
 * Receives events as signed requests and forwards them. The cursor advances after all events of a response were
 * forwarded, so each event arrives at least once, also across server restarts.
 */
export async function listen(invocation: Invocation<ListenOptions>): Promise<Ended> {
  const { options, note, print } = invocation;
  const api = await connect(invocation);
  if (options.envFile) await writeEnvFile(options.envFile, api);
  if (options.printSecret) {
    const secret = await webhookSecret(api);
    print({ secret }, secret);
    return { exit: 'OK' };
  }
  const signal = untilSignalled();
  const listener = new Listening(invocation, await openListener(api, { lookbackSeconds: options.since ?? 0 }), signal);
  note(options.forwardTo ? `Forwarding events to ${options.forwardTo}.` : 'Showing events. --forward-to sends them.');
  await listener.run();
  return { exit: 'OK' };
}

const openListener = async (api: Api, body: object): Promise<Listener> => ({
  api,
  ...(await api.post('/sandbox/listeners', body)),
});

class Listening {
  readonly #invocation: Invocation<ListenOptions>;
  readonly #signal: AbortSignal;
  #listener: Listener;
  #isLost = false;

  constructor(invocation: Invocation<ListenOptions>, listener: Listener, signal: AbortSignal) {
    this.#invocation = invocation;
    this.#listener = listener;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const renewal = setInterval(() => void this.#renew(), RENEW_MS);
    try {
      while (!this.#signal.aborted) await this.#step().catch((error: Error) => this.#recover(error));
    } finally {
      clearInterval(renewal);
    }
    const { api, id } = this.#listener;
    // If this fails, the lease expires.
    await api.delete(`/sandbox/listeners/${id}`).catch(() => {});
  }

  async #step(): Promise<void> {
    const { api, id, cursor } = this.#listener;
    const path = `/sandbox/listeners/${id}/deliveries?cursor=${cursor}&wait=${WAIT_SECONDS}`;
    const page = await api.get(path, { wait: WAIT_SECONDS, signal: this.#signal });
    this.#noteReturn();
    for (const delivery of page.data) {
      if (this.#signal.aborted) return;
      const isShown = isWanted(delivery.type, this.#invocation.options.events);
      if (isShown) await this.#deliver(delivery);
      else if (delivery.awaitsDecision) await relayResponse(api, delivery.resourceId, { status: 204 });
    }
    this.#listener = { ...this.#listener, cursor: page.nextCursor };
  }

  async #deliver({ headers, body, awaitsDecision, ...event }: Json): Promise<void> {
    const { forwardTo: url } = this.#invocation.options;
    const started = monotonicMs();
    const send = awaitsDecision ? askReceiver : forward;
    // Without a receiver no approval is requested, as if there were no listener.
    const outcome: Forwarded = url ? await send({ url, headers, body, signal: this.#signal }) : { status: 204 };
    const ms = Math.round(monotonicMs() - started);
    const decision = awaitsDecision ? await relayResponse(this.#listener.api, event.resourceId, outcome) : undefined;
    this.#print(event, { ...outcome, ms, decision });
  }

  #print(
    event: Json,
    { answer: _, decision, ms, ...outcome }: Forwarded & { ms: number; decision: string | undefined },
  ) {
    const { options, print } = this.#invocation;
    const notes = [options.forwardTo ? `-> ${outcome.status ?? outcome.error} (${ms} ms)` : '', decision ?? ''];
    const shown = { ...event, ...(options.forwardTo && outcome), ms, ...(decision && { decision }) };
    print(shown, [event.type, event.id, event.resourceId, ...notes].filter(Boolean).join(' '));
  }

  /** Ignores errors, because the next read reports them. */
  async #renew(): Promise<void> {
    const { api, id } = this.#listener;
    await api.post(`/sandbox/listeners/${id}/renew`).catch(() => {});
  }

  /** Reconnects with the same cursor, because the server may return on another port or the lease may have expired. */
  async #recover(error: Error): Promise<void> {
    if (this.#signal.aborted) return;
    const isOver = error instanceof RequestRejected && error.code === 'REFERENCE_NOT_FOUND';
    if (!isOver && !(error instanceof ServerUnreachable)) throw error;
    if (!this.#isLost && !isOver) this.#invocation.note(`${error.message} Waiting for it ...`);
    this.#isLost = true;
    // The end of the command cuts the pause short.
    await sleep(RETRY_MS, undefined, { signal: this.#signal }).catch(() => {});
    // If the server is still down, the next read reports it.
    await this.#reopen().catch(() => {});
  }

  async #reopen(): Promise<void> {
    const { id, cursor } = this.#listener;
    const api = await connect(this.#invocation);
    const isAlive = await api.post(`/sandbox/listeners/${id}/renew`).then(
      () => true,
      (error: unknown) => {
        if (error instanceof RequestRejected) return false;
        throw error;
      },
    );
    this.#listener = isAlive ? { api, id, cursor } : { ...(await openListener(api, {})), cursor };
  }

  #noteReturn(): void {
    if (this.#isLost) this.#invocation.note('Connected again.');
    this.#isLost = false;
  }
}

export const isWanted = (type: string, patterns: readonly string[] | undefined): boolean =>
  patterns === undefined ||
  patterns.some((pattern) => type === pattern || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1))));

/** Replaces the lines with these names and keeps all others. */
async function writeEnvFile(path: string, api: Api): Promise<void> {
  const { url, clientId, clientSecret } = api.credentials;
  // A platform has no signing keys before its first event; reading them creates them.
  const values = {
    CAUSEWAY_URL: url,
    CAUSEWAY_CLIENT_ID: clientId,
    CAUSEWAY_CLIENT_SECRET: clientSecret,
    CAUSEWAY_WEBHOOK_SECRET: await webhookSecret(api),
  };
  const names = Object.keys(values);
  // A missing file counts as empty.
  const before = await readFile(path, 'utf8').catch(() => '');
  const others = before.split('\n').filter((line) => line !== '' && !names.some((name) => line.startsWith(`${name}=`)));
  const lines = [...others, ...Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`)];
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
}
