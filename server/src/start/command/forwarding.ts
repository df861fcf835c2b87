import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 65_536;
/** Pauses between attempts to reach a receiver that does not respond, for example during its restart. */
const PAUSES_MS = [100, 300, 1_000, 2_000];

export interface Forwarding {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** Response of the receiver, or the reason why there is no response. */
export interface Forwarded {
  status?: number;
  error?: string;
  answer?: string;
}

/** Sends an event as signed. Any response is final; a receiver that does not respond is tried again. */
export async function forward(forwarding: Forwarding): Promise<Forwarded> {
  for (const pauseMs of PAUSES_MS) {
    const outcome = await post(forwarding);
    if (outcome.status !== undefined || forwarding.signal?.aborted) return outcome;
    await sleep(pauseMs);
  }
  return post(forwarding);
}

export async function post({ url, headers, body, timeoutMs = TIMEOUT_MS }: Forwarding): Promise<Forwarded> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return { status: response.status, answer: await startOf(response) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { error: cause?.code ?? name };
  }
}

/** Reads as much of the body as the service reads from an endpoint. */
async function startOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= MAX_ANSWER) break;
  }
  return text.slice(0, MAX_ANSWER);
}
