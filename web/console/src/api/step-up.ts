import { useSyncExternalStore } from 'react';

/** A request that waits until the person has confirmed it with a passkey. */
interface PendingProof {
  answer: (isConfirmed: boolean) => void;
}

let pending: PendingProof | undefined;
const listeners = new Set<() => void>();

function change(next: PendingProof | undefined): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** True once the person has confirmed; false if they cancel. */
export function requestProof(): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) =>
    change({
      answer: (isConfirmed) => {
        change(undefined);
        resolve(isConfirmed);
      },
    }),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePendingProof = (): PendingProof | undefined => useSyncExternalStore(subscribe, () => pending);

/** True for the response that asks for a fresh passkey. */
export async function needsProof(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  // A response that is not JSON requires no passkey.
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { details?: { reason?: string } };
  return body.details?.reason === 'STEP_UP_REQUIRED';
}
