export const nameCheckStatuses = [
  'MATCHED',
  'PARTIAL_MATCH',
  'NOT_MATCHED',
  'UNSUPPORTED',
  'CHECKED_BY_RECEIVING_FI',
  'PENDING',
] as const;
export type NameCheckStatus = (typeof nameCheckStatuses)[number];

interface NameCheckRequest {
  accountType: string;
  /** Account number, IBAN, phone number or address. */
  identifier: string;
  /** Name of the account holder, as given by the platform. */
  beneficiaryName: string | undefined;
}

/** INVALID_ACCOUNT: the account does not exist. */
type NameCheckResult = { status: NameCheckStatus; fullName?: string } | { status: 'INVALID_ACCOUNT' };

/** Checks with the bank or network whether the name of the account holder matches. */
export interface NameCheck {
  check(request: NameCheckRequest): Promise<NameCheckResult>;
}
