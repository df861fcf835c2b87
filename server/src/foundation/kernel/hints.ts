/** Kinds of changes that the live stream reports. */
export const hintTopics = [
  'transaction',
  'customer',
  'account',
  'card',
  'approval',
  'request',
  'delivery',
  'clock',
  'message',
  'review',
  'job',
  'audit',
  'bank-file',
] as const;
export type HintTopic = (typeof hintTopics)[number];

/** Topics about the service rather than a platform. Only operators may subscribe to them. */
export const operatorTopics: readonly HintTopic[] = ['bank-file'];

/** Resource of hints about files that the service exchanges with banks. */
export const BANK_FILES = 'bank-files';

/** Key of the hint that checks of a ledger have started or finished. */
export const auditKey = (runId: string, step: 'STARTED' | 'FINISHED'): string => `${runId} ${step}`;

/** A resource of a platform has changed; subscribers fetch it again. Never contains data of the resource. */
export interface Hint {
  platformId: string;
  topic: HintTopic;
  resourceId: string;
  /** Identifies the row that the change wrote, so that a hint received over two channels is recognised. */
  key: string;
}

/** Signal that carries the hints of a change, in the process that committed it. */
export const HINTS_SIGNAL = 'hints';

interface Signals {
  emit(signal: string, hints: readonly Hint[]): unknown;
  listenerCount(signal: string): number;
}

/** Builds the hints only if a live stream is open on this server. */
export function emitHints(signals: Signals, hintsOf: () => readonly Hint[]): void {
  if (signals.listenerCount(HINTS_SIGNAL) > 0) signals.emit(HINTS_SIGNAL, hintsOf());
}
