import type { OperationStatus } from '../../engine/providers/stablecoin/port.ts';

/** Legal transitions of a mint or a burn. A poll may find an operation several statuses further. */
const next: Readonly<Record<OperationStatus, readonly OperationStatus[]>> = {
  CREATED: ['PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING', 'COMPLETED', 'FAILED'],
  PENDING_FUNDING: ['PENDING_PROVIDER', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
  PENDING_PROVIDER: ['PROCESSING', 'COMPLETED', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: [],
  EXPIRED: [],
};

export const isLegalOperationTransition = (from: OperationStatus, to: OperationStatus): boolean =>
  next[from].includes(to);

export const isFinal = (status: OperationStatus): boolean => next[status].length === 0;
