import { randomHex } from '../../foundation/kernel/ids.ts';

const BITS = 256;
const LENGTH = BITS / 4;

export const newClientSecret = (): string => randomHex(BITS);

/** Hint for a rejected secret that looks truncated. The length of secrets is public. */
export function truncationHint(secret: string): string | undefined {
  if (secret.length >= LENGTH || !/^[0-9a-f]{8,}$/.test(secret)) return undefined;
  return `The client secret has ${secret.length} characters; secrets of this service have ${LENGTH}. It seems to be cut off: copy it again.`;
}
