import {
  type Confirm,
  createWallet,
  memoryKeyStore,
  type WalletOptions,
  type WalletRequest,
} from '../../../src/index.ts';
import { newSigningKey } from '../../../src/p256.ts';
import { ACCOUNT, SESSION } from '../../support/ids.ts';

export interface Scripted {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Step = Scripted | Error | ((request: WalletRequest) => Scripted | Promise<Scripted>);

/** A service that returns the given responses in order and records the requests. */
export function scripted(...steps: Step[]) {
  const requests: WalletRequest[] = [];
  const transport = async (request: WalletRequest) => {
    requests.push(request);
    const step = steps.shift();
    if (!step) throw new Error(`nothing to say to ${request.method} ${request.path}`);
    if (step instanceof Error) throw step;
    const { status, body, headers } = typeof step === 'function' ? await step(request) : step;
    return { status, headers: new Headers(headers), body: body === undefined ? '' : JSON.stringify(body) };
  };
  return { transport, requests };
}

export const question = (payload: unknown, requestId = 'Request:1'): Scripted => ({
  status: 202,
  body: { payloadToSign: typeof payload === 'string' ? payload : JSON.stringify(payload), requestId },
});

export const rejection = (status: number, code: string, reason?: string): Scripted => ({
  status,
  body: { status, code, message: `${code}.`, ...(reason && { reason, details: { reason, hint: 'Try again.' } }) },
});

export const sessionResponse = (more: object = {}): Scripted => ({
  status: 201,
  body: {
    id: SESSION,
    accountId: ACCOUNT,
    type: 'PASSKEY',
    createdAt: '2030-01-01T00:00:00.000Z',
    expiresAt: '2030-01-01T00:15:00.000Z',
    ...more,
  },
});

interface Situation extends Partial<WalletOptions> {
  confirm?: Confirm;
  /** Remaining lifetime of the session on this device; null for no session. */
  sessionMs?: number | null;
}

/** A wallet on a device with a session. */
export async function scriptedWallet(service: ReturnType<typeof scripted>, situation: Situation = {}) {
  const { sessionMs = 60_000, ...options } = situation;
  const store = memoryKeyStore();
  const key = await newSigningKey();
  if (sessionMs !== null) {
    await store.set(`session/${ACCOUNT}`, {
      ...{ id: SESSION, accountId: ACCOUNT, type: 'PASSKEY', expiresAt: '2030-01-01T00:15:00.000Z' },
      ...{ publicKey: key.compressed, privateKey: key.keys.privateKey, endsAtMs: Date.now() + sessionMs },
    });
  }
  const wallet = createWallet({
    accountId: ACCOUNT,
    transport: service.transport,
    confirm: () => true,
    store,
    polling: { firstDelayMs: 1, maxDelayMs: 4 },
    ...options,
  });
  return { wallet, key, store };
}

/** The error code that a call fails with. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'NONE',
    (error) => error.code ?? String(error),
  );
