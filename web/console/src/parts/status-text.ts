export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'neutral';

/** Tones of the statuses of the API. A status that is not listed is neutral. */
const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  APPROVED: 'good',
  COMPLETED: 'good',
  DELIVERED: 'good',
  EXECUTED: 'good',
  SETTLED: 'good',
  SUCCESS: 'good',
  SUCCEEDED: 'good',
  VERIFIED: 'good',
  BLOCKED: 'bad',
  CANCELED: 'neutral',
  CANCELLED: 'neutral',
  CLOSED: 'neutral',
  DEAD: 'bad',
  DECLINED: 'bad',
  DENIED: 'bad',
  FAILED: 'bad',
  REJECTED: 'bad',
  RETURNED: 'bad',
  EXPIRED: 'neutral',
  FROZEN: 'warn',
  PAUSED: 'warn',
  ON_HOLD: 'warn',
  IN_REVIEW: 'warn',
  PENDING: 'warn',
  PENDING_APPROVAL: 'warn',
  PENDING_REVIEW: 'warn',
  PROCESSING: 'info',
  SENT: 'info',
  SUBMITTED: 'info',
  AUTHORIZED: 'info',
  REFUNDED: 'info',
};

export const toneOf = (status: string): Tone => tones[status] ?? 'neutral';

const ACRONYMS = /\b(ach|api|fx|iban|kyb|kyc|otp|pin|sca|sms|uma)\b/g;

/** `SCA_NOT_COMPLETED` as `SCA not completed`, and `PAYOUT_RETURNED` as `payout returned`. */
export const lowerWordsOf = (status: string): string =>
  status
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(ACRONYMS, (acronym) => acronym.toUpperCase());

/** `PENDING_APPROVAL` as `Pending approval`. */
export const wordsOf = (status: string): string => {
  const words = lowerWordsOf(status);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
